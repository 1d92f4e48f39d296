import { type Change, changesBetween, commonEnd, commonStart } from './line-changes'
import { wholeLines } from './text-lines'

export interface TextDiff {
  /** Unified hunks without file headers. */
  readonly diff: string
  readonly added: number
  readonly removed: number
}

const CONTEXT = 3
/** What changes from one text to another. The text of the hunks is cut at `maxLength` characters, the counts are exact. */
export function diffTexts(before: string, after: string, maxLength: number): TextDiff {
  const { script, first, changes } = compare(before, after)
  const { added, removed } = countChanges(changes)
  return { diff: added + removed === 0 ? '' : render(toHunks(script, first), maxLength), added, removed }
}

function countChanges(changes: readonly Change[]): { readonly added: number; readonly removed: number } {
  const count = (kind: Change['kind']): number => changes.reduce((sum, change) => sum + (change.kind === kind ? change.lines.length : 0), 0)
  return { added: count('add'), removed: count('remove') }
}

/** The same of a passage: `old` and `now` are the lines (0-based) at which it begins in either text. */
export function diffPassage(before: string, after: string, at: { readonly old: number; readonly now: number }): TextDiff {
  const { script, first, changes } = compare(before, after)
  const moved = toHunks(script, first).map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + at.old, newStart: hunk.newStart + at.now }))
  return { diff: render(moved, Number.MAX_SAFE_INTEGER), ...countChanges(changes) }
}

/** The hunks of that diff, in its order. */
export function hunksBetween(before: string, after: string): readonly Hunk[] {
  const { script, first } = compare(before, after)
  return toHunks(script, first)
}

interface Comparison {
  readonly changes: readonly Change[]
  /** With the unchanged lines around them. */
  readonly script: readonly Change[]
  /** The line at which the script begins, in both texts. */
  readonly first: number
}

function compare(before: string, after: string): Comparison {
  const old = wholeLines(before)
  const now = wholeLines(after)
  const start = commonStart(old, now)
  const end = commonEnd(old, now, start)
  const changes = changesBetween(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const first = Math.max(0, start - CONTEXT)
  const script = [keep(old.slice(first, start)), ...changes, keep(old.slice(old.length - end, old.length - end + CONTEXT))]
  return { changes, script, first }
}

const keep = (lines: readonly string[]): Change => ({ kind: 'keep', lines })

/** A passage of a diff. Starts are 0-based; both sides include the unchanged lines around. */
export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  oldCount: number
  newCount: number
  readonly lines: string[]
}

/** Groups changes with the unchanged lines around them. `first` is the line at which the script begins, in both texts. */
function toHunks(script: readonly Change[], first: number): readonly Hunk[] {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let old = first
  let now = first
  const changes = script.filter((change) => change.lines.length > 0)
  for (const [at, change] of changes.entries()) {
    const endsHunk = change.kind === 'keep' && (at === changes.length - 1 || change.lines.length > CONTEXT * 2)
    if (change.kind !== 'keep' && !hunk) {
      hunk = openHunk(changes[at - 1], old, now)
      hunks.push(hunk)
    }
    if (hunk) pushLines(hunk, endsHunk ? keep(change.lines.slice(0, CONTEXT)) : change)
    if (endsHunk) hunk = undefined
    if (change.kind !== 'add') old += change.lines.length
    if (change.kind !== 'remove') now += change.lines.length
  }
  return hunks
}

function openHunk(before: Change | undefined, old: number, now: number): Hunk {
  const context = before?.kind === 'keep' ? before.lines.slice(-CONTEXT) : []
  const hunk: Hunk = { oldStart: old - context.length, newStart: now - context.length, oldCount: 0, newCount: 0, lines: [] }
  pushLines(hunk, keep(context))
  return hunk
}

const SIGNS = { keep: ' ', add: '+', remove: '-' } as const

const LINE_END = /(?:\r\n|\n|\r)$/

function pushLines(hunk: Hunk, change: Change): void {
  for (const line of change.lines) {
    hunk.lines.push(SIGNS[change.kind] + line.replace(LINE_END, ''))
    if (!LINE_END.test(line)) hunk.lines.push('\\ No newline at end of file')
  }
  if (change.kind !== 'add') hunk.oldCount += change.lines.length
  if (change.kind !== 'remove') hunk.newCount += change.lines.length
}

function render(hunks: readonly Hunk[], maxLength: number): string {
  const output: string[] = []
  let length = 0
  let left = 0
  for (const hunk of hunks) {
    for (const line of [headerOf(hunk), ...hunk.lines]) {
      if (length + line.length > maxLength || left > 0) left += 1
      else output.push(line)
      length += line.length + 1
    }
  }
  if (left > 0) output.push(`\\ ${left} more lines of this diff are left out`)
  return output.join('\n')
}

function headerOf({ oldStart, oldCount, newStart, newCount }: Hunk): string {
  return `@@ -${span(oldStart, oldCount)} +${span(newStart, newCount)} @@`
}

/** An empty side names the line before it, as diff does. */
const span = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`
