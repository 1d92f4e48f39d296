import { hunksBetween } from './text-diff'
import { wholeLines } from './text-lines'

export interface TakenHunks {
  readonly text: string
  /** How many hunks the whole change has. */
  readonly hunks: number
}

/** The new text without some hunks of the diff that was shown, counted from 0 in its order: there the old lines stay. */
export function takeHunks(before: string, after: string, leftOut: ReadonlySet<number>): TakenHunks {
  const hunks = hunksBetween(before, after)
  const old = wholeLines(before)
  const now = wholeLines(after)
  const pieces: string[] = []
  let at = 0
  for (const [number, { oldStart, oldCount, newStart, newCount }] of hunks.entries()) {
    if (!leftOut.has(number)) continue
    pieces.push(now.slice(at, newStart).join(''), old.slice(oldStart, oldStart + oldCount).join(''))
    at = newStart + newCount
  }
  pieces.push(now.slice(at).join(''))
  return { text: pieces.join(''), hunks: hunks.length }
}
