import { expect, it } from 'vitest'
import { AskDesk } from '../../../../main/task/ask-desk'
import { MessageQueue } from '../../../../main/task/message-queue'
import { MessageState } from '../../../../main/task/message-state'

it('a row that was answered and asks once more stands open again, with no answer of before', async () => {
  const rows = new MessageState({ append: () => undefined, flush: () => Promise.resolve() }, () => undefined)
  const { signal } = new AbortController()
  const desk = new AskDesk({
    rows,
    queue: new MessageQueue([], () => undefined),
    saved: () => Promise.resolve(),
    save: () => undefined,
    signal: () => signal,
    step: () => undefined,
    tell: () => undefined,
  })
  const row = { ask: 'command', data: { command: 'ls', cwd: '/p', status: 'awaiting_approval' } } as const
  const first = desk.open(row)
  desk.reply(first.ts, { response: 'yesButtonClicked' })
  await first.answer
  const again = desk.open(row, first.ts)
  expect(rows.get(first.ts)).not.toHaveProperty('answer')
  desk.reply(again.ts, { response: 'noButtonClicked' })
  await again.answer
  expect(rows.get(first.ts)).toMatchObject({ answer: { response: 'noButtonClicked' } })
})
