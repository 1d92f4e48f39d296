import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Effects } from '../../../../shared/effects'
import { type ApprovalDecision, ToolExecutor } from '../../../../main/tools/tool-executor'
import { ToolExecutorCoordinator } from '../../../../main/tools/tool-executor-coordinator'
import { resultContent } from '../../../../main/tools/tool-outcome'
import { ToolValidator } from '../../../../main/tools/tool-validator'
import { testTool, type TestTool } from '../../../support/tool-config'

const validator = new ToolValidator()
const executorOf = (tool: TestTool, decision: ApprovalDecision | ((effects: Effects) => ApprovalDecision), made: unknown[] = []) =>
  new ToolExecutor(new ToolExecutorCoordinator(validator), validator, {
    config: () => tool.config,
    decide: (effects) => Promise.resolve(typeof decision === 'function' ? decision(effects) : decision),
    makeRule: (choice) => void made.push(choice),
    recordIntent: () => Promise.resolve(),
    started: () => undefined,
    hooks: { before: () => Promise.resolve(undefined), after: () => Promise.resolve() },
    readUntrusted: () => undefined,
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

  it('is asked about again when their own text cannot be written as the file is', async () => {
    const german = Buffer.from('Ein schöner Tag für große Übungen\n', 'latin1')
    const tool = await testTool({ files: { a: german } })
    tool.answers.push({ response: 'yesButtonClicked', amendment: { text: 'schön → hin\n' } }, { response: 'noButtonClicked' })
    const rewritten = call('write_to_file', { path: 'a', content: 'schöner Tag\n' })
    expect(await executorOf(tool, ask).execute(rewritten)).toMatchObject({ kind: 'denied' })
    expect(tool.rows).toMatchObject([
      {
        type: 'ask',
        approval: { summary: expect.stringContaining('Convert a from windows-1252 to UTF-8'), reason: expect.stringContaining('“→”') },
      },
    ])
    expect(await readFile(join(tool.cwd, 'a'))).toEqual(german)
  })

  it('does not run where the tool cannot take the change', async () => {
    const tool = await testTool({ files: { a: long } })
    tool.answers.push({ response: 'yesButtonClicked', amendment: { text: 'x' } })
    expect(await executorOf(tool, ask).execute(call('read_file', { path: 'a' }))).toMatchObject({ kind: 'denied' })
  })

  it.each([
    ['execute_command', { command: 'touch made' }, { text: 'x' }],
    ['execute_command', { command: 'touch made' }, { leftOut: [{ file: 0, hunk: 0 }] }],
    ['write_to_file', { path: 'made', content: 'x' }, { command: 'touch other' }],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: made\n+x\n*** End Patch' }, { command: 'touch other' }],
    ['apply_patch', { input: '*** Begin Patch\n*** Delete File: old\n*** End Patch' }, { text: 'kept\n' }],
  ])('does not run where the change is of another kind than the call: %s', async (name, input, amendment) => {
    const tool = await testTool({ files: { old: 'old\n' } })
    tool.answers.push({ response: 'yesButtonClicked', amendment })
    expect(await executorOf(tool, ask).execute(call(name, input))).toMatchObject({ kind: 'denied' })
    expect(await readdir(tool.cwd)).toEqual(['old'])
  })
})

describe('a call that must be asked about and has nothing to show', () => {
  it('does not run', async () => {
    const tool = await testTool()
    const completion = call('attempt_completion', { result: 'Done.' })
    expect(await executorOf(tool, ask).execute(completion)).toMatchObject({ kind: 'failed' })
    expect(tool.rows).toMatchObject([{ data: { status: 'failed' } }])
  })
})

describe('several reads of one answer', () => {
  const reads = ['a', 'b', 'c'].map((path) => ({ ...call('read_file', { path }), id: path }))
  const files = { a: '1\n', b: '2\n', c: '3\n' }

  it('share one question, each holds once, and the others are not asked about', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'yesButtonClicked' })
    const executor = executorOf(tool, { kind: 'ask', reason: 'reading files is not auto-approved' })
    for (const [at, read] of reads.entries()) expect(await executor.execute(read, reads.slice(at + 1))).toMatchObject({ kind: 'done' })
    expect(tool.rows.map(({ type }) => type)).toEqual(['ask', 'say', 'say'])
    expect(tool.rows[0]).toMatchObject({ data: { also: [{ callId: 'b' }, { callId: 'c' }] } })
    const again = executor.execute({ ...call('read_file', { path: 'b' }), id: 'b' })
    tool.answers.push({ response: 'noButtonClicked' })
    expect(await again).toMatchObject({ kind: 'denied' })
  })

  it('are asked about with a reason that counts all of them', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'yesButtonClicked' })
    const counting = (effects: Effects): ApprovalDecision => ({ kind: 'ask', reason: `reads ${effects.reads.length}` })
    const [first, ...rest] = reads
    if (!first) throw new Error('three reads')
    await executorOf(tool, counting).execute(first, rest)
    expect(tool.rows[0]).toMatchObject({ approval: { reason: 'reads 3' } })
  })

  it('do not take a write along, nor what comes after it', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'yesButtonClicked' }, { response: 'noButtonClicked' })
    const write = { ...call('write_to_file', { path: 'n', content: 'x\n' }), id: 'w' }
    const executor = executorOf(tool, ask)
    const calls = [reads[0], write, reads[1]].filter((each) => each !== undefined)
    for (const [at, each] of calls.slice(0, 2).entries()) await executor.execute(each, calls.slice(at + 1))
    expect(tool.rows[0]).not.toHaveProperty('data.also')
    expect(tool.rows[1]).toMatchObject({ type: 'ask', data: { status: 'denied' } })
  })

  it('of which one reads another file by now are asked about anew', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'yesButtonClicked' }, { response: 'noButtonClicked' })
    const executor = executorOf(tool, ask)
    const [first, second] = reads
    if (!first || !second) throw new Error('two reads')
    await executor.execute(first, [second])
    expect(await executor.execute({ ...call('read_file', { path: 'c' }), id: second.id })).toMatchObject({ kind: 'denied' })
  })

  it('are not approved any more once another call came between', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'yesButtonClicked' }, { response: 'noButtonClicked' }, { response: 'noButtonClicked' })
    const executor = executorOf(tool, ask)
    const [first, second, third] = reads
    if (!first || !second || !third) throw new Error('three reads')
    await executor.execute(first, [second])
    // The task was cancelled here, and a later answer names its calls as the one before did.
    expect(await executor.execute(third)).toMatchObject({ kind: 'denied' })
    expect(await executor.execute(second)).toMatchObject({ kind: 'denied' })
  })

  it('are marked on the card when any of them lies outside the project', async () => {
    const tool = await testTool({ files })
    tool.answers.push({ response: 'noButtonClicked' })
    const [first] = reads
    if (!first) throw new Error('a read')
    await executorOf(tool, ask).execute(first, [{ ...call('list_files', { path: tmpdir() }), id: 'far' }])
    expect(tool.rows[0]).toMatchObject({ isOperationOutsideWorkspace: true })
  })
})

describe('an answer that makes a rule', () => {
  const offers = [{ id: 'o', subjects: [], words: 'npm test with any arguments' }]
  const rule = { offerId: 'o', scope: 'project' } as const

  it('hands it on with what was offered, and shows the offers with the question', async () => {
    const tool = await testTool({ files: { a: '1\n' } })
    const made: unknown[] = []
    tool.answers.push({ response: 'yesButtonClicked', rule })
    await executorOf(tool, { ...ask, offers }, made).execute(call('read_file', { path: 'a' }))
    expect(made).toEqual([rule])
    expect(tool.rows[0]).toMatchObject({ approval: { offers } })
  })

  it('makes none when the call is turned down', async () => {
    const tool = await testTool({ files: { a: '1\n' } })
    const made: unknown[] = []
    tool.answers.push({ response: 'noButtonClicked', rule })
    await executorOf(tool, { ...ask, offers }, made).execute(call('read_file', { path: 'a' }))
    expect(made).toEqual([])
  })

  it('makes none when the call was changed to one that does not run', async () => {
    const tool = await testTool({ files: { a: '1\n' } })
    const made: unknown[] = []
    tool.answers.push({ response: 'yesButtonClicked', rule, amendment: { leftOut: [{ file: 0, hunk: 0 }] } })
    const edit = call('write_to_file', { path: 'a', content: '2\n' })
    expect(await executorOf(tool, { ...ask, offers }, made).execute(edit)).toMatchObject({ kind: 'denied' })
    expect(made).toEqual([])
  })
})
