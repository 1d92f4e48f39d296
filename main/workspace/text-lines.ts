/** A text as its lines: `ends[i]` is the line end of `texts[i]`, empty only for a last line without one. */
export interface TextLines {
  readonly texts: readonly string[]
  readonly ends: readonly string[]
}

export function splitLines(text: string): TextLines {
  const texts: string[] = []
  const ends: string[] = []
  let from = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    const isWindows = at > from && text.charCodeAt(at - 1) === CARRIAGE_RETURN
    texts.push(text.slice(from, isWindows ? at - 1 : at))
    ends.push(isWindows ? '\r\n' : '\n')
    from = at + 1
  }
  if (from < text.length) {
    texts.push(text.slice(from))
    ends.push('')
  }
  return { texts, ends }
}

const CARRIAGE_RETURN = 13

/** The line end that most lines have. */
export function usualEnd(ends: readonly string[]): '\n' | '\r\n' {
  const windows = ends.filter((end) => end === '\r\n').length
  const unix = ends.filter((end) => end === '\n').length
  return windows > unix ? '\r\n' : '\n'
}
