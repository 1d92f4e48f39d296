import { diffArrays } from 'diff'

export interface Change {
  readonly kind: 'keep' | 'add' | 'remove'
  readonly lines: readonly string[]
}

/** Bound on the search for the smallest difference of two passages; past it the one is shown as replaced by the other. */
const MAX_EDITS = 600

/**
 * What leads from the old lines to the new ones. Lines that stand exactly once on both sides are matched first: what is left between
 * them is small, so that even two large texts are compared at once.
 */
export function changesBetween(old: readonly string[], now: readonly string[]): readonly Change[] {
  const start = commonStart(old, now)
  const end = commonEnd(old, now, start)
  const changes: GrowingChange[] = []
  push(changes, { kind: 'keep', lines: old.slice(0, start) })
  pushMiddle(changes, old.slice(start, old.length - end), now.slice(start, now.length - end))
  push(changes, { kind: 'keep', lines: old.slice(old.length - end) })
  return changes
}

/** How many lines both begin with. */
export function commonStart(old: readonly string[], now: readonly string[]): number {
  const most = Math.min(old.length, now.length)
  let count = 0
  while (count < most && old[count] === now[count]) count += 1
  return count
}

/** How many lines both end with, behind the first `start`. */
export function commonEnd(old: readonly string[], now: readonly string[], start: number): number {
  const most = Math.min(old.length, now.length) - start
  let count = 0
  while (count < most && old[old.length - 1 - count] === now[now.length - 1 - count]) count += 1
  return count
}

function pushMiddle(changes: GrowingChange[], old: readonly string[], now: readonly string[]): void {
  const anchors = Math.max(old.length, now.length) <= SMALL_LINES ? [] : anchorsOf(old, now)
  let oldAt = 0
  let newAt = 0
  for (const anchor of [...anchors, { old: old.length, now: now.length }]) {
    for (const change of passageChanges(old.slice(oldAt, anchor.old), now.slice(newAt, anchor.now))) push(changes, change)
    if (anchor.old < old.length) push(changes, { kind: 'keep', lines: old.slice(anchor.old, anchor.old + 1) })
    oldAt = anchor.old + 1
    newAt = anchor.now + 1
  }
}

/** So few lines are compared at once without looking for unique ones first. */
const SMALL_LINES = 50

interface GrowingChange extends Change {
  readonly lines: string[]
}

function push(changes: GrowingChange[], { kind, lines }: Change): void {
  if (lines.length === 0) return
  const last = changes.at(-1)
  if (last?.kind !== kind) changes.push({ kind, lines: [...lines] })
  else for (const line of lines) last.lines.push(line)
}

interface Anchor {
  readonly old: number
  readonly now: number
}

/** The longest run of lines that are unique on both sides and stand in the same order. */
function anchorsOf(old: readonly string[], now: readonly string[]): readonly Anchor[] {
  const places = uniquePlaces(now)
  const pairs = [...uniquePlaces(old)].flatMap(([line, at]) => {
    const there = places.get(line)
    return there === undefined ? [] : [{ old: at, now: there }]
  })
  return longestRising(pairs)
}

function uniquePlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line)
    else places.set(line, at)
  }
  for (const line of repeated) places.delete(line)
  return places
}

/** Pairs come in the order of the old text. */
function longestRising(pairs: readonly Anchor[]): readonly Anchor[] {
  /** For each length of a run, the index of the pair that ends it lowest. */
  const ends: number[] = []
  const before = Array.from(pairs, () => -1)
  for (const [at, pair] of pairs.entries()) {
    const length = firstNotBelow(ends, pairs, pair.now)
    before[at] = ends[length - 1] ?? -1
    ends[length] = at
  }
  const run: Anchor[] = []
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair) run.push(pair)
  }
  return run.reverse()
}

function firstNotBelow(ends: readonly number[], pairs: readonly Anchor[], now: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pairs[ends[middle] ?? 0]?.now ?? 0) < now) low = middle + 1
    else high = middle
  }
  return low
}

function passageChanges(old: readonly string[], now: readonly string[]): readonly Change[] {
  const whole: readonly Change[] = [
    { kind: 'remove', lines: old },
    { kind: 'add', lines: now },
  ]
  if (old.length === 0 || now.length === 0) return whole
  const known = new Set(old)
  if (!now.some((line) => known.has(line))) return whole
  const changes = diffArrays([...old], [...now], { maxEditLength: MAX_EDITS })
  return changes?.map(({ value, added, removed }): Change => ({ kind: added ? 'add' : removed ? 'remove' : 'keep', lines: value })) ?? whole
}
