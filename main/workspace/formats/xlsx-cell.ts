export interface CellFacts {
  /** `s`: a shared text, `b`: true or false, `e`: an error, `n`: a number, `d`: a date, `str` and `inlineStr`: the text itself. */
  readonly type: string
  readonly style: number
  readonly value: string
  readonly formula: string
}

/** What the cells of a workbook share. */
export interface CellBook {
  readonly texts: readonly string[]
  /** The styles whose numbers are dates. */
  readonly dateStyles: ReadonlySet<number>
  /** Whether days are counted from 1904, as on an old Macintosh. */
  readonly from1904: boolean
}

/** A cell on one line, as a person would see it: dates as ISO dates, errors named, formulas by their result. */
export function showCell(cell: CellFacts, { texts, dateStyles, from1904 }: CellBook): string {
  if (cell.value === '') return cell.formula === '' ? '' : `[Formula: ${onOneLine(cell.formula)}]`
  switch (cell.type) {
    case 's':
      return onOneLine(texts[Number(cell.value)] ?? '')
    case 'b':
      return cell.value === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return `[Error: ${onOneLine(cell.value)}]`
    case 'n':
      return dateStyles.has(cell.style) ? dateOf(cell.value, from1904 ? EPOCH_1904_MS : EPOCH_MS) : onOneLine(cell.value)
    default:
      return onOneLine(cell.value)
  }
}

const onOneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

const DAY_MS = 86_400_000
/** Day 0 of Excel, with which days from March 1900 on are right. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
const LAST_DAY = 2_958_465

function dateOf(value: string, epochMs: number): string {
  const days = Number(value)
  if (!(days >= 0 && days <= LAST_DAY)) return value
  const iso = new Date(epochMs + Math.round(days * DAY_MS)).toISOString()
  const time = iso.slice(11, 19)
  if (days < 1) return time
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
