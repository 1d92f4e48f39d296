import type { FileChange } from '../../shared/messages'

/** The list with one more change: changes of one file add up. */
export function addChange(changes: readonly FileChange[], change: FileChange): FileChange[] {
  const before = changes.find(({ path }) => path === change.path)
  if (!before) return [...changes, change]
  const sum = { path: change.path, added: before.added + change.added, removed: before.removed + change.removed }
  return changes.map((known) => (known === before ? sum : known))
}
