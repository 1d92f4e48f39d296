import { describe, expect, it } from 'vitest'
import { SearchFilesToolHandler } from '../../../../../main/tools/handlers/search-files'
import { testTool } from '../../../../support/tool-config'

const handler = new SearchFilesToolHandler()

describe('search_files', () => {
  it('gives matches with their lines, file by file, under paths that read_file takes', async () => {
    const tool = await testTool({ files: { 'src/a.ts': 'one\nneedle\ntwo\nthree\nfour\nneedle', 'src/b.ts': 'needle' } })
    expect(await tool.call(handler, { path: 'src', regex: 'needle' })).toMatchObject({
      status: 'done',
      note: '3 matches in 2 files',
      content:
        'Found 3 matches in 2 files.\n\nsrc/a.ts\n  1- one\n  2: needle\n  3- two\n  --\n  5- four\n  6: needle\n\nsrc/b.ts\n  1: needle',
    })
    expect((await tool.call(handler, { path: '.', regex: 'needle', file_pattern: 'b.*' })).content).toContain('\nsrc/b.ts\n')
    expect((await tool.call(handler, { path: 'src/b.ts', regex: 'needle' })).content).toContain('\nsrc/b.ts\n')
  })

  it('shows three hundred, and says that there are more', async () => {
    const tool = await testTool({ files: { a: 'x\n'.repeat(400) } })
    const { content, note } = await tool.call(handler, { path: '.', regex: 'x' })
    expect(content).toContain('Showing the first 300 matches in 1 file; there are more.')
    expect(note).toBe('First 300 matches in 1 file')
  })

  it('tells a bad expression from one that finds nothing', async () => {
    const tool = await testTool({ files: { a: 'x' } })
    expect(await tool.call(handler, { path: '.', regex: '(' })).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('unclosed group'),
    })
    expect(await tool.call(handler, { path: '.', regex: 'nope' })).toMatchObject({ status: 'done', content: 'Found no matches.' })
  })

  it('gives no more text than fits', async () => {
    const tool = await testTool({ files: { a: `${'needle '.repeat(200)}\n\n\n`.repeat(300) } })
    const { content } = await tool.call(handler, { path: '.', regex: 'needle' })
    expect(content.length).toBeLessThan(270 * 1024)
  })

  it('says what it would search', async () => {
    const tool = await testTool({ files: { 'src/a': '' } })
    expect(await handler.prepare({ path: '.', regex: 'a+', file_pattern: '*.ts' }, tool.config)).toMatchObject({
      summary: 'Search the project for a+ in *.ts',
      card: { data: { tool: 'searchFiles', regex: 'a+', filePattern: '*.ts' } },
    })
    expect(handler.getDescription({ regex: 'a+', file_pattern: '*.ts' })).toBe("[search_files for 'a+' in '*.ts']")
  })
})
