export type LineEnd = '\n' | '\r\n' | '\r'

/** A text as its lines: `ends[i]` is the line end of `texts[i]`, empty only for a last line without one. */
export interface TextLines {
  readonly text: string
  /** Where each line begins in the text, and behind the last one where the text ends. */
  readonly starts: readonly number[]
  readonly texts: readonly string[]
  readonly ends: readonly (LineEnd | '')[]
}

/** A carriage return alone ends lines only in a text that has no other line end; elsewhere it is a part of its line. */
export function splitLines(text: string): TextLines {
  const mark = !text.includes('\n') && text.includes('\r') ? '\r' : '\n'
  const texts: string[] = []
  const ends: (LineEnd | '')[] = []
  const starts: number[] = []
  let from = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, from)) {
    const isWindows = mark === '\n' && at > from && text.charCodeAt(at - 1) === CARRIAGE_RETURN
    texts.push(text.slice(from, isWindows ? at - 1 : at))
    ends.push(isWindows ? '\r\n' : mark)
    starts.push(from)
    from = at + 1
  }
  if (from < text.length) {
    texts.push(text.slice(from))
    ends.push('')
    starts.push(from)
  }
  starts.push(text.length)
  return { text, starts, texts, ends }
}

const CARRIAGE_RETURN = 13

/** The line end that most lines have. */
export function usualEnd(ends: readonly (LineEnd | '')[]): LineEnd {
  if (ends[0] === '\r') return '\r'
  let surplus = 0
  for (const end of ends) surplus += end === '\r\n' ? 1 : end === '\n' ? -1 : 0
  return surplus > 0 ? '\r\n' : '\n'
}

/** Lines with their ends, so that a change of a line end is a change. */
export function wholeLines(text: string): readonly string[] {
  const { starts, texts } = splitLines(text)
  return texts.map((_, at) => text.slice(starts[at], starts[at + 1]))
}
