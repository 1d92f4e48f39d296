import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FilesPort } from '../../../../../main/tools/task-config'
import { createFiles } from '../../../../../main/workspace/files'
import { makeDocx, makePdf, makePdfBomb, makeXlsx, makeZip, pngHead } from '../../../../support/sample-documents'
import { tempWorkspace } from '../../../../support/temp-workspace'

const signal = new AbortController().signal
const ALL = { start: 1, end: 1000, maxBytes: 256 * 1024, maxLineLength: 2000 }

async function read(name: string, bytes: string | Uint8Array, range: Partial<typeof ALL> = {}) {
  const cwd = await tempWorkspace({ [name]: bytes })
  const files: FilesPort = createFiles(cwd)
  const found = await files.readLines(await files.resolve(name), { ...ALL, ...range }, signal)
  return found.ok ? found.value : found.error
}

describe('reading a PDF', () => {
  it('gives the text page by page', async () => {
    expect(await read('a.pdf', makePdf(['Hello there', '', 'The end']))).toMatchObject({
      lines: [
        '--- Page 1 of 3 ---',
        'Hello there',
        '',
        '--- Page 2 of 3 ---',
        '(No text on this page: it may be a picture of one.)',
        '--- Page 3 of 3 ---',
        'The end',
      ],
      totalLines: 7,
      about: 'the text of a PDF of 3 pages, without its pictures',
    })
  })

  it('reads no more pages than are asked for, and says that there is more', async () => {
    const pages = Array.from({ length: 300 }, (_, at) => `Text ${at + 1}`)
    const found = await read('a.pdf', makePdf(pages), { start: 4, end: 5 })
    expect(found).toMatchObject({ lines: ['--- Page 2 of 300 ---', 'Text 2'], start: 4 })
    expect(found).not.toHaveProperty('totalLines')
  })

  it('says that one needs a password, and that one is damaged', async () => {
    const locked = await readFile(join(import.meta.dirname, 'fixtures/with-password.pdf'))
    expect(await read('a.pdf', locked)).toMatchObject({ code: 'failed', message: 'a.pdf is a PDF that opens only with a password.' })
    expect(await read('b.pdf', '%PDF-1.7\nnothing of the kind')).toMatchObject({ message: 'b.pdf is a damaged PDF that cannot be opened.' })
  })

  it('takes a text that only begins like one for text', async () => {
    expect(await read('notes.txt', 'A file begins with %PDF-1.4 when …\n')).toMatchObject({ lines: ['A file begins with %PDF-1.4 when …'] })
  })

  it('survives a page that unpacks to far more than it is', async () => {
    const before = process.memoryUsage().rss
    const found = await read('bomb.pdf', makePdfBomb(100 * 1024 * 1024))
    expect('lines' in found || found.code === 'failed').toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(1200 * 1024 * 1024)
  }, 60_000)
})

describe('reading a Word document', () => {
  const p = (text: string, style = ''): string => `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

  it('gives paragraphs, headings, lists and tables as lines', async () => {
    const cell = (text: string): string => `<w:tc>${p(text)}</w:tc>`
    const body = [
      p('Title', '<w:pStyle w:val="Heading2"/><w:tabs><w:tab w:val="left"/></w:tabs>'),
      p('one', '<w:numPr/>'),
      '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b &amp; c</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>',
      `<w:tbl><w:tr>${cell('x')}${cell('y')}</w:tr><w:tr>${cell('1')}<w:tc>${p('2')}${p('3')}</w:tc></w:tr></w:tbl>`,
    ]
    expect(await read('a.docx', makeDocx(body.join('')))).toMatchObject({
      lines: ['## Title', '- one', 'a\tb & c', '| x | y |', '| 1 | 2 3 |'],
      totalLines: 5,
      about: 'the text of a Word document, without its layout and pictures',
    })
  })

  it('says what is wrong with one that is none', async () => {
    expect(await read('a.docx', makeZip({ 'word/other.xml': '<x/>' }))).toMatchObject({
      message: 'a.docx holds no text that a Word document would have.',
    })
    expect(await read('b.docx', makeDocx('').slice(0, 100))).toMatchObject({
      message: 'b.docx is damaged as a Word document and cannot be opened.',
    })
    expect(await read('c.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatchObject({ code: 'binary' })
    expect(await read('d.zip', makeDocx(''))).toMatchObject({ code: 'binary' })
  })

  it('does not unpack what would fill the memory', async () => {
    const bomb = makeZip({ 'word/document.xml': ' '.repeat(70 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await read('a.docx', bomb)).toMatchObject({ message: 'a.docx is a Word document that unpacks to more than can be read safely.' })
  })

  it('expands no entities and survives XML of any depth', async () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document><w:p><w:t>&b;</w:t></w:p></w:document>'
    expect(JSON.stringify(await read('a.docx', makeZip({ 'word/document.xml': laughs })))).not.toContain('haha')
    expect(await read('b.docx', makeDocx(`${p('before')}${'<w:p>'.repeat(500_000)}`))).toMatchObject({
      lines: ['before'],
      about: expect.stringContaining('as far as it is not damaged'),
    })
  })
})

describe('reading an Excel workbook', () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
  const shared = '<sst><si><t>Name</t></si><si><r><t>Two </t></r><r><t>parts</t></r><rPh><t>read</t></rPh></si></sst>'
  const parts = { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': shared }

  it('gives visible sheets, a line for each row', async () => {
    const xml = [
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="2"><c r="A2" s="1"><v>45000</v></c><c r="B2" s="2"><v>45000.5</v></c><c r="C2"><v>1.5</v></c></row>',
      '<row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="e"><v>#REF!</v></c><c r="C5"><f>A1+1</f></c><c r="D5"><f>1+1</f><v>2</v></c>',
      '<c r="E5" t="inlineStr"><is><t>in\nline</t></is></c></row></sheetData>',
      '<hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks>',
    ]
    const links = {
      'xl/worksheets/_rels/sheet1.xml.rels': '<Relationships><Relationship Id="rId9" Target="https://example.org/"/></Relationships>',
    }
    const book = makeXlsx(
      [
        { name: 'First', xml: xml.join('') },
        { name: 'Secret', state: 'hidden', xml: '' },
      ],
      { ...parts, ...links },
    )
    expect(await read('a.xlsx', book)).toMatchObject({
      lines: [
        '--- Sheet: First ---',
        'Name (https://example.org/)\t\tTwo parts',
        '2023-03-15\t2023-03-15 12:00:00\t1.5',
        'TRUE\t[Error: #REF!]\t[Formula: A1+1]\t2\tin line',
      ],
      about: 'the cells of an Excel workbook with 2 sheets, 1 of them hidden and not shown',
    })
  })

  it('counts days from 1904 where the workbook does', async () => {
    const rest = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
    const workbook = '<workbook xmlns:r="http://r"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>'
    const book = makeXlsx([{ name: 'S', xml: '<sheetData><row><c s="1"><v>43538</v></c></row></sheetData>' }], {
      ...parts,
      'xl/workbook.xml': workbook,
      'xl/_rels/workbook.xml.rels': rest,
    })
    expect(await read('a.xlsx', book)).toMatchObject({ lines: ['--- Sheet: S ---', '2023-03-15'] })
  })

  it('reads a large sheet no further than it must', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `<row><c><v>${at + 1}</v></c></row>`).join('')
    const book = makeXlsx([{ name: 'S', xml: `<sheetData>${rows}</sheetData>` }], parts)
    expect(await read('a.xlsx', book, { start: 2, end: 3 })).toMatchObject({ lines: ['1', '2'] })
    expect(await read('a.xlsx', book, { start: 50_001, end: 50_010 })).toMatchObject({
      lines: ['50000', '(Only the first 50,000 rows of this sheet are read.)'],
      totalLines: 50_002,
    })
  })
})

describe('reading a notebook', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Title\n', 'text'] },
    {
      cell_type: 'code',
      source: 'plot()',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] },
        { output_type: 'display_data', data: { 'image/png': 'A'.repeat(4096), 'text/plain': ['<Figure>'] } },
        { output_type: 'error', ename: 'ValueError', evalue: '\u001b[31mbad\u001b[0m', traceback: [] },
        { output_type: 'stream', text: Array.from({ length: 500 }, (_, at) => `row ${at}\n`) },
      ],
    },
  ]

  it('gives its cells, with what they put out cut short and pictures named', async () => {
    const found = await read('a.ipynb', JSON.stringify({ nbformat: 4, cells }))
    expect(found).toMatchObject({ about: expect.stringMatching(/^the cells of a notebook/) })
    const text = 'lines' in found ? found.lines.join('\n') : ''
    expect(text).toContain('--- Cell 1 of 2, markdown ---\n# Title\ntext\n\n--- Cell 2 of 2, code ---\nplot()\n[output] one\ntwo\n')
    expect(text).toContain('[output: a picture, image/png, 3 KB]\n[output] <Figure>\n[error] ValueError: bad\n')
    expect(text).toContain('row 19\n[output cut: it has 500 lines,')
    expect(text).not.toContain('row 20\n')
  })

  it('says when it is none', async () => {
    expect(await read('a.ipynb', '{"cells": 7}')).toMatchObject({ message: expect.stringContaining('is no notebook that can be read') })
    expect(await read('b.ipynb', '{"cells": [')).toMatchObject({ code: 'failed' })
  })
})

it('tells a picture from a text without reading it', async () => {
  expect(await read('a.txt', pngHead(10, 10))).toMatchObject({ code: 'image' })
})

it('refuses a document of more than 50 MB', async () => {
  expect(await read('a.pdf', Buffer.concat([makePdf(['x']), Buffer.alloc(51 * 1024 * 1024)]))).toMatchObject({ code: 'too_large' })
})

it('ends when it is cancelled', async () => {
  const cwd = await tempWorkspace({ 'a.pdf': makePdf(['x']) })
  const files = createFiles(cwd)
  const abort = new AbortController()
  const reading = files.readLines(await files.resolve('a.pdf'), ALL, abort.signal)
  abort.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})
