import { applyBlocks, type EditOutcome } from './edits'
import { keepLineEnds } from './line-ends'
import { diffTexts, type TextDiff } from './text-diff'

/** What the edit tools need of texts. Pure. */
export interface Edits {
  applyBlocks(original: string, diff: string): EditOutcome
  keepLineEnds(original: string, text: string): string
  diffTexts(before: string, after: string, maxLength: number): TextDiff
}

export const createEdits = (): Edits => ({ applyBlocks, keepLineEnds, diffTexts })
