import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { ReplaceInFileToolHandler } from '../../../../../main/tools/handlers/replace-in-file'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { partial, testTool, type TestTool } from '../../../../support/tool-config'

const handler = new ReplaceInFileToolHandler()
const block = (search: string, replace: string) => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`
const text = (tool: TestTool, path: string) => readFile(join(tool.cwd, path), 'utf8')
const read = (tool: TestTool, path: string) => tool.call(new ReadFileToolHandler(), { path })

const sum = 'export function sum(a, b) {\n  return a - b\n}\n\nexport const one = 1\n'

describe('replace_in_file', () => {
  it('changes the places, and answers with the difference', async () => {
    const tool = await testTool({ files: { 'src/sum.js': sum } })
    const diff = block('  return a - b', '  return a + b') + block('export const one = 1', 'export const two = 2')
    expect(await handler.prepare({ path: 'src/sum.js', diff }, tool.config)).toMatchObject({
      summary: 'Edit 2 places in src/sum.js',
      card: { data: { tool: 'editedExistingFile', added: 2, removed: 2, startLineNumbers: [2, 5] } },
    })
    await read(tool, 'src/sum.js')
    const response = await tool.call(handler, { path: 'src/sum.js', diff })
    expect(response.content).toContain('-  return a - b\n+  return a + b')
    expect(await text(tool, 'src/sum.js')).toBe(sum.replace('a - b', 'a + b').replace('one = 1', 'two = 2'))
    expect(tool.changes).toEqual([{ path: 'src/sum.js', added: 2, removed: 2 }])
  })

  it('says how and where a loose match was made', async () => {
    const tool = await testTool({ files: { a: '\tif (x) {\n\t\ty()\n\t}\n' } })
    const { content } = await tool.call(handler, { path: 'a', diff: block('if (x) {\n  y()\n}', 'if (x) {\n  z()\n}') })
    expect(content).toContain('Block 1 matched lines 1-3 only with the blanks around lines ignored')
    expect(await text(tool, 'a')).toBe('\tif (x) {\n\t\tz()\n\t}\n')
  })

  it('on a miss shows the nearest text and the first difference to a model that has read the file, and changes nothing', async () => {
    const tool = await testTool({ files: { 'sum.js': sum } })
    await read(tool, 'sum.js')
    const diff = block('  return a * b', 'x') + block('export const one = 1', 'export const one = 2')
    const { status, content, note } = await tool.call(handler, { path: 'sum.js', diff })
    expect(status).toBe('failed')
    expect(content).toContain('sum.js was not changed: 1 of 2 blocks could not be applied.')
    expect(content).toContain(
      'First difference in line 2 (from character 12 on): your edit has "  return a * b", the file has "  return a - b".',
    )
    expect(content).toContain('2 |   return a - b')
    expect(note).toBe('sum.js was not changed: 1 of 2 blocks could not be applied.')
    expect(await text(tool, 'sum.js')).toBe(sum)
  })

  it('is no way to read a file without having read it', async () => {
    const tool = await testTool({ files: { '.env': 'PASSWORD=hunter2\n' } })
    const near = await tool.call(handler, { path: '.env', diff: block('PASSWORD=', 'PASSWORD=') })
    expect(near.content).not.toContain('hunter2')
    const { content } = await tool.call(handler, { path: '.env', diff: block('PASSWORD=hunter1', 'x') })
    expect(content).not.toContain('hunter2')
    expect(content).toContain('This file was not read in this task.')
  })

  it('is no way to read the rest of a file by editing one line of it', async () => {
    const tool = await testTool({ files: { '.env': `NAME=old\n${'\n'.repeat(9)}PASSWORD=hunter2\n` } })
    await tool.call(handler, { path: '.env', diff: block('NAME=old', 'NAME=new') })
    const { content } = await tool.call(handler, { path: '.env', diff: block('PASSWORD=hunter1', 'x') })
    expect(content).not.toContain('hunter2')
    expect(tool.config.state.seenTexts.size).toBe(0)
  })

  it('shows more of the file when it misses again', async () => {
    const tool = await testTool({ files: { a: Array.from({ length: 60 }, (_, at) => `line number ${at}`).join('\n') } })
    await read(tool, 'a')
    const miss = () => tool.call(handler, { path: 'a', diff: block('line number 30x', 'y') })
    expect((await miss()).content).not.toContain('50 | line number 49')
    expect((await miss()).content).toContain('50 | line number 49')
  })

  it('lists the places of a text that stands there more than once', async () => {
    const tool = await testTool({ files: { a: 'x\ny\nx\n' } })
    expect((await tool.call(handler, { path: 'a', diff: block('x', 'z') })).content).toContain('2 places, at lines 1, 3')
  })

  it('shows the format when the blocks are malformed', async () => {
    const tool = await testTool({ files: { a: 'x\n' } })
    const { content } = await tool.call(handler, { path: 'a', diff: 'replace x by y' })
    expect(content).toContain('There is no SEARCH block in it.')
    expect(content).toContain('------- SEARCH\n')
  })

  it('fails for a file that is not there, and creates one from an empty SEARCH', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { path: 'gone', diff: block('x', 'y') })).toMatchObject({
      status: 'failed',
      content: 'There is no file gone. To create it, use write_to_file.',
    })
    expect(await tool.call(handler, { path: 'new', diff: '------- SEARCH\n=======\nx\n+++++++ REPLACE' })).toMatchObject({ status: 'done' })
    expect(await text(tool, 'new')).toBe('x\n')
  })

  it('keeps Windows and mixed line ends and a byte order mark', async () => {
    const tool = await testTool({ files: { a: '\ufeffone\r\ntwo\nthree\r\n' } })
    await tool.call(handler, { path: 'a', diff: block('one\ntwo', 'one\n2') })
    expect(await text(tool, 'a')).toBe('\ufeffone\r\n2\nthree\r\n')
  })

  it('lets a second edit follow the first without a read in between', async () => {
    const tool = await testTool({ files: { a: 'x\ny\n' } })
    await read(tool, 'a')
    await tool.call(handler, { path: 'a', diff: block('x', 'X') })
    expect(await tool.call(handler, { path: 'a', diff: block('y', 'Y') })).toMatchObject({ status: 'done' })
    expect((await tool.call(handler, { path: 'a', diff: block('Z', '') })).content).not.toContain('was not read')
  })

  it('shows no change of a file whose name only begins like the one that is meant', async () => {
    const tool = await testTool({ files: { a: 'x\ny\n', ab: 'y\nx\n' } })
    const diff = block('x', 'X')
    const draw = (path: string) => handler.handlePartialBlock(partial(ClineDefaultTool.FILE_EDIT, { diff, path }), tool.config)
    const loaded = () => tool.config.state.previews.get('call_1')?.loaded
    draw('a')
    await loaded()
    expect(draw('ab')).not.toHaveProperty('data.diff')
    await loaded()
    expect(draw('ab')).toMatchObject({ data: { diff: '@@ -2,1 +2,1 @@\n-x\n+X' } })
  })

  it('shows the blocks while they stream, and what they would change as soon as one is whole', async () => {
    const tool = await testTool({ files: { 'sum.js': sum } })
    const draw = (diff: string) => handler.handlePartialBlock(partial(ClineDefaultTool.FILE_EDIT, { path: 'sum.js', diff }), tool.config)
    const diff = block('  return a - b', '  return a + b') + block('export const one = 1', 'export const two = 2')
    expect(draw('------- SEA')).toMatchObject({ data: { tool: 'editedExistingFile', content: '------- SEA', status: 'drafting' } })
    await tool.config.state.previews.get('call_1')?.loaded
    expect(draw(diff.slice(0, 30))).not.toHaveProperty('data.diff')
    expect(draw(diff.slice(0, 90))).toMatchObject({ data: { diff: '@@ -2,1 +2,1 @@\n-  return a - b\n+  return a + b' } })
    expect(draw(diff)).toMatchObject({
      data: { diff: expect.stringContaining('@@ -5,1 +5,1 @@\n-export const one = 1\n+export const two = 2') },
    })
    expect(await text(tool, 'sum.js')).toBe(sum)
    expect(handler.getDescription({ absolutePath: '/a' })).toBe("[replace_in_file for '/a']")
  })

  it('shows no preview of a file that cannot be read, and keeps few', async () => {
    const tool = await testTool()
    const draw = (callId: string) =>
      handler.handlePartialBlock({ ...partial(ClineDefaultTool.FILE_EDIT, { path: 'gone', diff: block('a', 'b') }), callId }, tool.config)
    for (let at = 0; at < 9; at += 1) draw(`call_${at}`)
    await Promise.all([...tool.config.state.previews.values()].map(({ loaded }) => loaded))
    expect(draw('call_8')).not.toHaveProperty('data.diff')
    expect(tool.config.state.previews.size).toBe(4)
  })
})
