import { createLineSink, type LineSink } from './line-sink'
import { openArchive } from './open-archive'
import type { ExtractedText, Unreadable } from './reading-jobs'
import { walkXml, type XmlTag, type XmlWalk } from './walk-xml'

const BODY = 'word/document.xml'
const WHAT = 'a Word document'

/** The text of a Word document: a line for each paragraph and each row of a table. */
export function extractDocx(bytes: Uint8Array, lastLine: number): ExtractedText | Unreadable {
  const archive = openArchive(bytes, (name) => name === BODY, WHAT)
  if (archive.kind === 'unreadable') return archive
  const body = archive.part(BODY)
  if (body === undefined) return { kind: 'unreadable', reason: 'holds no text that a Word document would have' }
  const sink = createLineSink(lastLine)
  const isWhole = walkXml(body, createWalk(sink))
  if (!isWhole && sink.text() === '') return { kind: 'unreadable', reason: `is ${WHAT} whose text is damaged` }
  const about = `the text of ${WHAT}${isWhole ? '' : ', as far as it is not damaged'}, without its layout and pictures`
  return { kind: 'text', text: sink.text(), complete: isWhole && !sink.isFull, about }
}

/** What is inside these is not part of the text as it reads: deleted text, where moved text was, second forms of drawings, where tabs stop. */
const HIDDEN = new Set(['del', 'moveFrom', 'Fallback', 'delText', 'instrText', 'tabs'])

function createWalk(sink: LineSink): XmlWalk {
  let paragraph = ''
  let prefix = ''
  let inText = false
  let hidden = 0
  /** The cells of the row, and the lines of the cell, of each table that is open: tables nest. */
  const rows: string[][] = []
  const cells: string[][] = []
  const put = (line: string): void => {
    const cell = cells.at(-1)
    if (cell) cell.push(line)
    else sink.line(line)
  }
  const endLine = (): void => void (paragraph += cells.length > 0 ? ' ' : '\n')
  const open: Readonly<Record<string, (tag: XmlTag) => void>> = {
    t: () => (inText = true),
    tab: () => (paragraph += '\t'),
    br: endLine,
    cr: endLine,
    pStyle: (tag) => (prefix = headingMark(tag.attribute('val')) || prefix),
    numPr: () => (prefix ||= '- '),
    tr: () => rows.push([]),
    tc: () => cells.push([]),
  }
  const close: Readonly<Record<string, () => void>> = {
    t: () => (inText = false),
    p: () => {
      put(paragraph === '' ? '' : prefix + paragraph)
      paragraph = ''
      prefix = ''
    },
    tc: () => rows.at(-1)?.push((cells.pop() ?? []).filter((line) => line !== '').join(' ')),
    tr: () => put(`| ${(rows.pop() ?? []).join(' | ')} |`),
  }
  return {
    open: (tag) => {
      if (HIDDEN.has(tag.name)) hidden += 1
      else if (hidden === 0) open[tag.name]?.(tag)
    },
    close: (name) => {
      if (HIDDEN.has(name)) hidden -= 1
      else if (hidden === 0) close[name]?.()
    },
    text: (text) => {
      if (inText && hidden === 0) paragraph += text
    },
    isDone: () => sink.isFull,
  }
}

const MAX_HEADING = 6

function headingMark(style = ''): string {
  if (style === 'Title') return '# '
  const level = Number(/^heading ?(\d)$/i.exec(style)?.[1] ?? 0)
  return level === 0 ? '' : `${'#'.repeat(Math.min(level, MAX_HEADING))} `
}
