import type { Amendment, ClineAskMessage } from '../../../shared/messages'
import { createdText, filesOfCall } from '../../cards/diff-hunks'
import { type AppState, type AppStore, setUi } from '../../store/app-store'
import type { Amending, LeftOutHunk } from '../../store/ui-state'

/** What the person changed in the call of this ask. `undefined` while they changed nothing. */
export const amendingOf = ({ ui }: AppState, ts: number): Amending | undefined => (ui.amending?.ts === ts ? ui.amending : undefined)

export function changeAmending(store: AppStore, ts: number, change: Partial<Omit<Amending, 'ts'>>): void {
  const before = amendingOf(store.getState(), ts) ?? { ts, edited: undefined, leftOut: [] }
  setUi(store, { amending: { ...before, ...change } })
}

/** Leaves a hunk out, with the reason that stands there, or takes it in again. */
export function setLeftOut(store: AppStore, ts: number, place: Omit<LeftOutHunk, 'reason'>, reason: string | undefined): void {
  const before = amendingOf(store.getState(), ts)?.leftOut ?? []
  const others = before.filter(({ file, hunk }) => file !== place.file || hunk !== place.hunk)
  const leftOut = reason === undefined ? others : [...others, { ...place, reason }]
  changeAmending(store, ts, { leftOut: leftOut.toSorted((a, b) => a.file - b.file || a.hunk - b.hunk) })
}

/** A text longer than this is edited better where files are edited, in characters. */
const MOST_EDITED = 100_000

/** What can be edited before it is approved: the command, or the whole new text of a file. `undefined` where the row does not hold enough for it. */
export function editableText(row: ClineAskMessage): string | undefined {
  if (row.ask === 'command') return row.data.command
  const [file, ...others] = row.ask === 'tool' ? filesOfCall(row.data) : []
  if (row.approval?.text !== undefined) return row.approval.text
  if (!file || others.length > 0) return undefined
  const text = createdText(file)
  return text !== undefined && text.length <= MOST_EDITED ? text : undefined
}

/** Opens the field for what waits, or gives up what was written in it. */
export function toggleEditing(store: AppStore, row: ClineAskMessage): void {
  const isOpen = amendingOf(store.getState(), row.ts)?.edited !== undefined
  changeAmending(store, row.ts, { edited: isOpen ? undefined : editableText(row) })
}

/** A command without a word cannot be run. */
export const isApprovable = (row: ClineAskMessage, amending: Amending | undefined): boolean =>
  row.ask !== 'command' || amending?.edited === undefined || amending.edited.trim() !== ''

/** What goes along with the approval. `undefined` while the call is approved as it was proposed. */
export function amendmentOf(row: ClineAskMessage, amending: Amending | undefined): Amendment | undefined {
  if (!amending) return undefined
  const { edited, leftOut } = amending
  // Who writes the whole text decides with it about every part.
  if (edited !== undefined) return edited === editableText(row) ? undefined : asWritten(row, edited)
  if (leftOut.length === 0) return undefined
  return { leftOut: leftOut.map(({ reason, ...place }) => (reason.trim() ? { ...place, reason: reason.trim() } : place)) }
}

const asWritten = (row: ClineAskMessage, edited: string): Amendment => (row.ask === 'command' ? { command: edited } : { text: edited })
