import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noEffects } from '../../../../../shared/effects'
import type { ClineMessage } from '../../../../../shared/messages'
import { ExecuteCommandToolHandler } from '../../../../../main/tools/handlers/execute-command'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { SearchFilesToolHandler } from '../../../../../main/tools/handlers/search-files'
import { isSlow } from '../../../../../main/tools/handlers/slow-commands'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { partial, testTool, type TestTool } from '../../../../support/tool-config'

const handler = new ExecuteCommandToolHandler()
const outputRow = (rows: readonly ClineMessage[]) => rows.find((row) => row.type === 'say' && row.say === 'command_output')
const commandRow = (rows: readonly ClineMessage[]) => rows.find((row) => row.type === 'say' && row.say === 'command')

/** Resolves when the command has printed something: the row is made then. */
function firstOutput({ config }: TestTool): Promise<void> {
  return new Promise((resolve) => {
    const { say } = config.callbacks
    Object.assign(config.callbacks, {
      say: (row: Parameters<typeof say>[0]) => {
        const ts = say(row)
        if (row.say === 'command_output') resolve()
        return ts
      },
    })
  })
}

describe('execute_command', () => {
  it('gives exit code and output, and shows the output in a row of its own', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { command: 'echo hi; echo there' })).toMatchObject({
      status: 'done',
      content: 'Exit code 0.\nOutput:\nhi\nthere',
      patch: { exitCode: 0 },
    })
    const command = commandRow(tool.rows)
    expect(command).toMatchObject({ data: { command: 'echo hi; echo there', cwd: tool.cwd, terminalId: expect.any(String) } })
    expect(outputRow(tool.rows)).toMatchObject({ text: 'hi\nthere', data: { commandTs: command?.ts } })
    expect(outputRow(tool.rows)?.partial).toBeUndefined()
  })

  it('shows the output piece by piece, and the pieces are the whole', async () => {
    const tool = await testTool()
    const pieces = new Map<number, string>()
    const { say, appendRow } = tool.config.callbacks
    Object.assign(tool.config.callbacks, {
      say: (row: Parameters<typeof say>[0]) => {
        const ts = say(row)
        if (row.say === 'command_output') pieces.set(ts, row.text ?? '')
        return ts
      },
      appendRow: (...[ts, field, more]: Parameters<typeof appendRow>) => {
        pieces.set(ts, `${pieces.get(ts)}${String(more)}`)
        appendRow(ts, field, more)
      },
    })
    await tool.call(handler, { command: "printf '\\none \\n\\n'; sleep 0.2; printf 'two\\n  \\n\\n'" })
    const row = outputRow(tool.rows)
    expect(row?.text).toBe('\none \n\ntwo\n  \n')
    expect([...pieces]).toEqual([[row?.ts, row?.text]])
  })

  it('says when nothing was printed, and makes no row for it', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { command: 'true' })).toMatchObject({ content: 'Exit code 0.\nIt printed nothing.' })
    expect(outputRow(tool.rows)).toBeUndefined()
  })

  it('takes a failed command for a result, and names its exit code or signal', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { command: 'echo no; exit 3' })).toMatchObject({
      status: 'done',
      content: 'It failed with exit code 3.\nOutput:\nno',
      patch: { exitCode: 3 },
    })
    expect(await tool.call(handler, { command: 'kill -TERM $$' })).toMatchObject({
      status: 'done',
      content: expect.stringContaining('ended by SIGTERM'),
      patch: { signal: 'SIGTERM' },
    })
  })

  it('shortens the output to the limit that is set', async () => {
    const tool = await testTool({ lineLimit: 10 })
    const { content } = await tool.call(handler, { command: 'seq 1000' })
    expect(content).toMatch(/\n5\n… \[990 lines left out; all of it is in .*\] …\n996\n/)
  })

  it('ends a command that takes longer than it may, and says so', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { command: 'echo begun; sleep 86441', timeout: '1' })).toMatchObject({
      status: 'failed',
      content: 'It did not end within 1 s, so it was ended with all it had started.\nOutput:\nbegun',
      note: 'Ended after 1 s',
    })
  })

  it('is ended by Cancel, and nothing after it may run', async () => {
    const tool = await testTool()
    const printed = firstOutput(tool)
    const call = tool.call(handler, { command: 'echo begun; sleep 86442' })
    await printed
    tool.cancel()
    await expect(call).rejects.toThrow('cancelled')
    expect(commandRow(tool.rows)).toMatchObject({ data: { status: 'cancelled' } })
    expect(outputRow(tool.rows)).toMatchObject({ text: 'begun' })
  })

  it('can be let go on: the call ends with what was printed so far, the rows go on to the end', async () => {
    const tool = await testTool()
    const printed = firstOutput(tool)
    const call = tool.call(handler, { command: 'echo begun; while ! test -e go; do sleep 0.05; done; echo more' })
    await printed
    tool.detach()
    const response = await call
    expect(response).toMatchObject({ status: 'done', patch: { background: true }, note: 'Runs in the background' })
    expect(response.content).toContain('It still runs')
    expect(response.content).toContain('begun')
    const ended = new Promise<void>((resolve) => {
      const { patchRow } = tool.config.callbacks
      Object.assign(tool.config.callbacks, {
        patchRow: (...patch: Parameters<typeof patchRow>) => {
          patchRow(...patch)
          if (JSON.stringify(patch[1]).includes('exitCode')) resolve()
        },
      })
    })
    await tool.config.services.files.writeText(await tool.config.services.files.resolve('go'), '', { expectedHash: null, bom: false })
    await ended
    expect(outputRow(tool.rows)).toMatchObject({ text: 'begun\nmore' })
    expect(commandRow(tool.rows)).toMatchObject({ data: { status: 'done', exitCode: 0, note: 'Ran in the background' } })
  })

  it('asks for approval unless the model says that it is harmless, and runs in the project', async () => {
    const tool = await testTool()
    const effects = (input: Record<string, unknown>) => handler.effects(handler.spec.input.parse(input), tool.config)
    expect(await effects({ command: 'ls' })).toMatchObject({ executes: [{ command: 'ls', cwd: tool.cwd, requiresApproval: true }] })
    expect(await effects({ command: 'ls', requires_approval: 'false' })).toMatchObject({ executes: [{ requiresApproval: false }] })
  })

  it.each([
    ['npm test', 'Run: npm test'],
    ['cd web && npm test', 'Run in web/: npm test'],
    ['cd ../x && rm -rf y', 'Run: cd ../x && rm -rf y'],
    ['cd "a b" && ls', 'Run: cd "a b" && ls'],
    ['echo a\nrm -rf b', 'Run: echo a ⏎ rm -rf b'],
    ['ls \u202e\u0008\u200bx', 'Run: ls \\u{202e}\\u{8}\\u{200b}x'],
  ])('says in words what %j would do', async (command, summary) => {
    const tool = await testTool()
    expect(await handler.prepare({ command }, tool.config)).toMatchObject({
      kind: 'ready',
      summary,
      card: { kind: 'command', data: { command } },
    })
  })

  it('refuses an empty command, and one that would be cut off at a NUL', () => {
    for (const command of ['', ' \n', 'ls\0rm']) expect(handler.spec.input.safeParse({ command }).success).toBe(false)
  })

  it('is drawn while it streams', async () => {
    const { config, cwd } = await testTool()
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.BASH, { command: 'npm te' }), config)).toMatchObject({
      kind: 'command',
      data: { command: 'npm te', cwd, status: 'drafting' },
    })
  })
})

describe('a command that the person changed before approving it', () => {
  it('is the one that runs, and the model is told', async () => {
    const tool = await testTool()
    const amended = await handler.amend({ command: 'rm -rf build' }, { isChanged: false }, { command: 'echo build' }, tool.config)
    expect(amended).toMatchObject({
      input: { command: 'echo build' },
      summary: 'Run: echo build',
      card: { data: { command: 'echo build' } },
    })
    if (amended.kind === 'failed' || !amended.input) throw new Error('It was not taken.')
    const use = { name: handler.name, callId: 'call_1', input: amended.input }
    expect(await handler.execute(tool.config, use, amended.basis, undefined)).toMatchObject({
      content: 'The person changed the command before approving it. What ran is: echo build\nExit code 0.\nOutput:\nbuild',
    })
  })

  it('to nothing does not run', async () => {
    const tool = await testTool()
    expect(await handler.amend({ command: 'ls' }, { isChanged: false }, { command: ' ' }, tool.config)).toMatchObject({ kind: 'failed' })
    const same = await handler.amend({ command: 'ls' }, { isChanged: false }, {}, tool.config)
    expect(same).not.toHaveProperty('input')
  })
})

describe('the full output that a result points to', () => {
  it('is read and searched without a question, and that of another task is not', async () => {
    const tool = await testTool({ lineLimit: 10 })
    const { content } = await tool.call(handler, { command: 'seq 30000' })
    const [, path = ''] = /all of it is in (.*)\] …/.exec(String(content)) ?? []
    const [read, search] = [new ReadFileToolHandler(), new SearchFilesToolHandler()]
    expect(await read.effects({ path }, tool.config)).toEqual(noEffects)
    expect(await search.effects({ path, regex: 'x' }, tool.config)).toEqual(noEffects)
    expect((await tool.call(read, { path, start_line: 12_345, end_line: 12_345 })).content).toContain('12345 | 12345')
    expect(JSON.stringify((await tool.call(search, { path, regex: '^2345$' })).content)).toContain('2345')
    const other = path.replace('/task-', '/other-')
    expect(await read.effects({ path: other }, tool.config)).toMatchObject({ reads: [{ inside: false }] })
    expect(await read.effects({ path: dirname(path) }, tool.config)).toMatchObject({ reads: [{ inside: false }] })
  })
})

describe('the time that a command may take when nobody looks', () => {
  it.each([
    'npm install',
    'npm ci',
    'pnpm run build',
    'yarn test',
    'npm run test:unit',
    'npm run type-check',
    'pip install x',
    'cargo build --release',
    'make',
    'cd x && make -j4',
    'echo a\npytest -q',
    'npx vitest run',
    'docker build .',
    'python3 scripts/train.py',
    './gradlew check',
    'go test ./...',
  ])('is long for %s', (command) => {
    expect(isSlow(command)).toBe(true)
  })

  it.each(['ls', 'npm --version', 'git status', 'echo make', 'cat Makefile', 'node build.js', 'python3 restrain.py', 'grep -r install .'])(
    'is short for %s',
    (command) => {
      expect(isSlow(command)).toBe(command === 'echo make')
    },
  )

  it('is set only in yolo mode', async () => {
    const tool = await testTool({ yolo: true })
    const limits: (number | undefined)[] = []
    const { terminal } = tool.config.services
    const run = terminal.run.bind(terminal)
    Object.assign(tool.config.services, {
      terminal: {
        run: (request: Parameters<typeof run>[0]) => {
          limits.push(request.timeoutMs)
          return run({ ...request, command: 'true' })
        },
      },
    })
    for (const input of [{ command: 'ls' }, { command: 'npm test' }, { command: 'ls', timeout: 7 }]) await tool.call(handler, input)
    expect(limits).toEqual([30_000, 300_000, 7000])
  })
})
