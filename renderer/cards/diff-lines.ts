/** One line of a drawn diff. `changed` is the part of it that differs from its counterpart. */
export type DiffLine =
  | { readonly kind: 'gap'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'context'; readonly text: string; readonly oldNumber: number; readonly newNumber: number }
  | { readonly kind: 'added'; readonly text: string; readonly newNumber: number; readonly changed?: ChangedPart }
  | { readonly kind: 'removed'; readonly text: string; readonly oldNumber: number; readonly changed?: ChangedPart }

export interface ChangedPart {
  readonly from: number
  readonly to: number
}

/** The lines of a unified diff without file headers. What is no diff is drawn as it stands. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let oldNumber = 1
  let newNumber = 1
  for (const raw of diff.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(raw)
    const text = raw.slice(1)
    if (hunk) {
      oldNumber = Number(hunk[1])
      newNumber = Number(hunk[2])
      lines.push({ kind: 'gap', text: hunk[3]?.trim() ?? '' })
    } else if (raw.startsWith('+')) lines.push({ kind: 'added', text, newNumber: newNumber++ })
    else if (raw.startsWith('-')) lines.push({ kind: 'removed', text, oldNumber: oldNumber++ })
    else if (raw.startsWith('\\')) lines.push({ kind: 'note', text: text.trim() })
    else lines.push({ kind: 'context', text, oldNumber: oldNumber++, newNumber: newNumber++ })
  }
  markChangedParts(lines)
  return lines
}

/** How many lines a diff adds and removes. */
export function diffCounts(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const added = lines.filter((line) => line.kind === 'added').length
  const removed = lines.filter((line) => line.kind === 'removed').length
  return { added, removed }
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/

/** Where as many lines were added as removed in one place, each pair shows which part of it changed. */
function markChangedParts(lines: DiffLine[]): void {
  let at = 0
  while (at < lines.length) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    for (let pair = 0; removed === added && pair < removed; pair++) markPair(lines, at + pair, at + removed + pair)
    at += Math.max(1, removed + added)
  }
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length++
  return length
}

/** Below this share of common text two lines are not versions of each other. */
const LEAST_COMMON_SHARE = 0.3

function markPair(lines: DiffLine[], oldIndex: number, newIndex: number): void {
  const before = lines[oldIndex]
  const after = lines[newIndex]
  if (before?.kind !== 'removed' || after?.kind !== 'added') return
  const start = commonStart(before.text, after.text)
  const end = commonEnd(before.text, after.text, start)
  const longest = Math.max(before.text.length, after.text.length)
  if (longest === 0 || (start + end) / longest < LEAST_COMMON_SHARE) return
  lines[oldIndex] = { ...before, changed: { from: start, to: before.text.length - end } }
  lines[newIndex] = { ...after, changed: { from: start, to: after.text.length - end } }
}

function commonStart(before: string, after: string): number {
  let length = 0
  while (length < before.length && length < after.length && before[length] === after[length]) length++
  return length
}

function commonEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start
  let length = 0
  while (length < most && before[before.length - 1 - length] === after[after.length - 1 - length]) length++
  return length
}
