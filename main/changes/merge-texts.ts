import { diff3Merge } from 'node-diff3'

export type Merge =
  | { readonly kind: 'merged'; readonly bytes: Buffer }
  /** Lines of `ours`, 1-based, at which both sides changed the same. */
  | { readonly kind: 'conflict'; readonly lines: readonly number[] }

/** Larger texts are not merged: whoever changed them decides by hand. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Applies to `ours` what leads from `base` to `theirs`. Lines keep their very bytes, ends included, in any encoding in which
 * a line end is one byte: what is not understood as text is never split within a character that matters.
 */
export function mergeTexts(ours: Buffer, base: Buffer, theirs: Buffer): Merge {
  if (ours.equals(base)) return { kind: 'merged', bytes: theirs }
  if (theirs.equals(base) || ours.equals(theirs)) return { kind: 'merged', bytes: ours }
  if ([ours, base, theirs].some((side) => side.length > MAX_BYTES || side.includes(0))) return { kind: 'conflict', lines: [] }
  const regions = diff3Merge(linesOf(ours), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true })
  const conflicts = regions.flatMap(({ conflict }) => (conflict ? [conflict.aIndex + 1] : []))
  if (conflicts.length > 0) return { kind: 'conflict', lines: conflicts }
  return { kind: 'merged', bytes: Buffer.from(regions.flatMap(({ ok }) => ok ?? []).join(''), 'latin1') }
}

/** As latin1, so that every byte is one character and comes back as it was. */
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? []
