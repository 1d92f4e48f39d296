import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ApprovalDecision, ToolExecutor } from '../../../../main/tools/tool-executor'
import { ToolExecutorCoordinator } from '../../../../main/tools/tool-executor-coordinator'
import { resultContent } from '../../../../main/tools/tool-outcome'
import { ToolValidator } from '../../../../main/tools/tool-validator'
import { testTool, type TestTool } from '../../../support/tool-config'

const validator = new ToolValidator()
const executorOf = (tool: TestTool, decision: ApprovalDecision) =>
  new ToolExecutor(new ToolExecutorCoordinator(validator), validator, {
    config: () => tool.config,
    decide: () => Promise.resolve(decision),
    recordIntent: () => Promise.resolve(),
    started: () => undefined,
  })
const allow: ApprovalDecision = { kind: 'allow', reason: 'everything is approved' }
const ask: ApprovalDecision = { kind: 'ask', reason: 'writes outside the project' }
const call = (name: string, input: Record<string, unknown>) => ({ id: 'c', name, input, ts: undefined })
const text = (tool: TestTool) => readFile(join(tool.cwd, 'a'), 'utf8')

const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')
const short = call('write_to_file', { path: 'a', content: 'x\n' })

describe('a call with something that a person should look at', () => {
  it('asks although everything is approved, and says why', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'yesButtonClicked' })
    expect(await executorOf(tool, allow).execute(short)).toMatchObject({ kind: 'done' })
    expect(tool.rows).toMatchObject([{ type: 'ask', approval: { reason: 'It would leave 1 of the 40 lines in a.' } }])
    expect(await text(tool)).toBe('x\n')
  })

  it('says both reasons where it would have asked anyway', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'noButtonClicked' })
    const outcome = await executorOf(tool, ask).execute(short)
    expect(tool.rows).toMatchObject([{ approval: { reason: 'writes outside the project. It would leave 1 of the 40 lines in a.' } }])
    expect(await text(tool)).toBe(long)
    expect(resultContent(outcome, '', '').content).toMatchObject([
      { text: expect.stringContaining('It would leave 1 of the 40 lines in a.') },
    ])
  })

  it('is no call that has nothing of the kind', async () => {
    const tool = await testTool({ files: { a: long } })
    await executorOf(tool, allow).execute(call('write_to_file', { path: 'a', content: `${long}more\n` }))
    expect(tool.rows).toMatchObject([{ type: 'say', data: { status: 'done' } }])
  })
})

describe('a call that a person changed before approving it', () => {
  const rewrite = call('write_to_file', { path: 'a', content: long.replace('line 1\n', 'one\n').replace('line 30\n', 'thirty\n') })

  it('runs as they changed it, and the card shows that', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'yesButtonClicked', amendment: { leftOut: [{ file: 0, hunk: 0 }] } })
    expect(await executorOf(tool, ask).execute(rewrite)).toMatchObject({ kind: 'done' })
    expect(await text(tool)).toBe(long.replace('line 30\n', 'thirty\n'))
    expect(tool.rows).toMatchObject([{ data: { status: 'done', added: 1, removed: 1, diff: expect.not.stringContaining('one') } }])
  })

  it('is turned down when nothing of it is left', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'yesButtonClicked', amendment: { leftOut: [0, 1].map((hunk) => ({ file: 0, hunk })) } })
    expect(await executorOf(tool, ask).execute(rewrite)).toMatchObject({ kind: 'denied', why: expect.stringContaining('without any part') })
    expect(tool.rows).toMatchObject([{ data: { status: 'denied' } }])
    expect(await text(tool)).toBe(long)
  })

  it('does not run where the tool cannot take the change', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'yesButtonClicked', amendment: { text: 'x' } })
    expect(await executorOf(tool, ask).execute(call('read_file', { path: 'a' }))).toMatchObject({ kind: 'denied' })
  })
})
