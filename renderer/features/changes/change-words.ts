import { counted } from '../../../shared/amounts'
import type { ChangedBy, TaskChange, UndoOutcome } from '../../../shared/task-changes'

/** The headings of the list, in its order. */
export const changeGroups: readonly { readonly by: ChangedBy; readonly title: string }[] = [
  { by: 'agent', title: 'By the agent' },
  { by: 'command', title: 'By commands' },
  { by: 'person', title: 'By you (noticed)' },
]

export const kindWords: Readonly<Record<TaskChange['kind'], string>> = { created: 'Created', edited: 'Edited', deleted: 'Deleted' }

/** How a change stands now. Nothing for one that stands as the task left it. */
export const stateWords: Readonly<Record<TaskChange['state'], string>> = {
  present: '',
  changed_since: 'Changed since',
  reverted: 'Undone',
  kept: 'Cannot be undone',
}

export const canToggle = ({ state }: TaskChange): boolean => state !== 'kept'
export const canUndo = ({ state }: TaskChange): boolean => state === 'present' || state === 'changed_since'

/** What "Undo all" is about: the person's own changes stay theirs. */
export const undoneByAll = (changes: readonly TaskChange[]): readonly TaskChange[] =>
  changes.filter((change) => change.by !== 'person' && canUndo(change))

/** What undoing a change, or making it again, does to its file. */
export function effectWords({ kind, state }: TaskChange): string {
  if (state === 'reverted') return 'The change is made again'
  if (kind === 'created') return 'The file is taken away'
  return kind === 'deleted' ? 'The file comes back' : 'Goes back to what it held before'
}

/** What came of it, in one or two sentences. Failures and conflicts are told elsewhere. Empty when nothing was done. */
export function outcomeWords(outcomes: readonly UndoOutcome[], isRedo: boolean): string {
  const worked = outcomes.filter(({ kind }) => kind === 'done' || kind === 'merged')
  const [only] = worked
  if (!only) return ''
  const what = worked.length === 1 ? `The change of ${only.path} is` : `${counted(worked.length, 'change')} are`
  const kept = worked.flatMap(({ kind, message }) => (kind === 'merged' && message !== undefined ? [message] : []))
  return [`${what} ${isRedo ? 'made again' : 'undone'}.`, ...kept].join(' ')
}
