import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { WriteToFileToolHandler } from '../../../../../main/tools/handlers/write-to-file'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { tempWorkspace } from '../../../../support/temp-workspace'
import { partial, testTool, type TestTool } from '../../../../support/tool-config'

const handler = new WriteToFileToolHandler()
const text = (tool: TestTool, path: string) => readFile(join(tool.cwd, path), 'utf8')

async function prepare(tool: TestTool, input: { path: string; content: string }) {
  const prepared = await handler.prepare(input, tool.config)
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared.response))
  const run = () => handler.execute(tool.config, { name: handler.name, callId: 'c', input }, prepared.basis)
  return { prepared, run }
}

describe('write_to_file', () => {
  it('creates a file with its folders, and says so shortly', async () => {
    const tool = await testTool()
    const response = await tool.call(handler, { path: 'src/new/a.ts', content: 'one\ntwo\n' })
    expect(response).toMatchObject({ status: 'done', note: '+2 −0' })
    expect(response.content).toMatch(/^Created src\/new\/a\.ts \(2 lines\)\. Hash of its content now: [0-9a-f]{16}\.$/)
    expect(await text(tool, 'src/new/a.ts')).toBe('one\ntwo\n')
    expect(tool.changes).toEqual([{ path: 'src/new/a.ts', added: 2, removed: 0 }])
  })

  it('replaces a file, and answers with the difference instead of the whole', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\ntwo\nthree\n' } })
    await tool.call(new ReadFileToolHandler(), { path: 'a.txt' })
    const response = await tool.call(handler, { path: 'a.txt', content: 'one\n2\nthree\n' })
    expect(response.content).toContain('Saved a.txt (+1 −1).')
    expect(response.content).toContain('@@ -1,3 +1,3 @@\n one\n-two\n+2\n three')
  })

  it('does not show what it replaced to a model that has not read it', async () => {
    const tool = await testTool({ files: { '.env': 'PASSWORD=hunter2\n' } })
    const { content } = await tool.call(handler, { path: '.env', content: 'PASSWORD=\n' })
    expect(content).toContain('Saved .env (+1 −1).')
    expect(content).toContain('you have not read this file')
    expect(content).not.toContain('hunter2')
    expect((await tool.call(handler, { path: '.env', content: 'PASSWORD=x\n' })).content).toContain('-PASSWORD=\n+PASSWORD=x')
  })

  it('shows before it writes what would change, and writes exactly that', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\n' } })
    const { prepared, run } = await prepare(tool, { path: 'a.txt', content: 'two\n' })
    expect(prepared).toMatchObject({
      summary: 'Rewrite a.txt (+1 −1)',
      card: {
        kind: 'tool',
        data: { tool: 'editedExistingFile', path: 'a.txt', diff: '@@ -1,1 +1,1 @@\n-one\n+two', added: 1, removed: 1, content: '' },
      },
    })
    expect(await text(tool, 'a.txt')).toBe('one\n')
    await run()
    expect(await text(tool, 'a.txt')).toBe('two\n')
  })

  it('takes empty content for content, and a final newline as given', async () => {
    const tool = await testTool({ files: { 'a.txt': 'x' } })
    expect(await tool.call(handler, { path: 'a.txt', content: '' })).toMatchObject({ status: 'done' })
    expect(await text(tool, 'a.txt')).toBe('')
    await tool.call(handler, { path: 'empty.txt', content: '' })
    expect(await text(tool, 'empty.txt')).toBe('')
    await tool.call(handler, { path: 'b.txt', content: '\n\n  x' })
    expect(await text(tool, 'b.txt')).toBe('\n\n  x')
  })

  it('unescapes nothing', async () => {
    const tool = await testTool()
    await tool.call(handler, { path: 'a.html', content: '&lt;b&gt; &amp; \ufffd' })
    expect(await text(tool, 'a.html')).toBe('&lt;b&gt; &amp; \ufffd')
  })

  it.each([
    ['a.ts', '```ts\nconst a = 1\n```', 'const a = 1\n'],
    ['a.ts', '```\nconst a = 1\n```\n', 'const a = 1\n'],
    ['a.ts', '```ts\na\n```\ntext\n```\nb\n```', '```ts\na\n```\ntext\n```\nb\n```'],
    ['a.ts', 'a\n```\nb\n', 'a\n```\nb\n'],
    ['a.md', '```ts\nconst a = 1\n```', '```ts\nconst a = 1\n```'],
  ])('takes a fence off %s only if it wraps the whole', async (path, content, expected) => {
    const tool = await testTool()
    await tool.call(handler, { path, content })
    expect(await text(tool, path)).toBe(expected)
  })

  it('keeps Windows line ends and a byte order mark', async () => {
    const tool = await testTool({ files: { 'a.txt': '\ufeffone\r\ntwo\r\n' } })
    await tool.call(handler, { path: 'a.txt', content: 'one\n2\n' })
    expect(await text(tool, 'a.txt')).toBe('\ufeffone\r\n2\r\n')
    await tool.call(handler, { path: 'a.txt', content: '\ufeffone\n3\n' })
    expect(await text(tool, 'a.txt')).toBe('\ufeffone\r\n3\r\n')
  })

  it.each([
    ['a binary', 'a.bin', Buffer.from([0, 1, 2, 0]), 'is a binary file'],
    ['broken UTF-8', 'a.txt', Buffer.concat([Buffer.from('grüße aus Köln, schöner Süden\n'), Buffer.from([0xff])]), 'not written back'],
    ['more than can be edited', 'big.txt', Buffer.alloc(50 * 1024 * 1024, 'x\n'), '50.0 MB'],
  ])('refuses to touch %s', async (_, path, content, says) => {
    const tool = await testTool({ files: { [path]: content } })
    const response = await tool.call(handler, { path, content: 'new' })
    expect(response).toMatchObject({ status: 'failed', content: expect.stringContaining(says) })
    expect((await readFile(join(tool.cwd, path))).equals(content)).toBe(true)
  })

  it('refuses a folder, and a write that changes nothing', async () => {
    const tool = await testTool({ files: { 'sub/x': '', 'a.txt': 'same' } })
    expect(await tool.call(handler, { path: 'sub', content: 'x' })).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('is a folder'),
    })
    expect(await tool.call(handler, { path: 'a.txt', content: 'same' })).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('already holds exactly this text'),
    })
  })

  it('writes nothing when the file changed after it was shown, and tells what changed to a model that has read it', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\ntwo\n' } })
    await tool.call(new ReadFileToolHandler(), { path: 'a.txt' })
    const { run } = await prepare(tool, { path: 'a.txt', content: 'one\n2\n' })
    await writeFile(join(tool.cwd, 'a.txt'), 'one\ntwo by hand\n')
    const response = await run()
    expect(response.status).toBe('failed')
    expect(response.content).toContain('There it now reads:\n1 | one\n2 | two by hand\n')
    expect(await text(tool, 'a.txt')).toBe('one\ntwo by hand\n')
    expect(tool.changes).toEqual([])
  })

  it('quotes a changed file to no model that has not read it', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\n' } })
    const { run } = await prepare(tool, { path: 'a.txt', content: 'two\n' })
    await writeFile(join(tool.cwd, 'a.txt'), 'secret\n')
    expect((await run()).content).not.toContain('secret')
  })

  it('does not overwrite what appeared at the place of a new file', async () => {
    const tool = await testTool()
    const { run } = await prepare(tool, { path: 'a.txt', content: 'mine' })
    await writeFile(join(tool.cwd, 'a.txt'), 'theirs')
    expect(await run()).toMatchObject({ status: 'failed' })
    expect(await text(tool, 'a.txt')).toBe('theirs')
  })

  it('asks with the place that would really be written', async () => {
    const outside = await tempWorkspace()
    const tool = await testTool()
    await symlink(join(outside, 'keys'), join(tool.cwd, 'notes.md'))
    expect(await handler.effects({ path: 'notes.md', content: '' }, tool.config)).toMatchObject({
      writes: [{ real: join(outside, 'keys'), inside: false }],
      reads: [],
    })
  })

  it('takes absolutePath for path, and shows its content while it streams', async () => {
    const { config } = await testTool()
    expect(handler.spec.input.parse({ absolutePath: '/x/a', content: 'c' })).toEqual({ path: '/x/a', content: 'c' })
    const card = handler.handlePartialBlock(partial(ClineDefaultTool.FILE_NEW, { absolutePath: '/x/a', content: 'so f' }), config)
    expect(card).toMatchObject({ kind: 'tool', data: { tool: 'newFileCreated', path: '/x/a', content: 'so f', status: 'drafting' } })
    expect(handler.spec.input.safeParse({ path: 'a' }).success).toBe(false)
  })
})
