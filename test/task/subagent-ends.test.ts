import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../main/providers/provider-error'
import { eventually } from '../support/eventually'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import { logOf, runOf, start, TASK, team, tsOfRun, whatParentGot } from '../support/subagent-team'

describe('subagents that come to no good end', () => {
  it('fail alone: without a call, in a loop, and over their budget', async () => {
    const silent = answer(text('I think.'))
    const again = answer(toolCall('list_files', { path: '.' }))
    const { session, provider } = await team(
      {
        [TASK]: [start('say nothing', 'go round', 'spend all', 'do well'), complete()],
        'say nothing': [silent, silent, silent, silent],
        'go round': [again, again, again, again, again],
        'spend all': Array.from({ length: 7 }, (_, at) => answer(toolCall('list_files', { path: `./${at}` }))),
        'do well': [complete('well')],
      },
      { settings: { maxConsecutiveMistakes: 20, subagentSettings: { maxTurns: 6, maxTokens: 1e6, maxCost: 5, maxMinutes: 5 } } },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    expect(runOf(session.rows).items?.map(({ status, result, error }) => [status, result ?? error])).toEqual([
      ['failed', 'The model answered 4 times in a row without calling a tool.\nIts last words were:\nI think.'],
      ['failed', 'The model has made the same call 5 times in a row.'],
      ['failed', 'It used all of its 6 requests to the model.'],
      ['completed', 'well'],
    ])
    expect(whatParentGot(provider)).toContain('1 of 4 subagents completed')
    const spent = provider.of('spend all').map(({ conversation }) => JSON.stringify(conversation.at(-1)))
    expect(spent.map((sent) => sent.includes('This is the last answer that you have.'))).toEqual([...Array(5).fill(false), true])
  })

  it('fail alone also where the app itself breaks in one of them', async () => {
    let made = 0
    const port = {
      offers: () => ({ fetch: false, search: false }),
      hostsOf: () => [],
      refusalOf: () => undefined,
      concernOf: () => undefined,
    }
    const never = () => Promise.reject(new Error('Nothing here reaches the web.'))
    const forTask = () => {
      made += 1
      // The first is of the task, the second of whichever subagent comes first.
      if (made === 2) throw new TypeError('broken within')
      return { ...port, fetch: never, search: never }
    }
    const { session, provider } = await team(
      {
        [TASK]: [start('do well here', 'do well there'), complete()],
        'do well': [answer(toolCall('list_files', { path: '.' })), complete('well')],
      },
      { web: { forTask } },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    const items = [...(runOf(session.rows).items ?? [])]
    const [broken, well] = items.sort((one, other) => one.toolCalls - other.toolCalls)
    expect(broken).toMatchObject({ status: 'failed', error: expect.stringContaining('Something in the app itself went wrong') })
    expect(well).toMatchObject({ status: 'completed', result: 'well', toolCalls: 2 })
    expect(whatParentGot(provider)).toContain('1 of 2 subagents completed')
    expect(session.controller.task?.subagents.stop({ ts: tsOfRun(session.rows), index: broken?.index ?? 0 })).toBe(false)
  })

  it('try again at once when the person wants it', async () => {
    const error = new ProviderError({ kind: 'busy', message: 'It is busy.', retryAfterMs: 60_000 })
    const { session } = await team({ [TASK]: [start('look'), complete()], look: [[{ type: 'fail', error }], complete('Found.')] })
    await session.start(TASK)
    const key = await session.until('the subagent', () => {
      const ts = tsOfRun(session.rows)
      return ts === 0 ? undefined : { ts, index: 1 }
    })
    await eventually(async () => expect((await logOf(session, key))?.at(-1)).toMatchObject({ say: 'error_retry' }))
    session.controller.task?.subagents.retryNow({ ...key, index: 2 })
    session.controller.task?.subagents.retryNow(key)
    await session.ask('completion_result')
    expect(runOf(session.rows).items).toMatchObject([{ status: 'completed', result: 'Found.' }])
    expect((await logOf(session, key))?.some((row) => row.type === 'say' && row.say === 'error_retry')).toBe(false)
  })

  it('show what the provider said, in their row and in their log', async () => {
    const error = new ProviderError({ kind: 'bad_request', message: 'It refused: the details say why.', detail: 'max_tokens is too large' })
    const { session } = await team({ [TASK]: [start('look'), complete()], look: [[{ type: 'fail', error }]] })
    await session.start(TASK)
    await session.ask('completion_result')
    expect(runOf(session.rows).items?.[0]).toMatchObject({
      status: 'failed',
      error: 'It refused: the details say why.\nmax_tokens is too large',
    })
    const log = await logOf(session, { ts: tsOfRun(session.rows), index: 1 })
    expect(log?.at(-1)).toMatchObject({ say: 'error', data: { detail: 'max_tokens is too large' } })
  })
})
