import { changesBetween } from './line-changes'
import { wholeLines } from './text-lines'

/** Lines of a text, 1-based and inclusive; `endLine` before `startLine` stands for the place between two lines. */
export interface LineSpan {
  readonly startLine: number
  readonly endLine: number
}

export type Rebased =
  | { readonly kind: 'rebased'; readonly text: string }
  /** Where the present text changed lines that the edit changes too. */
  | { readonly kind: 'conflict'; readonly spans: readonly LineSpan[] }

/**
 * An edit that turned `before` into `after`, put onto `now`, which somebody else made of `before`. Only where the two touch different
 * lines with at least one unchanged line between them: else nothing is made.
 */
export function rebase(before: string, after: string, now: string): Rebased {
  const old = wholeLines(before)
  const ours = regionsBetween(old, wholeLines(after))
  const theirs = regionsBetween(old, wholeLines(now))
  const spans = theirs.filter((their) => ours.some((our) => touches(our, their) && !isSame(our, their)))
  if (spans.length > 0) return { kind: 'conflict', spans: spans.map(spanOf) }
  const mine = ours.filter((our) => !theirs.some((their) => isSame(our, their)))
  return { kind: 'rebased', text: apply(old, [...mine, ...theirs]) }
}

/** Lines `from` to before `to` of the old text, which became `lines`, from line `now` (0-based) of the new one on. */
interface Region {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly now: number
}

function regionsBetween(old: readonly string[], now: readonly string[]): readonly Region[] {
  const regions: Region[] = []
  let oldAt = 0
  let newAt = 0
  for (const { kind, lines } of changesBetween(old, now)) {
    const last = regions.at(-1)
    const isMore = last !== undefined && last.to === oldAt && last.now + last.lines.length === newAt
    if (kind !== 'keep') {
      const [from, start, before] = isMore ? [last.from, last.now, last.lines] : [oldAt, newAt, []]
      if (isMore) regions.pop()
      const to = kind === 'remove' ? oldAt + lines.length : oldAt
      regions.push({ from, to, now: start, lines: kind === 'add' ? [...before, ...lines] : before })
    }
    if (kind !== 'add') oldAt += lines.length
    if (kind !== 'remove') newAt += lines.length
  }
  return regions
}

const touches = (a: Region, b: Region): boolean => a.from <= b.to && b.from <= a.to

const isSame = (a: Region, b: Region): boolean =>
  a.from === b.from && a.to === b.to && a.lines.length === b.lines.length && a.lines.every((line, at) => line === b.lines[at])

const spanOf = ({ now, lines }: Region): LineSpan => ({ startLine: now + 1, endLine: now + lines.length })

function apply(old: readonly string[], regions: readonly Region[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, to, lines } of regions.toSorted((a, b) => a.from - b.from)) {
    pieces.push(old.slice(at, from).join(''), lines.join(''))
    at = to
  }
  pieces.push(old.slice(at).join(''))
  return pieces.join('')
}
