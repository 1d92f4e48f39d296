import { expect, it } from 'vitest'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

it.skipIf(process.platform !== 'linux')('a session says that its command waits for input, until somebody types', async () => {
  const asks = toolCall('execute_command', { command: 'read -p "Go on? " a; echo "said $a"', requires_approval: true })
  const session = await TaskSession.open([answer(asks), complete()], { hasWindow: true })
  await session.start()
  await session.approve('command')
  await session.until('the wait', () => session.controller.summary().waitsFor)
  expect(session.controller.summary()).toMatchObject({ state: 'running_tool', waitsFor: 'A command waits for input' })
  const row = session.rows.find((each) => each.type === 'ask' && each.ask === 'command')
  const terminalId = row?.type === 'ask' && row.ask === 'command' ? (row.data.terminalId ?? '') : ''
  await session.controller.terminal?.input(terminalId, 'yes\r')
  await session.ask('completion_result')
  expect(session.results(1)[0]).toContain('said yes')
  expect(session.controller.summary().waitsFor).not.toBe('A command waits for input')
})
