/** Finds where some lines stand in a text. Built once for all blocks of a call. */
export interface LineIndex {
  readonly texts: readonly string[]
  /** 0-based lines at which `search` begins, at most `MAX_PLACES` of them. */
  find(search: readonly string[], how: 'exact' | 'trimmed'): readonly number[]
  /** The lines as one text with plain line ends, made once when first asked for. */
  joined(): string
  /** Lines that equal this one when surrounding blanks are ignored. */
  linesLike(line: string): readonly number[]
}

export const MAX_PLACES = 20
const NOWHERE: readonly number[] = []

export function indexLines(texts: readonly string[]): LineIndex {
  const byContent = new Map<string, number[]>()
  texts.forEach((text, at) => {
    const key = text.trim()
    const lines = byContent.get(key)
    if (lines) lines.push(at)
    else byContent.set(key, [at])
  })
  const linesLike = (line: string): readonly number[] => byContent.get(line.trim()) ?? NOWHERE
  let joined: string | undefined
  return {
    texts,
    joined: () => {
      joined ??= texts.join('\n')
      return joined
    },
    linesLike,
    find: (search, how) => {
      const rarest = rarestOf(search, linesLike)
      if (!rarest || (how === 'trimmed' && search.every((line) => line.trim() === ''))) return NOWHERE
      const found: number[] = []
      for (const at of rarest.lines) {
        const start = at - rarest.offset
        if (start < 0 || start + search.length > texts.length || !matchesAt(texts, search, { start, how })) continue
        found.push(start)
        if (found.length === MAX_PLACES) break
      }
      return found
    },
  }
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

function matchesAt(
  texts: readonly string[],
  search: readonly string[],
  { start, how }: { start: number; how: 'exact' | 'trimmed' },
): boolean {
  return search.every((line, offset) => {
    const there = texts[start + offset]
    return there === line || (how === 'trimmed' && there?.trim() === line.trim())
  })
}
