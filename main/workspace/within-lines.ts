import type { Reading } from './search-replace-blocks'

/** A place where the text begins or ends inside a line: the same edit, told in whole lines. */
export interface PlaceWithinLines {
  /** 0-based. */
  readonly start: number
  readonly reading: Reading
}

/** Two are enough to know that a text is not unique. */
const MAX_FOUND = 2

/**
 * Where the search text of a reading stands in the file although its first line begins, or its last line ends, inside a
 * line of the file. For a search that whole lines did not answer. `text` has plain line ends.
 */
export function findWithinLines({ search, replace }: Reading, text: string): readonly PlaceWithinLines[] {
  const sought = search.join('\n')
  // A blank line at its edge means a blank line of the file, not the end of the line before or the beginning of the next one.
  if (search.length === 0 || search[0]?.trim() === '' || search.at(-1)?.trim() === '') return []
  const places: PlaceWithinLines[] = []
  for (let at = text.indexOf(sought); at >= 0 && places.length < MAX_FOUND; at = text.indexOf(sought, at + 1)) {
    places.push(toWholeLines({ text, from: at, to: at + sought.length }, replace))
  }
  const at = text.indexOf(sought)
  return places.length === 1 && (splitsWord(text, at) || splitsWord(text, at + sought.length)) ? [] : places
}

/** Half a word is not what anybody means: `sum` is not in `summary`. */
const splitsWord = (text: string, at: number): boolean => WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at))
const WORD = /[\p{L}\p{N}_$]/u

function toWholeLines({ text, from, to }: { text: string; from: number; to: number }, replace: readonly string[]): PlaceWithinLines {
  const lineStart = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1
  const nextBreak = text.indexOf('\n', to)
  const lineEnd = nextBreak < 0 ? text.length : nextBreak
  const [before, after] = [text.slice(lineStart, from), text.slice(to, lineEnd)]
  return {
    start: countBreaks(text, lineStart),
    reading: { search: text.slice(lineStart, lineEnd).split('\n'), replace: (before + replace.join('\n') + after).split('\n') },
  }
}

function countBreaks(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
