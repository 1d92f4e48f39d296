import { createLineSink, type LineSink } from './line-sink'
import { type Archive, openArchive } from './open-archive'
import type { ExtractedText, Unreadable } from './reading-jobs'
import { countsFrom1904, readDateStyles, readLinks, readSharedTexts, readSheets, type Sheet } from './xlsx-parts'
import { type CellBook, type CellFacts, showCell } from './xlsx-cell'
import { walkXml, type XmlTag, type XmlWalk } from './walk-xml'

const WHAT = 'an Excel workbook'
const WANTED = /^xl\/(?:workbook|sharedStrings|styles)\.xml$|^xl\/_rels\/workbook\.xml\.rels$|^xl\/worksheets\//
const MAX_ROWS = 50_000
const MAX_COLUMNS = 16_384
/** Columns that are skipped between two cells of a row; what lies further apart is told by a mark. */
const MAX_GAP = 100

/** The visible sheets of an Excel workbook: a line for each row that holds something, tabs between its cells. */
export function extractXlsx(bytes: Uint8Array, lastLine: number): ExtractedText | Unreadable {
  const archive = openArchive(bytes, (name) => WANTED.test(name), WHAT)
  if (archive.kind === 'unreadable') return archive
  const sheets = readSheets(archive)
  if (sheets.length === 0) return { kind: 'unreadable', reason: `is ${WHAT} without a sheet that can be read` }
  const visible = sheets.filter((sheet) => !sheet.hidden)
  const sink = createLineSink(lastLine)
  const book: Book = {
    archive,
    texts: readSharedTexts(archive),
    dateStyles: readDateStyles(archive),
    from1904: countsFrom1904(archive),
    sink,
  }
  let written = 0
  for (const sheet of visible) {
    if (sink.isFull) break
    written += 1
    writeSheet(sheet, book)
  }
  const hidden = sheets.length - visible.length
  const about = `the cells of ${WHAT} with ${sheets.length} ${sheets.length === 1 ? 'sheet' : 'sheets'}${hidden > 0 ? `, ${hidden} of them hidden and not shown` : ''}`
  return { kind: 'text', text: sink.text(), complete: written === visible.length && !sink.isFull, about }
}

interface Book extends CellBook {
  readonly archive: Archive
  readonly sink: LineSink
}

function writeSheet(sheet: Sheet, book: Book): void {
  book.sink.line(`--- Sheet: ${sheet.name} ---`)
  const xml = book.archive.part(sheet.part)
  if (xml === undefined) return book.sink.line('(This sheet is missing from the file.)')
  const rows = createRows(book, readLinks(book.archive, sheet.part, xml))
  const isWhole = walkXml(xml, rows.walk)
  if (!isWhole) book.sink.line('(This sheet is damaged from here on.)')
  else if (rows.isCut()) book.sink.line(`(Only the first ${MAX_ROWS.toLocaleString('en')} rows of this sheet are read.)`)
}

interface Rows {
  readonly walk: XmlWalk
  isCut(): boolean
}

function createRows({ sink, ...book }: Book, links: ReadonlyMap<string, string>): Rows {
  let count = 0
  let row = ''
  let column = 0
  let cell: MutableCell | undefined
  let into: 'value' | 'formula' | undefined
  const endCell = (): void => {
    if (!cell) return
    const shown = showCell(cell, book)
    const link = links.get(cell.place)
    const text = link === undefined ? shown : `${shown} (${link})`
    if (text !== '') {
      row += gapBefore(cell.column - column, row === '') + text
      column = cell.column
    }
    cell = undefined
  }
  const isCut = (): boolean => count >= MAX_ROWS
  const open = (tag: XmlTag): void => {
    if (isCut()) return
    if (tag.name === 'c') cell = startCell(tag, column)
    else if (tag.name === 'v' || tag.name === 't') into = 'value'
    else if (tag.name === 'f') into = 'formula'
  }
  const close = (name: string): void => {
    if (name === 'v' || name === 't' || name === 'f') into = undefined
    else if (name === 'c') endCell()
    else if (name === 'row') {
      count += 1
      if (row !== '') sink.line(row)
      row = ''
      column = 0
    }
  }
  const text = (piece: string): void => {
    if (cell && into) cell[into] += piece
  }
  return { walk: { open, close, text, isDone: () => sink.isFull || isCut() }, isCut }
}

type MutableCell = { -readonly [Key in keyof CellFacts]: CellFacts[Key] } & { readonly place: string; readonly column: number }

function startCell(tag: XmlTag, before: number): MutableCell {
  const place = tag.attribute('r') ?? ''
  const type = tag.attribute('t') ?? 'n'
  return { place, column: columnOf(place) ?? before + 1, type, style: Number(tag.attribute('s') ?? 0), value: '', formula: '' }
}

/** 1 for `A7`, 28 for `AB7`; undefined for what names no column. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (letters === undefined) return undefined
  const number = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return number <= MAX_COLUMNS ? number : undefined
}

/** Tabs up to a cell, so that columns stay columns. */
function gapBefore(columns: number, isFirst: boolean): string {
  const tabs = Math.max(isFirst ? columns - 1 : columns, isFirst ? 0 : 1)
  return tabs > MAX_GAP ? `\t[${tabs} columns on]\t` : '\t'.repeat(tabs)
}
