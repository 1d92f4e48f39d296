import { plainText } from './plain-text'

/** What is not looked at when lines are compared, from the strictest way to the loosest. Each contains the ones before it. */
export const lineTiers = ['exact', 'trailing_blanks', 'indentation', 'typographic'] as const
export type LineTier = (typeof lineTiers)[number]

/** Finds where some lines stand in a text. Built once for all blocks of a call. */
export interface LineIndex {
  readonly texts: readonly string[]
  /** 0-based lines at which `search` begins, in rising order, at most `limit` of them. */
  find(search: readonly string[], tier: LineTier, limit?: number): readonly number[]
  /** The lines as one text with plain line ends, made once when first asked for. */
  joined(): string
  /** Lines that equal this one when surrounding blanks are ignored. */
  linesLike(line: string): readonly number[]
}

/** So many places are named to the model; more need not be looked for to know that a text is not unique. */
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
  const linesLike = (line: string): readonly number[] => asList(byContent.get(line.trim()))
  const plainLike = (line: string): readonly number[] => asList(byPlain().get(NORMAL.typographic(line)))
  // One search is tried in one tier after another.
  const rarestLike = rememberLast((search: readonly string[]) => rarestOf(search, linesLike))
  return {
    texts,
    joined,
    linesLike,
    find: (search, tier, limit = MAX_PLACES) => {
      const rarest = tier === 'typographic' ? rarestOf(search, plainLike) : rarestLike(search)
      if (!rarest || (tier !== 'exact' && search.every((line) => line.trim() === ''))) return NOWHERE
      const found: number[] = []
      for (const at of rarest.lines) {
        const start = at - rarest.offset
        if (start < 0 || start + search.length > texts.length || !matchesAt(texts, search, start, NORMAL[tier])) continue
        found.push(start)
        if (found.length === limit) break
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

function rememberLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}

/** Most lines stand in one place only: then no list is made for them. */
type Places = number | number[]

const asList = (places: Places | undefined): readonly number[] =>
  places === undefined ? NOWHERE : typeof places === 'number' ? [places] : places

function groupBy(texts: readonly string[], keyOf: (text: string) => string): ReadonlyMap<string, Places> {
  const groups = new Map<string, Places>()
  for (let at = 0; at < texts.length; at += 1) {
    const key = keyOf(texts[at] ?? '')
    const known = groups.get(key)
    if (known === undefined) groups.set(key, at)
    else if (typeof known === 'number') groups.set(key, [known, at])
    else known.push(at)
  }
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
