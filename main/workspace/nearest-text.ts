import type { LineIndex } from './line-index'
import { plainText } from './plain-text'
import { quote } from './search-replace-blocks'

/** The place that a text which was not found most likely meant. */
export interface NearestText {
  /** 1-based, inclusive. */
  readonly startLine: number
  readonly endLine: number
  /** One sentence on the first difference. Quotes the file. */
  readonly difference: string
}

/** A line that stands in more places than this tells nothing. */
const MAX_COMMON = 50
/** Of all lines of the file together: what is nearest is looked for while the program waits. */
const MAX_COMPARED = 2_000_000
const MIN_LIKENESS = 0.5
const MAX_COMPARED_LENGTH = 300

/** Where `search` most likely was meant to match, or undefined when nothing is like it. */
export function findNearest(search: readonly string[], index: LineIndex): NearestText | undefined {
  const start = startByVotes(search, index) ?? startByLikeness(search, index)
  if (start === undefined) return undefined
  const first = Math.max(0, start)
  const last = Math.min(index.texts.length, start + search.length)
  return { startLine: first + 1, endLine: Math.max(first + 1, last), difference: describeDifference(search, index.texts, start) }
}

/** Each line that stands in the file too votes for the place that this would put the block at. */
function startByVotes(search: readonly string[], index: LineIndex): number | undefined {
  const votes = new Map<number, number>()
  for (const [offset, line] of search.entries()) {
    const lines = line.trim() === '' ? [] : index.linesLike(line)
    if (lines.length > MAX_COMMON) continue
    for (const at of lines) votes.set(at - offset, (votes.get(at - offset) ?? 0) + 1)
  }
  let best: number | undefined
  for (const [start, count] of votes) if (best === undefined || count > (votes.get(best) ?? 0)) best = start
  return best
}

/** No line of it stands in the file: the place whose line is most like its longest one. */
function startByLikeness(search: readonly string[], index: LineIndex): number | undefined {
  const offset = search.reduce((longest, line, at) => (line.trim().length > (search[longest]?.trim().length ?? 0) ? at : longest), 0)
  const wanted = pairsOf(search[offset] ?? '')
  let best = MIN_LIKENESS
  let start: number | undefined
  let compared = 0
  for (let at = 0; at < index.texts.length && compared < MAX_COMPARED; at += 1) {
    const line = index.texts[at] ?? ''
    compared += Math.min(line.length, MAX_COMPARED_LENGTH)
    const likeness = likenessOf(wanted, line)
    if (likeness <= best) continue
    best = likeness
    start = at - offset
  }
  return start
}

interface Pairs {
  /** How often each pair of neighbouring letters stands in a line. */
  readonly counts: ReadonlyMap<number, number>
  readonly total: number
}

const comparable = (line: string): string => plainText(line).trim().slice(0, MAX_COMPARED_LENGTH)

/** Two letters as one number. */
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1)

function pairsOf(line: string): Pairs {
  const text = comparable(line)
  const counts = new Map<number, number>()
  for (let at = 0; at + 1 < text.length; at += 1) counts.set(pairAt(text, at), (counts.get(pairAt(text, at)) ?? 0) + 1)
  return { counts, total: Math.max(0, text.length - 1) }
}

/** Share of neighbouring letters that two lines have in common, 0 to 1. */
function likenessOf(wanted: Pairs, line: string): number {
  const length = Math.min(line.length, MAX_COMPARED_LENGTH)
  // Not even if all of the shorter one were in the longer one.
  if (wanted.total === 0 || length * 3 < wanted.total) return 0
  const text = comparable(line)
  const seen = new Map<number, number>()
  let common = 0
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = pairAt(text, at)
    const most = wanted.counts.get(pair)
    if (most === undefined) continue
    const count = (seen.get(pair) ?? 0) + 1
    seen.set(pair, count)
    if (count <= most) common += 1
  }
  return (2 * common) / (wanted.total + Math.max(0, text.length - 1))
}

function describeDifference(search: readonly string[], texts: readonly string[], start: number): string {
  const offset = search.findIndex((line, at) => texts[start + at] !== line)
  const asked = search[offset] ?? ''
  const there = texts[start + offset]
  if (there === undefined) {
    const edge = start + offset < 0 ? 'begins after' : 'ends before'
    return `The file ${edge} line ${offset + 1} of your edit: ${quote(asked)}.`
  }
  return `First difference in line ${start + offset + 1} (${kindOfDifference(asked, there)}): your edit has ${quote(asked)}, the file has ${quote(there)}.`
}

/** In the order in which they are tried. */
const DIFFERENCES: readonly (readonly [kind: string, same: (asked: string, there: string) => boolean])[] = [
  ['indentation', (asked, there) => asked.trimStart() === there.trimStart()],
  ['blanks at the end', (asked, there) => asked.trimEnd() === there.trimEnd()],
  ['blanks around it', (asked, there) => asked.trim() === there.trim()],
  ['blanks inside the line', (asked, there) => asked.replace(/\s+/g, '') === there.replace(/\s+/g, '')],
  ['upper and lower case', (asked, there) => asked.trim().toLowerCase() === there.trim().toLowerCase()],
  ['typographic quotes, dashes or spaces', (asked, there) => plainText(asked).trim() === plainText(there).trim()],
  ['a line number that is not part of the file', (asked, there) => asked.replace(/^\s*\d+ \| ?/, '').trim() === there.trim()],
  ['escapes', (asked, there) => unescaped(asked) === there.trim() || asked.trim() === unescaped(there)],
  ['your edit holds only a part of the line', (asked, there) => asked.trim() !== '' && there.includes(asked.trim())],
]

function kindOfDifference(asked: string, there: string): string {
  const known = DIFFERENCES.find(([, same]) => same(asked, there))
  if (known) return known[0]
  let column = 0
  while (column < Math.min(asked.length, there.length) && asked[column] === there[column]) column += 1
  return `from character ${column + 1} on`
}

const unescaped = (line: string): string => line.trim().replace(/\\(["'\\`$/])/g, '$1')
