import { expect, it } from 'vitest'
import { answer, complete, scriptedTeam, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { logOf } from '../support/subagent-team'
import { eventually } from '../support/eventually'

it('a command of a subagent goes on in the background when the person says so', async () => {
  const command = { command: 'echo begun; sleep 60', requires_approval: false }
  const provider = scriptedTeam({
    'the whole work': [answer(toolCall('use_subagents', { prompt_1: 'run long' })), complete()],
    'run long': [answer(toolCall('execute_command', command)), answer(toolCall('list_files', { path: '.' })), complete()],
  })
  const session = await TaskSession.open(provider, {
    settings: { subagentsEnabled: true, autoApprovalSettings: { actions: { executeAllCommands: true } } },
  })
  await session.start('the whole work')
  const { controller } = session
  expect(controller.detachCommand('none')).toBe(false)
  await eventually(async () => {
    const ts = session.rows.find((row) => row.type === 'say' && row.say === 'subagent')?.ts ?? 0
    const log = await logOf(session, { ts, index: 1 })
    const row = log?.find((each) => each.type === 'say' && each.say === 'command')
    const terminalId = row && 'data' in row && 'terminalId' in row.data ? row.data.terminalId : undefined
    expect(controller.detachCommand(terminalId ?? '')).toBe(true)
  })
  await session.ask('completion_result')
  expect(JSON.stringify(provider.of('run long')[1]?.conversation.at(-1))).toContain('the person let it go on in the background')
  expect(JSON.stringify(provider.of('run long')[2]?.conversation.at(-1))).toContain('[Job \\"echo begun; sleep 60\\" runs.]')
  // It goes on only for as long as its subagent does, and that is said.
  const told = 'What it left running was ended with it: echo begun; sleep 60'
  expect(JSON.stringify(provider.of('the whole work')[1]?.conversation.at(-1))).toContain(`All done.\\n\\n[${told}]`)
  const ts = session.rows.find((row) => row.type === 'say' && row.say === 'subagent')?.ts ?? 0
  expect((await logOf(session, { ts, index: 1 }))?.at(-1)).toMatchObject({ say: 'info', text: told })
})
