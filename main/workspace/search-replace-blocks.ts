/** One way to read a block: a text to find and the one to put in its place, as lines. */
export interface Reading {
  readonly search: readonly string[]
  readonly replace: readonly string[]
}

/** A block has several readings when lines of `=` stand in the text itself. */
export interface EditBlock {
  /** 1-based. */
  readonly number: number
  readonly readings: readonly Reading[]
}

export type ParsedBlocks =
  | { readonly ok: true; readonly blocks: readonly EditBlock[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Lines that begin, part and end a block. */
export const START = /^(?:-{3,}|<{3,}) SEARCH>?\s*$/
export const SEPARATOR = /^={3,}\s*$/
export const END = /^(?:\+{3,}|>{3,}) REPLACE>?\s*$/
/** Around or between blocks these mean nothing. */
const IGNORED = /^\s*(?:```.*)?$/

/**
 * Reads SEARCH/REPLACE blocks. A marker counts only where one may stand: whole blocks inside a block, and an end marker that text
 * and another end marker follow, are text. The last end marker may be missing.
 */
export function parseBlocks(diff: string): ParsedBlocks {
  const lines = diff.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.at(-1) === '') lines.pop()
  const blocks: EditBlock[] = []
  const problems: string[] = []
  let number = 0
  for (let at = 0; at < lines.length && problems.length < MAX_PROBLEMS; at += 1) {
    const line = lines[at] ?? ''
    if (!START.test(line)) {
      if (!IGNORED.test(line))
        problems.push(`A line stands outside any block${number > 0 ? `, after block ${number}` : ''}: ${quote(line)}`)
      continue
    }
    number += 1
    const extent = extentOf(lines, at + 1)
    if (extent.isCutByStart) problems.push(`Block ${number} has a second SEARCH marker before its REPLACE marker.`)
    const readings = readingsOf(lines.slice(at + 1, extent.end))
    const isWhole = extent.end < lines.length
    if (readings.length > 0) blocks.push({ number, readings })
    else problems.push(noSeparator(number, isWhole))
    at = extent.end
  }
  if (number === 0) return { ok: false, problems: ['There is no SEARCH block in it.'] }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks }
}

const noSeparator = (number: number, isWhole: boolean): string =>
  `Block ${number} has no ======= line${isWhole ? ' before its REPLACE marker' : ': it ends in the middle of SEARCH'}.`

interface Extent {
  /** The line of the end marker, or behind the last line when there is none. */
  readonly end: number
  /** True when a second block begins before this one is closed, so that nobody can say which text is whose. */
  readonly isCutByStart: boolean
}

/** Where the block ends whose text begins at `from`. */
function extentOf(lines: readonly string[], from: number): Extent {
  let depth = 1
  let firstEnd: number | undefined
  let starts = 0
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (START.test(line)) {
      depth += 1
      starts += 1
    } else if (END.test(line)) {
      firstEnd ??= at
      depth -= 1
      if (depth === 0) return { end: lastEnd(lines, at), isCutByStart: false }
    }
  }
  return { end: firstEnd ?? lines.length, isCutByStart: starts > 0 }
}

/** An end marker is text if text follows it and then another end marker, with nothing that looks like a block of its own between. */
function lastEnd(lines: readonly string[], end: number): number {
  let last = end
  let isText = false
  for (let at = end + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const isEnd = END.test(line)
    if (START.test(line) || SEPARATOR.test(line) || (isEnd && !isText)) break
    if (isEnd) last = at
    isText = !isEnd && (isText || !IGNORED.test(line))
  }
  return last
}

/** Reading ends with so many: a block that is not closed makes all that follows be looked through. */
const MAX_PROBLEMS = 10

/** Every way to read the lines between the markers of a block. */
export function readingsOf(body: readonly string[]): readonly Reading[] {
  const readings: Reading[] = []
  for (const [at, line] of body.entries()) {
    if (!SEPARATOR.test(line)) continue
    readings.push({ search: body.slice(0, at), replace: body.slice(at + 1) })
    if (readings.length === MAX_READINGS) break
  }
  return readings
}

/** Each takes as much room as the block: a text of nothing but equals signs must not fill the memory. */
const MAX_READINGS = 60

const MAX_QUOTED = 160

/** A piece of text on one line, with its invisible characters made visible. */
export const quote = (text: string): string => JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
