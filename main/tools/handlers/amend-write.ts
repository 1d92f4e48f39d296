import type { Amendment } from '../../../shared/messages'
import type { TaskConfig } from '../task-config'
import type { PlannedWrite } from './planned-write'

/** What a person made of a planned text before approving it. */
export interface AmendedText {
  readonly text: string
  /** What the model is told of it; empty when it is what was planned. */
  readonly words: string
}

/** Of the diffs that tell the model what a person changed. */
const MAX_DIFF = 6000

/** The planned text of one file with what a person left out or wrote in its place. `file` is its number on the card. */
export function amendText(config: TaskConfig, write: PlannedWrite, amendment: Amendment, file: number): AmendedText {
  const { edits } = config.services
  const { path, after } = write
  const old = (write.from?.file ?? write.before)?.text ?? ''
  if (amendment.text !== undefined) {
    const text = edits.keepLineEnds(after, amendment.text)
    const { diff } = edits.diffTexts(after, text, MAX_DIFF)
    return { text, words: diff === '' ? '' : `The person changed your text of ${path.display} before approving it:\n${diff}` }
  }
  const leftOut = (amendment.leftOut ?? []).filter((each) => each.file === file)
  if (leftOut.length === 0) return { text: after, words: '' }
  const { text, hunks } = edits.takeHunks(old, after, new Set(leftOut.map((each) => each.hunk)))
  if (leftOut.some((each) => each.hunk >= hunks || each.hunk < 0)) return { text: old, words: UNKNOWN_PART }
  const reasons = leftOut.map(({ hunk, reason }) => `- part ${hunk + 1} of ${hunks}${reason?.trim() ? `, because: ${reason.trim()}` : ''}`)
  const { diff } = edits.diffTexts(text, after, MAX_DIFF)
  const heading = `The person approved your edit of ${path.display} without ${leftOut.length === hunks ? 'any part of it' : 'these parts'}:`
  return { text, words: [heading, ...reasons, 'What was left out:', diff].join('\n') }
}

/** Whoever leaves out what is not there saw something else: then nothing is written. */
const UNKNOWN_PART = 'The person left out a part that this edit does not have, so nothing was changed.'

/** Why a change cannot be one of these files: it names a file that is not there, or is one of a command. */
export function whyMisfit({ command, leftOut = [] }: Amendment, files: number): string | undefined {
  if (command !== undefined) return 'What the person changed is not this edit, so nothing was changed.'
  return leftOut.some(({ file }) => file >= files || file < 0) ? UNKNOWN_PART : undefined
}
