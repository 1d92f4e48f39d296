import { applyHunks, type HunkOutcome } from './apply-hunks'
import { createEditPreview, type EditPreview } from './edit-preview'
import { applyBlocks, type EditOutcome } from './edits'
import { describeUnwritable, encodeText } from './encodings'
import { keepLineEnds } from './line-ends'
import { type ParsedPatch, parsePatch, type PatchHunk } from './patch-format'
import { rebase, type Rebased } from './rebase'
import { takeHunks, type TakenHunks } from './take-hunks'
import { diffTexts, type TextDiff } from './text-diff'

/** What the edit tools need of texts. Pure. */
export interface Edits {
  parsePatch(input: string): ParsedPatch
  applyHunks(original: string, hunks: readonly PatchHunk[]): HunkOutcome
  applyBlocks(original: string, diff: string): EditOutcome
  keepLineEnds(original: string, text: string): string
  diffTexts(before: string, after: string, maxLength: number): TextDiff
  rebase(before: string, after: string, now: string): Rebased
  takeHunks(before: string, after: string, leftOut: ReadonlySet<number>): TakenHunks
  createPreview(original: string): EditPreview
  unwritable(text: string, encoding: string): string | undefined
}

export const createEdits = (): Edits => ({
  parsePatch,
  applyHunks,
  applyBlocks,
  keepLineEnds,
  diffTexts,
  rebase,
  takeHunks,
  createPreview: createEditPreview,
  unwritable,
})

function unwritable(text: string, encoding: string): string | undefined {
  const encoded = encodeText(text, encoding, false)
  return encoded.ok ? undefined : describeUnwritable(encoded.unwritable)
}
