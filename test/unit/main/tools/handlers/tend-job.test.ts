import { describe, expect, it } from 'vitest'
import { noEffects } from '../../../../../shared/effects'
import { ExecuteCommandToolHandler } from '../../../../../main/tools/handlers/execute-command'
import { testTool, type TestTool } from '../../../../support/tool-config'

const handler = new ExecuteCommandToolHandler()
/** Waits for nothing longer than it must. */
const impatient = new ExecuteCommandToolHandler({ startMs: 400, unansweredMs: 200 })
const quick = { call: (tool: TestTool, input: Record<string, unknown>) => tool.call(impatient, input) }

describe('a command in the background', () => {
  it('gives its first output and a name, by which it is seen and stopped', async () => {
    const tool = await testTool()
    const started = await quick.call(tool, { command: 'echo up; sleep 86451', background: 'true' })
    expect(started).toMatchObject({ status: 'done', patch: { background: true }, note: 'Runs in the background' })
    expect(started.content).toBe(
      'It runs in the background as the job "echo up; sleep 86451". What it prints from now on is told with later messages.\nOutput:\nup',
    )
    const job = 'echo up; sleep 86451'
    expect(await tool.call(handler, { job })).toMatchObject({ status: 'done', content: `"${job}" runs.\nOutput:\nup` })
    expect(await tool.call(handler, { job, action: 'stop' })).toMatchObject({ content: expect.stringContaining(`"${job}" has ended: SIG`) })
    expect(tool.rows.findLast((row) => row.type === 'say' && row.say === 'info')).toMatchObject({ text: `The agent stopped ${job}.` })
  })

  it('that ends while it starts is a result like any other', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { command: 'echo no; exit 3', background: 'true' })).toMatchObject({
      content: 'It failed with exit code 3.\nOutput:\nno',
    })
  })

  it('has no time limit of its own when nobody looks', async () => {
    const tool = await testTool({ yolo: true })
    const requests: object[] = []
    const { terminal } = tool.config.services
    const run = terminal.run.bind(terminal)
    Object.assign(terminal, { run: (request: Parameters<typeof run>[0]) => (requests.push(request), run({ ...request, command: 'true' })) })
    await tool.call(handler, { command: 'npm run dev', background: true })
    expect(requests).toEqual([{ command: 'npm run dev', cwd: tool.cwd }])
  })

  it('that is not there is refused without a question, with the names of those that are', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { job: 'x' })).toMatchObject({ status: 'failed', content: expect.stringContaining('There are none.') })
    await quick.call(tool, { command: 'sleep 86452', background: true })
    expect(await tool.call(handler, { job: 'x', action: 'stop' })).toMatchObject({
      content: expect.stringContaining('There are "sleep 86452".'),
    })
  })

  it('does nothing that needs approval: a job was approved when it was started', async () => {
    const tool = await testTool()
    expect(await handler.effects(handler.spec.input.parse({ job: 'x', action: 'stop' }), tool.config)).toEqual(noEffects)
  })

  it.each([{ command: 'ls', job: 'x' }, {}, { job: '' }, { job: 'x', action: 'type' }])('is not half a command: %j', (input) => {
    expect(handler.spec.input.safeParse(input).success).toBe(false)
  })

  it('may come with empty texts for what is not meant', () => {
    expect(handler.spec.input.parse({ command: 'ls', job: '', action: '', background: '' })).toMatchObject({ command: 'ls' })
    expect(handler.spec.input.parse({ command: '', job: 'x' })).toEqual({ command: '', job: 'x' })
  })
})
