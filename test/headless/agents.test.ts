import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../support/model-server/model-server'
import type { ScriptedAnswer } from '../support/model-server/scripted-answer'
import { call, openPlace } from './support/place'

const says = (tool: string, input: Record<string, unknown>): ScriptedAnswer => ({ pieces: [call(tool, input)] })

/** The first task, its subagents, and the task that takes over, by the words with which they began. */
function answerOf({ body }: RecordedRequest): ScriptedAnswer {
  const messages = Array.isArray(body['messages']) ? body['messages'] : []
  const began = JSON.stringify(messages[0])
  if (began.includes('Go on with the plums.')) return says('attempt_completion', { result: 'Plums done.' })
  if (began.includes('count pears')) {
    if (messages.length > 1) return says('attempt_completion', { result: 'Seven pears.' })
    return says('execute_command', { command: 'touch counted.txt', requires_approval: true })
  }
  if (messages.length > 1) return says('new_task', { context: 'Go on with the plums.' })
  return says('use_subagents', { prompt_1: 'count pears' })
}

test('approve starts subagents, answers for them, and goes on in the new task that it lets begin', async () => {
  const place = await openPlace(answerOf)
  const settings = join(place.dataDir, 'run.json')
  await writeFile(settings, JSON.stringify({ subagentsEnabled: true }))
  const args = ['--settings', settings, '--auto-approve', 'none', '--on-ask', 'approve']
  const { status, events } = await place.run(args, 'Look into the fruit, then /newtask')
  expect(status).toBe(0)
  expect(events.flatMap((event) => (event.type === 'ask' ? [event.ask] : []))).toEqual(['use_subagents', 'command', 'new_task'])
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'ask', message: expect.objectContaining({ subagent: expect.objectContaining({ index: 1 }) }) }),
  )
  expect(events.at(-1)).toMatchObject({ type: 'result', status: 'completed', text: 'Plums done.' })
  expect(await place.read('counted.txt')).toBe('')
  expect(await place.tasks()).toHaveLength(2)
  expect(JSON.stringify(place.server.requests.map(({ body }) => body))).toContain('Seven pears.')
})
