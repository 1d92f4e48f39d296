import { expect, it } from 'vitest'
import { MessageState } from '../../../../main/task/message-state'
import { settleRow } from '../../../../main/task/resume'
import type { CommandData } from '../../../../shared/messages'

function settled(data: Partial<CommandData>) {
  const rows = new MessageState({ append: () => undefined, flush: () => Promise.resolve() }, () => undefined)
  const ts = rows.say({
    say: 'command',
    data: { command: 'npm start', cwd: '/p', status: 'done', note: 'Runs in the background', ...data },
  })
  const row = rows.get(ts)
  if (row) settleRow(rows, row)
  return rows.get(ts)
}

it('says of a command in the background whose end nobody saw that it ended with its task', () => {
  expect(settled({ background: true })).toMatchObject({ data: { note: 'Ended when the task was closed' } })
})

it.each([{ background: true, exitCode: 0 }, { background: true, signal: 'SIGTERM' }, {}])(
  'leaves alone what is known of another: %j',
  (data) => {
    expect(settled(data)).toMatchObject({ data: { note: 'Runs in the background' } })
  },
)
