import { describe, expect, it } from 'vitest'
import { ListFilesToolHandler } from '../../../../../main/tools/handlers/list-files'
import { testTool } from '../../../../support/tool-config'

const handler = new ListFilesToolHandler()

describe('list_files', () => {
  it('gives names, folders before what is in them', async () => {
    const tool = await testTool({ files: { 'b/x10.ts': '', 'b/x9.ts': '', 'a.ts': '', 'b.ts': '' } })
    expect(await tool.call(handler, { path: '.', recursive: 'true' })).toMatchObject({
      status: 'done',
      content: 'a.ts\nb/\nb/x9.ts\nb/x10.ts\nb.ts',
      note: '5 entries',
    })
    expect((await tool.call(handler, { path: 'b' })).content).toBe('x9.ts\nx10.ts')
  })

  it('says when there are more than it gives, and only then', async () => {
    const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, '']))
    const exact = await testTool({ files: files(200) })
    expect(await exact.call(handler, { path: '.' })).toMatchObject({ note: '200 entries' })
    const more = await testTool({ files: files(201) })
    expect((await more.call(handler, { path: '.' })).content).toContain('(These are only the first 200.')
  })

  it('lets no name pass for two', async () => {
    const tool = await testTool({ files: { 'a\nb.env': '' } })
    expect((await tool.call(handler, { path: '.' })).content).toBe('"a\\nb.env"')
  })

  it('says that a folder is empty', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { path: '.' })).toMatchObject({ content: '(. holds no files.)', note: 'Nothing in it' })
  })

  it.each([
    ['gone', 'There is no folder gone.'],
    ['a.txt', 'a.txt is a file, not a folder. Use read_file to see it.'],
    ['/proc', '/proc is not a place that can be listed.'],
  ])('fails before anyone is asked: %s', async (path, message) => {
    const tool = await testTool({ files: { 'a.txt': '' } })
    expect(await handler.prepare({ path }, tool.config)).toMatchObject({ kind: 'failed', response: { content: message } })
  })

  it('reads nothing before it is approved, and says what it would list', async () => {
    const tool = await testTool({ files: { 'src/a.ts': '' } })
    expect(await handler.effects({ path: 'src' }, tool.config)).toMatchObject({ reads: [{ display: 'src', inside: true }] })
    expect(await handler.prepare({ path: '.', recursive: true }, tool.config)).toMatchObject({
      summary: 'List the project folder and everything in it',
    })
  })
})
