import { plainText } from './plain-text'

/** What is not looked at when lines are compared, from the strictest way to the loosest. Each contains the ones before it. */
export const lineTiers = ['exact', 'trailing_blanks', 'indentation', 'typographic'] as const
export type LineTier = (typeof lineTiers)[number]

/** Finds where some lines stand in a text. Built once for all blocks of a call. */
export interface LineIndex {
  readonly texts: readonly string[]
  /** 0-based lines at which `search` begins, at most `MAX_PLACES` of them. */
  find(search: readonly string[], tier: LineTier): readonly number[]
  /** The lines as one text with plain line ends, made once when first asked for. */
  joined(): string
  /** Lines that equal this one when surrounding blanks are ignored. */
  linesLike(line: string): readonly number[]
}

export const MAX_PLACES = 20
const NOWHERE: readonly number[] = []

const asItIs = (line: string): string => line
/** Lines are the same when this makes the same of them. */
const NORMAL: Readonly<Record<LineTier, (line: string) => string>> = {
  exact: asItIs,
  trailing_blanks: (line) => line.trimEnd(),
  indentation: (line) => line.trim(),
  typographic: (line) => plainText(line).trim(),
}

export function indexLines(texts: readonly string[]): LineIndex {
  const byContent = groupBy(texts, NORMAL.indentation)
  const byPlain = once(() => groupBy(texts, NORMAL.typographic))
  const joined = once(() => texts.join('\n'))
  const linesLike = (line: string): readonly number[] => byContent.get(line.trim()) ?? NOWHERE
  const plainLike = (line: string): readonly number[] => byPlain().get(NORMAL.typographic(line)) ?? NOWHERE
  return {
    texts,
    joined,
    linesLike,
    find: (search, tier) => {
      const rarest = rarestOf(search, tier === 'typographic' ? plainLike : linesLike)
      if (!rarest || (tier !== 'exact' && search.every((line) => line.trim() === ''))) return NOWHERE
      const found: number[] = []
      for (const at of rarest.lines) {
        const start = at - rarest.offset
        if (start < 0 || start + search.length > texts.length || !matchesAt(texts, search, start, NORMAL[tier])) continue
        found.push(start)
        if (found.length === MAX_PLACES) break
      }
      return found
    },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function groupBy(texts: readonly string[], keyOf: (text: string) => string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  texts.forEach((text, at) => {
    const key = keyOf(text)
    const lines = groups.get(key)
    if (lines) lines.push(at)
    else groups.set(key, [at])
  })
  return groups
}

/** The line of `search` that stands in the text least often: the fewest places to look at. */
function rarestOf(
  search: readonly string[],
  linesLike: (line: string) => readonly number[],
): { readonly offset: number; readonly lines: readonly number[] } | undefined {
  let best: { offset: number; lines: readonly number[] } | undefined
  for (const [offset, line] of search.entries()) {
    const lines = linesLike(line)
    if (!best || lines.length < best.lines.length) best = { offset, lines }
    if (lines.length <= 1) break
  }
  return best
}

const matchesAt = (texts: readonly string[], search: readonly string[], start: number, normal: (line: string) => string): boolean =>
  search.every((line, offset) => {
    const there = texts[start + offset]
    return there === line || (there !== undefined && normal(there) === normal(line))
  })
