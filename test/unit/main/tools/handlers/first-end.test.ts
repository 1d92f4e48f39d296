import { describe, expect, it } from 'vitest'
import type { ClineMessage } from '../../../../../shared/messages'
import { ExecuteCommandToolHandler } from '../../../../../main/tools/handlers/execute-command'
import { testTool, type TestTool } from '../../../../support/tool-config'

const handler = new ExecuteCommandToolHandler()
/** Waits for nothing longer than it must. */
const impatient = new ExecuteCommandToolHandler({ startMs: 400, unansweredMs: 200 })
const quick = { call: (tool: TestTool, input: Record<string, unknown>) => tool.call(impatient, input) }
const commandRow = (rows: readonly ClineMessage[]) => rows.find((row) => row.type === 'say' && row.say === 'command')

describe.skipIf(process.platform !== 'linux')('a command that waits for input', () => {
  it('says so in its row as long as it does, and goes on once somebody typed', async () => {
    const tool = await testTool()
    const { patchRow } = tool.config.callbacks
    const seen: unknown[] = []
    Object.assign(tool.config.callbacks, {
      patchRow: (...[ts, patch]: Parameters<typeof patchRow>) => {
        patchRow(ts, patch)
        const row = commandRow(tool.rows)
        if (row?.type !== 'say' || row.say !== 'command') return
        seen.push(row.data.waitsForInput)
        if (row.data.waitsForInput) void tool.terminal.input(row.data.terminalId ?? '', 'Ada\r')
      },
    })
    expect(await tool.call(handler, { command: 'read -p "Name: " name; echo "Hello $name"' })).toMatchObject({
      content: expect.stringContaining('Hello Ada'),
    })
    expect(seen).toContain('line')
    expect(commandRow(tool.rows)).not.toHaveProperty('data.waitsForInput')
  })

  it.each([{ attended: false }, { yolo: true }])('is ended after a while when nobody is there to type: %j', async (options) => {
    const tool = await testTool(options)
    expect(await quick.call(tool, { command: 'printf "Go on? "; read answer; sleep 86453' })).toMatchObject({
      status: 'failed',
      content:
        'It waited for input for 0.2 s and nobody is there to type, so it was ended with all it had started. Pass what keeps it from asking.\nOutput:\nGo on? ',
      note: 'Ended: it waited for input for 0.2 s',
    })
  })
})
