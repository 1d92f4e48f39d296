/** How the lines of a SEARCH text are indented and how the same lines are in the file: what new lines are indented by. */
export interface IndentMap {
  readonly pairs: readonly IndentPair[]
  /** What one level more is on either side, where two lines of the match tell. */
  readonly step: { readonly asked: number; readonly there: string } | undefined
}

interface IndentPair {
  /** Which line of the match. */
  readonly at: number
  readonly asked: string
  readonly there: string
}

export function indentOf(line: string): string {
  let length = 0
  while (line[length] === ' ' || line[length] === '\t') length += 1
  return line.slice(0, length)
}

/** `search` was found as `found`; `replace` are the lines that will be indented. Blank lines say nothing. */
export function mapIndents(search: readonly string[], found: readonly string[], replace: readonly string[]): IndentMap {
  const pairs: IndentPair[] = []
  for (const [at, line] of search.entries()) {
    if (line.trim() !== '') pairs.push({ at, asked: indentOf(line), there: indentOf(found[at] ?? '') })
  }
  return { pairs, step: stepOf(pairs) ?? guessStep(pairs, search, replace) }
}

/** A new line, indented as the file would have it. Of several lines of the match that say how, the one nearest to line `near` counts. */
export function reindent(line: string, map: IndentMap, near: number): string {
  if (line.trim() === '') return line
  const indent = indentOf(line)
  const known = nearestPair(map.pairs, indent, near)
  return `${known ? known.there : indentLike(indent, map)}${line.slice(indent.length)}`
}

function nearestPair(pairs: readonly IndentPair[], indent: string, near: number): IndentPair | undefined {
  let known: IndentPair | undefined
  for (const pair of pairs) {
    if (pair.asked === indent && (!known || Math.abs(pair.at - near) < Math.abs(known.at - near))) known = pair
  }
  return known
}

function indentLike(indent: string, { pairs, step }: IndentMap): string {
  const within = best(
    pairs.filter((pair) => indent.startsWith(pair.asked)),
    (a, b) => a.asked.length > b.asked.length,
  )
  if (within) return within.there + convert(indent.slice(within.asked.length), step)
  const shallowest = best(pairs, (a, b) => a.asked.length < b.asked.length)
  if (!shallowest) return indent
  // Less deep than anything matched: as much less deep as it was asked to be.
  const less = convert(shallowest.asked.slice(0, Math.max(0, shallowest.asked.length - indent.length)), step)
  return shallowest.there.endsWith(less) ? shallowest.there.slice(0, shallowest.there.length - less.length) : ''
}

function best(pairs: readonly IndentPair[], isBetter: (a: IndentPair, b: IndentPair) => boolean): IndentPair | undefined {
  return pairs.reduce<IndentPair | undefined>((known, pair) => (known && !isBetter(pair, known) ? known : pair), undefined)
}

/** Some more indentation in the file's own way, if it comes out even. */
function convert(more: string, step: IndentMap['step']): string {
  if (more === '' || !step) return more
  const count = (more.length / step.asked) * step.there.length
  return Number.isInteger(count) ? step.there.charAt(0).repeat(count) : more
}

/** Two lines of different depth tell what a level is; the two that are nearest tell it best. */
function stepOf(pairs: readonly IndentPair[]): IndentMap['step'] {
  const [first] = pairs
  if (!first || pairs.every((pair) => pair.asked === first.asked)) return undefined
  const byDepth = [...pairs].sort((a, b) => a.asked.length - b.asked.length)
  const steps = byDepth.flatMap((deeper, at) => {
    const before = byDepth[at - 1]
    if (!before || !deeper.asked.startsWith(before.asked) || !deeper.there.startsWith(before.there)) return []
    const [asked, there] = [deeper.asked.length - before.asked.length, deeper.there.slice(before.there.length)]
    return asked > 0 && there !== '' ? [{ asked, there }] : []
  })
  return steps.sort((a, b) => a.asked - b.asked)[0]
}

const USUAL_SPACES = 4

/** Only one depth was matched: a level of SEARCH is what all its indentations are multiples of. */
function guessStep(pairs: readonly IndentPair[], search: readonly string[], replace: readonly string[]): IndentMap['step'] {
  const there = pairs.find((pair) => pair.there !== '')?.there
  if (there === undefined) return undefined
  const indents = indentsOf([search, replace])
  if (there.startsWith('\t') && !indents.hasTabs && indents.size > 0) return { asked: indents.size, there: '\t' }
  if (there.startsWith(' ') && indents.hasTabs && !indents.hasSpaces) return { asked: 1, there: ' '.repeat(USUAL_SPACES) }
  return undefined
}

/** What indentations consist of; `size` is what all their lengths are multiples of. */
function indentsOf(texts: readonly (readonly string[])[]): {
  readonly size: number
  readonly hasTabs: boolean
  readonly hasSpaces: boolean
} {
  const found = { size: 0, hasTabs: false, hasSpaces: false }
  for (const lines of texts) {
    for (const line of lines) {
      const indent = line.trim() === '' ? '' : indentOf(line)
      found.size = commonDivisor(found.size, indent.length)
      found.hasTabs ||= indent.includes('\t')
      found.hasSpaces ||= indent.includes(' ')
    }
  }
  return found
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
