import { posix } from 'node:path'
import type { Archive } from './open-archive'
import { walkXml } from './walk-xml'

export interface Sheet {
  readonly name: string
  readonly hidden: boolean
  /** Its name in the archive. */
  readonly part: string
}

/** The sheets of a workbook, in their order. */
export function readSheets(archive: Archive): readonly Sheet[] {
  const targets = readRelations(archive, 'xl/workbook.xml')
  const sheets: Sheet[] = []
  walkXml(archive.part('xl/workbook.xml') ?? '', {
    open: (tag) => {
      if (tag.name !== 'sheet') return
      const target = targets.get(tag.attribute('id') ?? '')
      const part = target === undefined ? `xl/worksheets/sheet${sheets.length + 1}.xml` : posix.resolve('/xl', target).slice(1)
      sheets.push({ name: tag.attribute('name') ?? '', hidden: (tag.attribute('state') ?? 'visible') !== 'visible', part })
    },
  })
  return sheets
}

/** What a part points at, by the id of the relation. */
function readRelations(archive: Archive, part: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  walkXml(archive.part(`${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`) ?? '', {
    open: (tag) => {
      const id = tag.attribute('Id')
      if (tag.name === 'Relationship' && id !== undefined) targets.set(id, tag.attribute('Target') ?? '')
    },
  })
  return targets
}

/** The texts that cells name by their number. */
export function readSharedTexts(archive: Archive): readonly string[] {
  const texts: string[] = []
  let text = ''
  let inText = false
  /** How a word is read aloud is not part of it. */
  let inReading = false
  walkXml(archive.part('xl/sharedStrings.xml') ?? '', {
    open: ({ name }) => {
      if (name === 'si') text = ''
      inText ||= name === 't'
      inReading ||= name === 'rPh'
    },
    close: (name) => {
      if (name === 'si') texts.push(text)
      inText &&= name !== 't'
      inReading &&= name !== 'rPh'
    },
    text: (piece) => {
      if (inText && !inReading) text += piece
    },
  })
  return texts
}

/** Number formats that come with Excel and show a date or a time. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** The styles whose numbers are dates. */
export function readDateStyles(archive: Archive): ReadonlySet<number> {
  const formats = new Set(DATE_FORMATS)
  const styles = new Set<number>()
  let count = 0
  let inCells = false
  walkXml(archive.part('xl/styles.xml') ?? '', {
    open: (tag) => {
      const format = Number(tag.attribute('numFmtId'))
      if (tag.name === 'numFmt' && isDateFormat(tag.attribute('formatCode') ?? '')) formats.add(format)
      inCells ||= tag.name === 'cellXfs'
      if (!inCells || tag.name !== 'xf') return
      if (formats.has(format)) styles.add(count)
      count += 1
    },
    close: (name) => {
      inCells &&= name !== 'cellXfs'
    },
  })
  return styles
}

/** Whether the days of a workbook are counted from 1904 rather than from 1900. */
export function countsFrom1904(archive: Archive): boolean {
  let answer = false
  walkXml(archive.part('xl/workbook.xml') ?? '', {
    open: (tag) => {
      if (tag.name === 'workbookPr') answer = /^(?:1|true)$/.test(tag.attribute('date1904') ?? '')
    },
  })
  return answer
}

/** Letters of days and times outside of quoted text, colours and escapes. */
const isDateFormat = (code: string): boolean => /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Where links lead, by the cell that they stand in. They come after the rows, in a part of their own. */
export function readLinks(archive: Archive, part: string, xml: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>()
  const start = xml.search(/<(?:\w+:)?hyperlinks[\s>]/)
  const end = start === -1 ? -1 : xml.lastIndexOf('hyperlinks>')
  if (end === -1) return links
  const targets = readRelations(archive, part)
  const own = xml.slice(start, end + 'hyperlinks>'.length)
  walkXml(own, {
    open: (tag) => {
      const place = tag.attribute('ref')
      const target = targets.get(tag.attribute('id') ?? '')
      if (place !== undefined && target) links.set(place, target)
    },
  })
  return links
}
