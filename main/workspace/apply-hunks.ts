import { type EditPlace, type EditProblem, type MatchKind, type Missed, nameNearest, overlaps, placeOf } from './edits'
import { indentOf } from './indentation'
import { indexLines, type LineIndex, lineTiers, type LineTier, MAX_PLACES } from './line-index'
import type { PatchHunk } from './patch-format'
import { copyLines, replaceRegion } from './replace-region'
import type { Reading } from './search-replace-blocks'
import { splitLines, usualEnd } from './text-lines'

export type HunkOutcome =
  | { readonly kind: 'edited'; readonly text: string; readonly places: readonly EditPlace[] }
  | { readonly kind: 'refused'; readonly problems: readonly EditProblem[]; readonly blocks: number }

/** Applies the hunks of a patch to a text: all of them or none. Every place is decided in the text as it was before. */
export function applyHunks(original: string, hunks: readonly PatchHunk[]): HunkOutcome {
  const lines = splitLines(original)
  const index = indexLines(lines.texts)
  const located: Located[] = []
  for (const hunk of hunks) located.push(locate(hunk, index, positionAfter(located)))
  const missed = located.filter((each) => each.kind === 'problem')
  const found = located.filter((each) => each.kind === 'found').sort((a, b) => a.start - b.start || a.block - b.block)
  const problems = [...nameNearest(missed, index), ...overlaps(found, 'hunk')]
  if (problems.length > 0) return { kind: 'refused', problems: problems.sort((a, b) => a.block - b.block), blocks: hunks.length }

  const end = usualEnd(lines.ends)
  const pieces: string[] = []
  let next = 0
  for (const { start, reading, match } of found) {
    pieces.push(copyLines(lines, next, start))
    next = start + reading.search.length
    const text = replaceRegion({ lines, from: start, to: next, ...reading, match, usualEnd: end })
    pieces.push(start > 0 && lines.ends[start - 1] === '' ? lineBehindOpenEnd(text.slice(0, -end.length), pieces, end) : text)
  }
  pieces.push(copyLines(lines, next, lines.texts.length))
  return { kind: 'edited', text: pieces.join(''), places: found.map(placeOf).sort((a, b) => a.block - b.block) }
}

/** The file ends without a line end, and so it stays: the line before the new ones, if it is still there, gets one. */
function lineBehindOpenEnd(text: string, pieces: readonly string[], end: string): string {
  const before = pieces.findLast((piece) => piece !== '') ?? '\n'
  return before.endsWith('\n') || before.endsWith('\r') ? text : end + text
}

interface Found {
  readonly kind: 'found'
  readonly block: number
  /** 0-based. */
  readonly start: number
  readonly reading: Reading
  readonly match: LineTier
}
type Located = Found | Missed

/** Hunks come in the order of the file: each is looked for behind the one before it first. */
function positionAfter(located: readonly Located[]): number {
  const last = located.at(-1)
  return last?.kind === 'found' ? last.start + last.reading.search.length : 0
}

function locate(hunk: PatchHunk, index: LineIndex, position: number): Located {
  const block = hunk.number
  const scope = scopeOf(hunk, index, position)
  if (scope === undefined) {
    const message = `Hunk ${block}: the line of its @@ header is not in the file: ${JSON.stringify(hunk.headers.join(' / '))}.`
    return { kind: 'problem', problem: { block, kind: 'not_found', message } }
  }
  const readings = readingsOf(hunk)
  const [first] = readings
  if (first.search.length === 0) return locateInsertion(hunk, first, scope, index)
  for (const match of lineTiers) {
    for (const reading of readings) {
      const places = placesOf(index, reading, { match, scope, hunk })
      const [start] = places
      if (start !== undefined && places.length === 1) return { kind: 'found', block, start, reading, match }
      if (places.length > 1) return { kind: 'problem', problem: ambiguous(block, places, match) }
    }
  }
  const message = `Hunk ${block}: its lines that stay or go are not in the file one after the other.`
  return { kind: 'problem', problem: { block, kind: 'not_found', message }, sought: first.search }
}

/** New lines alone stand behind the line of the header, or at the end of the file. */
function locateInsertion({ number: block, headers, endsFile }: PatchHunk, reading: Reading, scope: Scope, { texts }: LineIndex): Located {
  if (headers.length === 0 || endsFile) return { kind: 'found', block, reading, match: 'exact', start: texts.length }
  if (scope.isNarrow) return { kind: 'found', block, reading, match: 'exact', start: scope.from }
  const message = `Hunk ${block}: the line of its @@ header stands in several places. Give lines around the new ones too.`
  return { kind: 'problem', problem: { block, kind: 'ambiguous', message } }
}

/** Where to look first, and whether a header narrowed that down. */
interface Scope {
  readonly from: number
  readonly isNarrow: boolean
}

function scopeOf({ headers }: PatchHunk, index: LineIndex, position: number): Scope | undefined {
  let from = position
  let isUnique = true
  for (const [depth, header] of headers.entries()) {
    const places = placesOfHeader(header, index)
    const all = places.filter((place) => place >= from)
    const inner = depth === 0 ? [] : all.filter((place) => isWithin(index.texts, from - 1, place))
    const behind = inner.length === 1 ? inner : all
    const at = behind[0] ?? (places.length === 1 ? places[0] : undefined)
    if (at === undefined) return undefined
    isUnique &&= behind.length <= 1
    from = at + 1
  }
  return { from, isNarrow: headers.length > 0 && isUnique }
}

/** Whether a line stands in the block that another one opens, as their indentations say. */
function isWithin(texts: readonly string[], opens: number, at: number): boolean {
  const outer = indentOf(texts[opens] ?? '').length
  return texts.slice(opens + 1, at + 1).every((line) => indentOf(line).length > outer || /^\s*\{?\s*$/.test(line))
}

/** What a hunk means is decided by where the others are, so none of its places may be missing. */
const ALL = Number.POSITIVE_INFINITY

/** A header is a whole line; one that is none may be how a line begins. */
function placesOfHeader(header: string, index: LineIndex): readonly number[] {
  const whole = lineTiers.map((tier) => index.find([header], tier, ALL)).find((each) => each.length > 0)
  if (whole) return whole
  const begin = header.trim()
  return index.texts.flatMap((line, at) => (line.trimStart().startsWith(begin) ? [at] : []))
}

/** Places behind the scope's begin; where there are none, those before it. With a header that is unique only the first one is meant. */
function placesOf(
  index: LineIndex,
  { search }: Reading,
  { match, scope, hunk }: { match: LineTier; scope: Scope; hunk: PatchHunk },
): readonly number[] {
  const places = index.find(search, match, ALL)
  const last = places.filter((place) => place + search.length === index.texts.length)
  if (hunk.endsFile && last.length > 0) return last
  // The header may itself be the first line of the hunk.
  const behind = places.filter((place) => place >= scope.from - (hunk.headers.length > 0 ? 1 : 0))
  if (behind.length === 0) return places
  return scope.isNarrow ? behind.slice(0, 1) : behind
}

/** Blank lines at the end of a hunk may belong to the patch rather than to the file. */
function readingsOf({ lines }: PatchHunk): readonly [Reading, ...Reading[]] {
  const whole = readingOf(lines)
  const stripped = lines.slice(0, lines.findLastIndex((line) => line.kind !== 'keep' || line.text.trim() !== '') + 1)
  return stripped.length === lines.length ? [whole] : [whole, readingOf(stripped)]
}

const readingOf = (lines: PatchHunk['lines']): Reading => ({
  search: lines.filter((line) => line.kind !== 'add').map((line) => line.text),
  replace: lines.filter((line) => line.kind !== 'remove').map((line) => line.text),
})

function ambiguous(block: number, places: readonly number[], match: MatchKind): EditProblem {
  const lines = places
    .slice(0, MAX_PLACES)
    .map((at) => at + 1)
    .join(', ')
  const first = places.length > MAX_PLACES ? 'the first ' : ''
  const how = match === 'exact' ? '' : ', with blanks and typographic characters ignored'
  const message = `Hunk ${block}: its lines stand in ${places.length} places${how}, ${first}at lines ${lines}. Add lines around, or an @@ header with the line of the function or class it is in.`
  return { block, kind: 'ambiguous', message }
}
