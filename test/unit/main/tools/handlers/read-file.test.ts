import { rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { makePdf, makePng } from '../../../../support/sample-documents'
import { tempWorkspace } from '../../../../support/temp-workspace'
import { partial, testTool } from '../../../../support/tool-config'

const handler = new ReadFileToolHandler()
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

describe('read_file', () => {
  it('gives numbered lines and their count', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\r\ntwo\n' } })
    expect(await tool.call(handler, { path: 'a.txt' })).toMatchObject({
      status: 'done',
      content: '1 | one\n2 | two\n\n(All 2 lines.)',
      patch: { readLineStart: 1, readLineEnd: 2 },
    })
  })

  it('shows a thousand lines, and says how to go on', async () => {
    const tool = await testTool({ files: { 'a.txt': lines(2500) } })
    const first = await tool.call(handler, { path: 'a.txt' })
    expect(first.content).toContain('(Lines 1-1000 of 2500. To go on: start_line=1001.)')
    const last = await tool.call(handler, { path: 'a.txt', start_line: '2001' })
    expect(last.content).toContain('2001 | line 2001\n')
    expect(last.content).toContain('(Lines 2001-2500 of 2500.)')
  })

  it.each([
    [{ start_line: 2, end_line: 3 }, 'Lines 2-3 of 5'],
    [{ start_line: 3, end_line: 2 }, 'Lines 2-3 of 5'],
    [{ start_line: -4, end_line: 2 }, 'Lines 1-2 of 5'],
    [{ start_line: 4, end_line: 99 }, 'Lines 4-5 of 5'],
    [{ start_line: 9 }, 'There is no line 9: a.txt has 5 lines.'],
  ])('takes the range %j for what was meant', async (range, says) => {
    const tool = await testTool({ files: { 'a.txt': lines(5) } })
    expect((await tool.call(handler, { path: 'a.txt', ...range })).content).toContain(says)
  })

  it('gives no more bytes than fit, and says how to go on', async () => {
    const tool = await testTool({ files: { 'a.txt': `${'x'.repeat(1000)}\n`.repeat(1000) } })
    const { content } = await tool.call(handler, { path: 'a.txt' })
    expect(content.length).toBeLessThan(300 * 1024)
    expect(content).toMatch(/No more fit into one answer\. To go on: start_line=\d+\./)
  })

  it('shortens very long lines, and says so of the first ones', async () => {
    const tool = await testTool({ files: { 'a.js': `${'x'.repeat(5000)}\nend\n${`${'y'.repeat(3000)}\n`.repeat(20)}` } })
    const { content } = await tool.call(handler, { path: 'a.js' })
    expect(content).toContain(
      `\n(Line 1 is 5000 characters long; only its first 2000 are shown. search_files shows what is around a match in it.)\n`,
    )
    expect(content).toContain('(16 more lines are cut in the same way.)')
    expect(content).not.toContain('(Line 8 ')
  })

  it('says what it decoded', async () => {
    const tool = await testTool({ files: { 'a.txt': Buffer.from('sch\xf6n gr\xfc\xdfen die V\xf6gel\n', 'latin1') } })
    const { content, note } = await tool.call(handler, { path: 'a.txt' })
    expect(content).toContain('schön grüßen')
    expect(content).toContain('Decoded from windows-1252')
    expect(note).toContain('decoded from windows-1252')
  })

  it('says what the lines of a document were taken from', async () => {
    const tool = await testTool({ files: { 'a.pdf': makePdf(['Hello']) } })
    expect(await tool.call(handler, { path: 'a.pdf' })).toMatchObject({
      status: 'done',
      content: '1 | --- Page 1 of 1 ---\n2 | Hello\n\n(All 2 lines.)\n(This is the text of a PDF of 1 page, without its pictures.)',
      note: 'the text of a PDF of 1 page',
    })
  })

  it('shows a picture inside the result, and says how large it is', async () => {
    const png = makePng(3000, 30)
    const tool = await testTool({ files: { 'a.png': png } })
    const { content, note } = await tool.call(handler, { path: 'a.png' })
    expect(content).toMatchObject([
      { type: 'text', text: "[read_file for 'a.png'] Result:\nThe picture a.png, 3000 × 30 pixels, shown at 2000 × 20:" },
      { type: 'image', mediaType: 'image/png' },
    ])
    expect(note).toBe('Picture of 3000 × 30 pixels, shown at 2000 × 20')
    const again = await tool.call(handler, { path: 'a.png' })
    expect(again.content).toMatchObject([{ text: expect.stringContaining('[File already read] This picture') }, { type: 'image' }])
  })

  it('says that a model without eyes cannot be shown a picture', async () => {
    const tool = await testTool({ files: { 'a.gif': 'GIF89a' }, images: false })
    expect(await tool.call(handler, { path: 'a.gif' })).toMatchObject({
      status: 'failed',
      content: 'a.gif is a picture (6 bytes), not text. This model cannot be shown pictures.',
    })
  })

  it('says when the same lines are read again, and not when they changed or are others', async () => {
    const tool = await testTool({ files: { 'a.txt': 'one\ntwo\n' } })
    const read = async (range = {}) => String((await tool.call(handler, { path: 'a.txt', ...range })).content).split('\n')[0]
    expect(await read()).toBe('1 | one')
    expect(await read()).toContain('[File already read]')
    expect(await read()).toContain('[DUPLICATE READ] You have read these same lines 3 times')
    expect(await read({ start_line: 2, end_line: 2 })).toBe('2 | two')
    await writeFile(join(tool.cwd, 'a.txt'), 'other\n')
    expect(await read()).toBe('1 | other')
  })

  it.each([
    ['gone.txt', 'There is no file gone.txt.'],
    ['sub', 'sub is a folder. Use list_files to see what is in it.'],
    ['/dev/zero', '/dev/zero is no ordinary file, so it cannot be read.'],
  ])('fails before anyone is asked: %s', async (path, message) => {
    const tool = await testTool({ files: { 'sub/x': '' } })
    const prepared = await handler.prepare({ path }, tool.config)
    expect(prepared).toMatchObject({ kind: 'failed', response: { status: 'failed', content: message } })
  })

  it('refuses a binary in a sentence', async () => {
    const tool = await testTool({ files: { 'a.bin': Buffer.from([1, 0, 2, 0, 0, 3]) } })
    expect(await tool.call(handler, { path: 'a.bin' })).toMatchObject({
      status: 'failed',
      content: 'a.bin is a binary file (6 bytes), not text.',
    })
  })

  it('asks with the path that is really read, also through a link', async () => {
    const outside = await tempWorkspace({ 's.txt': 'secret' })
    const tool = await testTool()
    await symlink(join(outside, 's.txt'), join(tool.cwd, 'l'))
    const real = join(outside, 's.txt')
    expect(await handler.effects({ path: 'l' }, tool.config)).toMatchObject({ reads: [{ real, display: real, inside: false }], writes: [] })
    expect(await handler.prepare({ path: 'l' }, tool.config)).toMatchObject({
      summary: `Read ${real}`,
      card: { data: { operationIsLocatedInWorkspace: false } },
    })
  })

  it('reads nothing when the path leads elsewhere than what was approved', async () => {
    const outside = await tempWorkspace({ 'a.txt': 'secret' })
    const tool = await testTool({ files: { 'a.txt': 'mine' } })
    const prepared = await handler.prepare({ path: 'a.txt' }, tool.config)
    if (prepared.kind !== 'ready') throw new Error('not ready')
    await rename(join(tool.cwd, 'a.txt'), join(tool.cwd, 'b.txt'))
    await symlink(join(outside, 'a.txt'), join(tool.cwd, 'a.txt'))
    const block = { name: handler.name, callId: 'c', input: { path: 'a.txt' } }
    expect(await handler.execute(tool.config, block, prepared.basis)).toMatchObject({
      status: 'failed',
      content: expect.not.stringContaining('secret'),
    })
    await unlink(join(tool.cwd, 'a.txt'))
  })

  it('refuses a path with control characters or none at all as bad input', () => {
    for (const path of ['', '  ', 'a\0b', 'a\nb']) expect(handler.spec.input.safeParse({ path }).success).toBe(false)
  })

  it('says what it would read, and draws itself while it streams', async () => {
    const tool = await testTool({ files: { 'a.txt': 'x' } })
    expect(await handler.prepare({ path: 'a.txt', start_line: 1, end_line: 50 }, tool.config)).toMatchObject({
      summary: 'Read lines 1–50 of a.txt',
    })
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.FILE_READ, {}))).toBeUndefined()
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.FILE_READ, { path: 'a.t' }))).toMatchObject({
      kind: 'tool',
      data: { tool: 'readFile', path: 'a.t', status: 'drafting' },
    })
    expect(handler.getDescription({ path: 'a.txt' })).toBe("[read_file for 'a.txt']")
  })
})
