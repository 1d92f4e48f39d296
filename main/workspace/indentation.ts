/** Pairs of how a line is indented in SEARCH and how the same line is indented in the file. */
export interface IndentPair {
  readonly asked: string
  readonly there: string
}

export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

/** What the lines of a loose match say about the indentation. Blank lines say nothing. */
export function pairIndents(search: readonly string[], found: readonly string[]): readonly IndentPair[] {
  return search.flatMap((line, at) => (line.trim() === '' ? [] : [{ asked: indentOf(line), there: indentOf(found[at] ?? '') }]))
}

/** A new line, indented as the file would have it. */
export function reindent(line: string, pairs: readonly IndentPair[]): string {
  if (line.trim() === '') return line
  const indent = indentOf(line)
  const known = pairs.find((pair) => pair.asked === indent) ?? longestWithin(indent, pairs)
  if (known) return `${known.there}${indent.slice(known.asked.length)}${line.slice(indent.length)}`
  const shallowest = pairs.reduce<IndentPair | undefined>(
    (least, pair) => (least && least.asked.length <= pair.asked.length ? least : pair),
    undefined,
  )
  // Less deep than anything matched: shifted by as much as the shallowest line was.
  const surplus =
    shallowest && shallowest.there.endsWith(shallowest.asked)
      ? shallowest.there.slice(0, shallowest.there.length - shallowest.asked.length)
      : ''
  return `${surplus}${line}`
}

function longestWithin(indent: string, pairs: readonly IndentPair[]): IndentPair | undefined {
  const within = pairs.filter((pair) => indent.startsWith(pair.asked))
  return within.reduce<IndentPair | undefined>(
    (longest, pair) => (longest && longest.asked.length >= pair.asked.length ? longest : pair),
    undefined,
  )
}
