/** A line of which only the beginning was kept. */
export interface ShortenedLine {
  readonly line: number
  /** Characters of the whole line. */
  readonly length: number
}

export interface WindowRange {
  /** 1-based, inclusive. */
  readonly start: number
  readonly end: number
  /** Of all lines together. The first line is always kept. */
  readonly maxLength: number
  readonly maxLineLength: number
}

export interface LineWindow {
  feed(text: string): void
  /** To be called at the end of the file: a last line without a line end counts too. */
  finish(): void
  /** True when nothing that follows can be part of the window. */
  readonly isFull: boolean
  readonly lines: readonly string[]
  readonly shortened: readonly ShortenedLine[]
  /** True when the window ends early because it had grown too large. */
  readonly cut: boolean
  /** Lines counted so far. */
  readonly count: number
}

/** Keeps some lines of a text that arrives in pieces, and counts the rest. Memory is bounded by the range. */
export function createLineWindow(range: WindowRange): LineWindow {
  const lines: string[] = []
  const shortened: ShortenedLine[] = []
  let count = 0
  let kept = 0
  let cut = false
  let current = ''
  let currentLength = 0
  let mark: string | undefined

  const isWanted = (): boolean => !cut && count + 1 >= range.start && count + 1 <= range.end
  const take = (text: string, from: number, to: number): void => {
    currentLength += to - from
    const room = range.maxLineLength + 1 - current.length
    if (room > 0 && isWanted()) current += text.slice(from, Math.min(to, from + room))
  }
  const endLine = (): void => {
    if (isWanted()) keep()
    count += 1
    current = ''
    currentLength = 0
  }
  const keep = (): void => {
    const text = current.length > range.maxLineLength ? current.slice(0, range.maxLineLength) : withoutReturn(current)
    if (lines.length > 0 && kept + text.length > range.maxLength) {
      cut = true
      return
    }
    kept += text.length + 1
    lines.push(text)
    if (current.length > range.maxLineLength) shortened.push({ line: count + 1, length: currentLength })
  }

  return {
    lines,
    shortened,
    feed: (text) => {
      mark ??= markOf(text)
      let from = 0
      for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, from)) {
        take(text, from, at)
        endLine()
        from = at + 1
      }
      take(text, from, text.length)
    },
    finish: () => {
      if (currentLength > 0) endLine()
    },
    get isFull() {
      return cut || count >= range.end
    },
    get cut() {
      return cut
    },
    get count() {
      return count
    },
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** A carriage return alone ends lines only where nothing else does, as the edit engine sees it. */
const markOf = (text: string): string => (!text.includes('\n') && /\r[^\n]/.test(text) ? '\r' : '\n')
