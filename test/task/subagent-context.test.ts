import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../main/providers/provider-error'
import type { ApiRequest } from '../../main/providers/provider'
import { answer, complete, type ScriptedAnswer, text, toolCall } from '../support/scripted-provider'
import { runOf, start, TASK, team, whatParentGot } from '../support/subagent-team'

const read = (path: string) => toolCall('read_file', { path })
/** An answer whose request is said to have filled so much of the window of 100,000 tokens. */
const filling = (inputTokens: number, call: ReturnType<typeof toolCall>): ScriptedAnswer =>
  answer(call).map((step) => (step.type === 'usage' ? { ...step, inputTokens } : step))
const tooLong = [{ type: 'fail', error: new ProviderError({ kind: 'context_window', message: 'It is too long for the model.' }) }] as const
const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, `${name.repeat(50)}\n`.repeat(200)]))
const holds = (request: ApiRequest | undefined) => {
  const sent = JSON.stringify(request?.conversation)
  return ['a', 'b', 'c', 'd'].filter((name) => sent.includes(name.repeat(50)))
}
const FINISH = 'Your context is nearly full.'

describe('a subagent whose context is nearly full', () => {
  it('goes on without its oldest results, and is told to finish once that is not enough', async () => {
    const { session, provider } = await team(
      {
        [TASK]: [start('look'), complete()],
        look: [
          answer(read('a.txt')),
          answer(read('b.txt')),
          filling(80_000, read('c.txt')),
          filling(30_000, read('d.txt')),
          filling(80_000, toolCall('list_files', { path: '.' })),
          filling(80_000, toolCall('list_files', { path: '.', recursive: true })),
          filling(80_000, toolCall('list_files', { path: './' })),
          complete('found'),
        ],
      },
      { files },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    const requests = provider.of('look')
    expect(requests.map(holds)).toEqual([[], ['a'], ['a', 'b'], ['b', 'c'], ['b', 'c', 'd'], ['d'], [], []])
    expect(JSON.stringify(requests[3]?.conversation)).toContain('This result was left out to make room')
    expect(requests.map(({ conversation }) => JSON.stringify(conversation.at(-1)).includes(FINISH))).toEqual(
      requests.map((_, at) => at === 7),
    )
    expect(runOf(session.rows).items?.[0]).toMatchObject({ status: 'completed', result: 'found' })
  })

  it('tries again with less where the model refuses it as too long', async () => {
    const { session, provider } = await team(
      {
        [TASK]: [start('look'), complete()],
        look: [answer(read('a.txt')), answer(read('b.txt')), tooLong, tooLong, complete('found')],
      },
      { files },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    const requests = provider.of('look')
    expect(requests.map(holds)).toEqual([[], ['a'], ['a', 'b'], ['b'], ['b']])
    const [third, fourth, fifth] = requests.slice(2).map(({ conversation }) => JSON.stringify(conversation).length)
    expect(fourth).toBeLessThan((third ?? 0) * 0.7)
    expect(fifth).toBeLessThan((fourth ?? 0) * 0.7)
    expect(runOf(session.rows).items?.[0]).toMatchObject({ status: 'completed', result: 'found' })
  })

  it('ends with what it said last where even that is too long', async () => {
    const { session, provider } = await team(
      {
        [TASK]: [start('look'), complete()],
        look: [answer(text('The first file is all a.'), read('a.txt')), tooLong, tooLong],
      },
      { files },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    expect(runOf(session.rows).items?.[0]).toMatchObject({
      status: 'failed',
      error: 'It is too long for the model.\nIts last words were:\nThe first file is all a.',
    })
    expect(whatParentGot(provider)).toContain('The first file is all a.')
  })
})
