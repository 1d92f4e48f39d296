import { indexLines, type LineIndex, lineTiers, type LineTier, MAX_PLACES } from './line-index'
import { findNearest, type NearestText } from './nearest-text'
import { copyLines, replaceRegion } from './replace-region'
import { type EditBlock, parseBlocks, type Reading } from './search-replace-blocks'
import { splitLines, usualEnd } from './text-lines'
import { findWithinLines } from './within-lines'

/** What was not looked at to find a block, or that it begins or ends inside a line. */
export type MatchKind = LineTier | 'within_lines'

/** Where a block was applied, in lines of the text before the edit, 1-based and inclusive. */
export interface EditPlace {
  readonly block: number
  readonly startLine: number
  readonly endLine: number
  readonly match: MatchKind
}

/** Why a block was not applied. `message` quotes nothing of the file, `nearest` may. */
export interface EditProblem {
  readonly block: number
  readonly kind: 'not_found' | 'ambiguous' | 'overlapping' | 'empty_search'
  readonly message: string
  readonly nearest?: NearestText
}

export type EditOutcome =
  | { readonly kind: 'edited'; readonly text: string; readonly places: readonly EditPlace[] }
  | { readonly kind: 'malformed'; readonly problems: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly EditProblem[]; readonly blocks: number }

/** Applies SEARCH/REPLACE blocks to a text: all of them or none. Every place is decided in the text as it was before. */
export function applyBlocks(original: string, diff: string): EditOutcome {
  const parsed = parseBlocks(diff)
  if (!parsed.ok) return { kind: 'malformed', problems: parsed.problems }
  const lines = splitLines(original)
  const index = indexLines(lines.texts)
  const located = parsed.blocks.map((block) => locate(block, index))
  const found = located.filter((each) => each.kind === 'found').sort((a, b) => a.start - b.start || a.block - b.block)
  const missed = located.filter((each) => each.kind === 'problem')
  const problems = [...nameNearest(missed, index), ...overlaps(found)]
  if (problems.length > 0) return { kind: 'refused', problems: problems.sort((a, b) => a.block - b.block), blocks: located.length }

  const end = usualEnd(lines.ends)
  const pieces: string[] = []
  let next = 0
  for (const each of found) {
    pieces.push(copyLines(lines, next, each.start))
    const to = each.start + each.reading.search.length
    pieces.push(replaceRegion({ lines, from: each.start, to, ...each.reading, match: tierOf(each), usualEnd: end }))
    next = to
  }
  pieces.push(copyLines(lines, next, lines.texts.length))
  return { kind: 'edited', text: pieces.join(''), places: found.map(placeOf).sort((a, b) => a.block - b.block) }
}

export interface Found {
  readonly kind: 'found'
  readonly block: number
  /** 0-based. */
  readonly start: number
  readonly reading: Reading
  readonly match: MatchKind
}

/** Half a line was told in whole lines of the file, which are the file's own. */
export const tierOf = ({ match }: Found): LineTier => (match === 'within_lines' ? 'exact' : match)

/** Where a block belongs, or why that cannot be said. */
export type Located = Found | Missed

export interface Missed {
  readonly kind: 'problem'
  readonly problem: EditProblem
  /** The text that is nowhere: the nearest one can be looked for. */
  readonly sought?: readonly string[]
}

/** To look for what is nearest means to compare with every line: for so many problems it is done. */
const MAX_NEAREST = 5

/** The problems, the first of them with the place that was most likely meant. */
export function nameNearest(missed: readonly Missed[], index: LineIndex): readonly EditProblem[] {
  let left = MAX_NEAREST
  return missed.map(({ problem, sought }) => {
    if (!sought || left === 0) return problem
    left -= 1
    const nearest = findNearest(sought, index)
    return nearest ? { ...problem, nearest } : problem
  })
}

/** Of several readings, the one with the longest text that stands in the file exactly once. */
export function locate({ number, readings }: EditBlock, index: LineIndex): Located {
  const byLength = [...readings].reverse()
  for (const tier of lineTiers) {
    const tried = byLength.map((reading) => ({ reading, places: placesOf(reading.search, index, tier) }))
    const unique = tried.find(({ places }) => places.length === 1)
    const [start] = unique?.places ?? []
    if (unique && start !== undefined) return { kind: 'found', block: number, start, reading: unique.reading, match: tier }
    const several = tried.find(({ places }) => places.length > 1)
    if (several) return { kind: 'problem', problem: ambiguous(number, several.places, tier) }
  }
  return locateWithinLines(number, byLength, index)
}

/** The last resort: the text begins or ends inside a line. Only where it is the one place in the file. */
function locateWithinLines(number: number, byLength: readonly Reading[], index: LineIndex): Located {
  const tried = byLength.map((reading) => findWithinLines(reading, index.joined()))
  const [place] = tried.find((places) => places.length === 1) ?? []
  if (place) return { kind: 'found', block: number, ...place, match: 'within_lines' }
  const several = tried.find((places) => places.length > 1)
  if (several)
    return {
      kind: 'problem',
      problem: ambiguous(
        number,
        several.map(({ start }) => start),
        'within_lines',
      ),
    }
  return notFound(number, byLength.at(-1)?.search ?? [])
}

function placesOf(search: readonly string[], index: LineIndex, tier: LineTier): readonly number[] {
  // An empty text fits only into an empty file: there it makes the content.
  if (search.length === 0) return index.texts.length === 0 ? [0] : []
  return index.find(search, tier)
}

const IGNORING: Readonly<Record<MatchKind, string>> = {
  exact: '',
  trailing_blanks: ', with the blanks at line ends ignored',
  indentation: ', with the blanks around lines ignored',
  typographic: ', with blanks and typographic characters ignored',
  within_lines: '',
}

function ambiguous(block: number, places: readonly number[], match: MatchKind): EditProblem {
  const lines = places.map((at) => at + 1).join(', ')
  const many = match === 'within_lines' || places.length === MAX_PLACES ? `at least ${places.length}` : String(places.length)
  const message = `Block ${block}: its SEARCH text stands in ${many} places${IGNORING[match]}, at lines ${lines}. Add lines around it until it is unique.`
  return { block, kind: 'ambiguous', message }
}

function notFound(block: number, sought: readonly string[]): Missed {
  if (sought.length === 0) {
    const message = `Block ${block}: its SEARCH text is empty, which fits only an empty or a new file. Put the lines there that the new ones belong to.`
    return { kind: 'problem', problem: { block, kind: 'empty_search', message } }
  }
  return { kind: 'problem', problem: { block, kind: 'not_found', message: `Block ${block}: its SEARCH text is not in the file.` }, sought }
}

/** `name` is what the model calls a part of its edit. */
export function overlaps(found: readonly Found[], name: 'block' | 'hunk' = 'block'): readonly EditProblem[] {
  const capital = name === 'block' ? 'Block' : 'Hunk'
  return found.flatMap((each, at) => {
    const before = found[at - 1]
    if (!before || before.start + before.reading.search.length <= each.start) return []
    const both = `${capital} ${each.block} and ${name} ${before.block}`
    const message = `${both} change the same lines (from line ${each.start + 1} on). Make one ${name} of them.`
    return [{ block: each.block, kind: 'overlapping' as const, message }]
  })
}

export const placeOf = ({ block, start, reading, match }: Found): EditPlace => ({
  block,
  startLine: start + 1,
  endLine: Math.max(start + 1, start + reading.search.length),
  match,
})
