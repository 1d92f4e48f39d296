import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { ReplaceInFileToolHandler } from '../../../../../main/tools/handlers/replace-in-file'
import { WriteToFileToolHandler } from '../../../../../main/tools/handlers/write-to-file'
import type { IToolHandler } from '../../../../../main/tools/tool-handler'
import type { Amendment } from '../../../../../shared/messages'
import { testTool, type TestTool } from '../../../../support/tool-config'

const replace = new ReplaceInFileToolHandler()
const write = new WriteToFileToolHandler()
const block = (search: string, by: string) => `------- SEARCH\n${search}\n=======\n${by}\n+++++++ REPLACE\n`
const bytes = (tool: TestTool, path: string) => readFile(join(tool.cwd, path))
const text = async (tool: TestTool, path: string) => (await bytes(tool, path)).toString('utf8')
const read = (tool: TestTool, path: string) => tool.call(new ReadFileToolHandler(), { path })

/** A call that is prepared, and goes on when asked to, perhaps as a person changed it. */
async function begin<Input, Basis>(tool: TestTool, handler: IToolHandler<Input, Basis>, input: Input) {
  const prepared = await handler.prepare(input, tool.config)
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared.response))
  const block = { name: handler.name, callId: 'c', input }
  return {
    prepared,
    run: () => handler.execute(tool.config, block, prepared.basis, undefined),
    runAmended: async (amendment: Amendment) => {
      const amended = await handler.amend?.(input, prepared.basis, amendment, tool.config)
      if (amended?.kind !== 'ready') return amended?.response
      return handler.execute(tool.config, block, amended.basis, undefined)
    },
  }
}

const german = (...lines: string[]) => encode(lines.map((line) => `${line}\r\n`).join(''), 'windows-1252')
const GRUSS = ['Ein schöner Tag für große Übungen', 'ganz ohne Müdigkeit', 'zum Schluß']

describe('a file in another encoding', () => {
  it('stays in it, byte for byte outside of the edit', async () => {
    const tool = await testTool({ files: { 'a.txt': german(...GRUSS) } })
    expect(await tool.call(replace, { path: 'a.txt', diff: block('ganz ohne Müdigkeit', 'ganz ohne Größe') })).toMatchObject({
      status: 'done',
    })
    expect(await bytes(tool, 'a.txt')).toEqual(german(GRUSS[0], 'ganz ohne Größe', GRUSS[2]))
  })

  it('is converted only by a question that says so', async () => {
    const tool = await testTool({ files: { 'a.txt': german(...GRUSS) } })
    const { prepared, run } = await begin(tool, replace, { path: 'a.txt', diff: block('ganz ohne Müdigkeit', 'ganz → ohne') })
    expect(prepared).toMatchObject({
      summary: 'Convert a.txt from windows-1252 to UTF-8: Edit one place in a.txt',
      concern:
        'a.txt is in windows-1252, which cannot write “→” (U+2192, line 2): approving saves the whole file as UTF-8 instead, rejecting changes nothing.',
    })
    expect(await bytes(tool, 'a.txt')).toEqual(german(...GRUSS))
    expect((await run()).content).toContain('It was in windows-1252 and is in UTF-8 now.')
    expect(await text(tool, 'a.txt')).toBe(`${GRUSS[0]}\r\nganz → ohne\r\n${GRUSS[2]}\r\n`)
  })

  it('is asked about where its encoding is a guess that matters', async () => {
    const tool = await testTool({ files: { 'a.txt': encode('(c) © nobody\nx\n', 'windows-1252') } })
    expect(await replace.prepare({ path: 'a.txt', diff: block('x', 'é') }, tool.config)).toMatchObject({
      concern: expect.stringContaining('too little in it tells'),
    })
    expect(await replace.prepare({ path: 'a.txt', diff: block('x', 'y') }, tool.config)).not.toHaveProperty('concern')
  })

  it('takes no half of a character', async () => {
    const tool = await testTool({ files: { 'a.txt': 'x\n' } })
    expect(await tool.call(write, { path: 'a.txt', content: 'a\ud800\n' })).toMatchObject({
      status: 'failed',
      content: 'a.txt was not changed: no encoding can write the character (U+D800, line 1).',
    })
  })
})

describe('a write that a person should look at', () => {
  const long = Array.from({ length: 40 }, (_, at) => `const value${at} = ${at}\n`).join('')
  it.each([
    ['drops most of a file', { path: 'a.ts', content: 'const value0 = 0\n' }, 'It would leave 1 of the 40 lines in a.ts.'],
    ['has a comment in place of code', { path: 'a.ts', content: `${long}// ... rest of the code ...\n` }, 'seems to stand for code'],
    ['has line numbers in it', { path: 'a.ts', content: long.replace('const value3 ', '4 | const value3 ') }, 'line numbers of a tool'],
  ])('says so when it %s', async (_, input, says) => {
    const tool = await testTool({ files: { 'a.ts': long } })
    expect(await write.prepare(input, tool.config)).toMatchObject({ kind: 'ready', concern: expect.stringContaining(says) })
  })

  it('says nothing of any other', async () => {
    const tool = await testTool({ files: { 'a.ts': long } })
    expect(await write.prepare({ path: 'a.ts', content: `${long}export {}\n` }, tool.config)).not.toHaveProperty('concern')
  })
})

describe('a file that changed in the meantime', () => {
  const before = 'one\ntwo\nthree\nfour\n'

  it('after it was shown, keeps both changes where they are apart', async () => {
    const tool = await testTool({ files: { a: before } })
    await read(tool, 'a')
    const { run } = await begin(tool, replace, { path: 'a', diff: block('one', '1') })
    await writeFile(join(tool.cwd, 'a'), `${before}five\n`)
    const response = await run()
    expect(response.content).toContain('those changes are kept')
    expect(response.content).toContain('-one\n+1')
    expect(await text(tool, 'a')).toBe('1\ntwo\nthree\nfour\nfive\n')
  })

  it('after it was shown, is left alone where they are not, with the new text of the place', async () => {
    const tool = await testTool({ files: { a: before } })
    await read(tool, 'a')
    const { run } = await begin(tool, replace, { path: 'a', diff: block('two', '2') })
    await writeFile(join(tool.cwd, 'a'), before.replace('two', 'TWO'))
    expect(await run()).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('There it now reads:\n1 | one\n2 | TWO\n3 | three'),
    })
    expect(await text(tool, 'a')).toBe(before.replace('two', 'TWO'))
  })

  it('after the model wrote it, keeps what somebody else did elsewhere when it is rewritten', async () => {
    const tool = await testTool()
    await tool.call(write, { path: 'a', content: before })
    await writeFile(join(tool.cwd, 'a'), `zero\n${before}`)
    const response = await tool.call(write, { path: 'a', content: before.replace('four', '4') })
    expect(response.content).toContain('a had changed since you saw it, in other lines; those changes are kept.')
    expect(await text(tool, 'a')).toBe(`zero\n${before.replace('four', '4')}`)
  })

  it('after the model read it, likewise, whatever its line ends', async () => {
    const windows = before.replaceAll('\n', '\r\n')
    const tool = await testTool({ files: { a: windows } })
    await read(tool, 'a')
    await writeFile(join(tool.cwd, 'a'), windows.replace('one', 'ONE'))
    await tool.call(write, { path: 'a', content: before.replace('four', '4') })
    expect(await text(tool, 'a')).toBe(windows.replace('one', 'ONE').replace('four', '4'))
  })

  it('keeps its carriage returns, inside lines and at their ends', async () => {
    const mixed = 'one\ntw\ro\nthree\nfour\n'
    const tool = await testTool({ files: { a: mixed, b: 'one\rtwo\rthree\r' } })
    await read(tool, 'a')
    await read(tool, 'b')
    await writeFile(join(tool.cwd, 'a'), mixed.replace('one', 'ONE'))
    await writeFile(join(tool.cwd, 'b'), 'ONE\rtwo\rthree\r')
    await tool.call(write, { path: 'a', content: mixed.replace('four', '4') })
    await tool.call(write, { path: 'b', content: 'one\ntwo\n3\n' })
    expect(await text(tool, 'a')).toBe('ONE\ntw\ro\nthree\n4\n')
    expect(await text(tool, 'b')).toBe('ONE\rtwo\r3\r')
    const missed = await tool.call(replace, { path: 'b', diff: block('twoo', 'x') })
    expect(missed.content).toContain('2 | two')
  })

  it('after the model wrote it, is left alone where the rewrite would undo that', async () => {
    const tool = await testTool()
    await tool.call(write, { path: 'a', content: before })
    await writeFile(join(tool.cwd, 'a'), before.replace('two', 'TWO'))
    const response = await tool.call(write, { path: 'a', content: before.replace('two', '2') })
    expect(response).toMatchObject({ status: 'failed', content: expect.stringContaining('2 | TWO') })
    expect(await text(tool, 'a')).toBe(before.replace('two', 'TWO'))
  })
})

describe('an edit that a person changes before approving it', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`)
  const before = `${lines.join('\n')}\n`
  const diff = block('line 2', 'two') + block('line 20', 'twenty')

  it('is written without the hunks that they left out, and the model is told which and why', async () => {
    const tool = await testTool({ files: { a: before } })
    const { runAmended } = await begin(tool, replace, { path: 'a', diff })
    const response = await runAmended({ leftOut: [{ file: 0, hunk: 1, reason: 'twenty is too much' }] })
    expect(await text(tool, 'a')).toBe(before.replace('line 2\n', 'two\n'))
    expect(response).toMatchObject({ status: 'done', note: '+1 −1' })
    expect(response?.content).toContain(
      'The person approved your edit of a without these parts:\n- part 2 of 2, because: twenty is too much',
    )
    expect(response?.content).toContain('-line 20\n+twenty')
  })

  it('does nothing when every hunk is left out', async () => {
    const tool = await testTool({ files: { a: before } })
    const { runAmended } = await begin(tool, replace, { path: 'a', diff })
    const leftOut = [0, 1].map((hunk) => ({ file: 0, hunk }))
    expect(await runAmended({ leftOut })).toMatchObject({ status: 'denied', content: expect.stringContaining('without any part of it') })
    expect(await text(tool, 'a')).toBe(before)
  })

  it.each([
    { file: 0, hunk: 2 },
    { file: 1, hunk: 0 },
  ])('does nothing when they left out what is not there: %j', async (part) => {
    const tool = await testTool({ files: { a: before } })
    const { runAmended } = await begin(tool, replace, { path: 'a', diff })
    expect(await runAmended({ leftOut: [part] })).toMatchObject({ status: 'denied', content: expect.stringContaining('does not have') })
    expect(await text(tool, 'a')).toBe(before)
  })

  it('is written as they wrote it, with the line ends of the file, and the model is told the difference', async () => {
    const tool = await testTool({ files: { a: before.replaceAll('\n', '\r\n') } })
    const { runAmended } = await begin(tool, replace, { path: 'a', diff })
    const response = await runAmended({ text: before.replace('line 2\n', 'TWO\n') })
    expect(await text(tool, 'a')).toBe(before.replace('line 2\n', 'TWO\n').replaceAll('\n', '\r\n'))
    expect(response?.content).toContain('The person changed your text of a before approving it:')
    expect(response?.content).toContain('-two\n+TWO')
  })

  it('can be a new file that they empty', async () => {
    const tool = await testTool()
    const { runAmended } = await begin(tool, write, { path: 'new', content: 'x\n' })
    expect(await runAmended({ text: '' })).toMatchObject({ status: 'done' })
    expect(await text(tool, 'new')).toBe('')
  })
})

describe('the formatter that a person set', () => {
  it('runs after the write, and the model is told what it changed', async () => {
    const tool = await testTool({
      files: { 'src/a b.ts': 'x\ny\n', up: '#!/bin/sh\ntr a-z A-Z <"$1" >"$1.new" && cat "$1.new" >"$1" && rm "$1.new"\n' },
      formatOnSave: [{ glob: '*.ts', command: './up' }],
    })
    await chmod(join(tool.cwd, 'up'), 0o755)
    await read(tool, 'src/a b.ts')
    const response = await tool.call(replace, { path: 'src/a b.ts', diff: block('x', 'z') })
    expect(await text(tool, 'src/a b.ts')).toBe('Z\nY\n')
    expect(response.content).toContain(
      'The formatter set for it (./up) then changed it; base later edits on this:\n@@ -1,2 +1,2 @@\n-z\n-y\n+Z\n+Y',
    )
    expect(await tool.call(replace, { path: 'src/a b.ts', diff: block('Z', 'Q') })).toMatchObject({ status: 'done' })
  })

  it('shows nothing that it changed in a file that the model has not read', async () => {
    const tool = await testTool({ files: { a: 'x\nsecret\n' }, formatOnSave: [{ glob: 'a', command: 'printf "z\\nSECRET\\n" >' }] })
    const { content } = await tool.call(replace, { path: 'a', diff: block('x', 'z') })
    expect(await text(tool, 'a')).toBe('z\nSECRET\n')
    expect(content).toContain('then changed it: read it before you edit it again.')
    expect(content).not.toMatch(/^[-+ ]secret$/im)
  })

  it('leaves other files alone, and its failure is told', async () => {
    const tool = await testTool({
      files: { 'a.ts': 'x\n', 'a.md': 'x\n' },
      formatOnSave: [{ glob: '*.ts', command: 'echo broken >&2; exit 3; : {file}' }],
    })
    expect((await tool.call(replace, { path: 'a.md', diff: block('x', 'z') })).content).not.toContain('formatter')
    const response = await tool.call(replace, { path: 'a.ts', diff: block('x', 'z') })
    expect(response).toMatchObject({ status: 'done', content: expect.stringContaining('did not run: it ended with exit code 3. broken') })
    expect(await text(tool, 'a.ts')).toBe('z\n')
  })
})
