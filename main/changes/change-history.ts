import type { FileChange } from '../../shared/messages'
import type { ChangedBy, TaskChange } from '../../shared/task-changes'

/** One change of one file, as the journal keeps it. Contents are named by sha-256; null means that there was no file. */
export interface ChangeRecord {
  readonly k: 'change'
  /** Relative inside the project, absolute outside, with `/`. */
  readonly path: string
  /** Absolute, links followed. */
  readonly real: string
  readonly by: ChangedBy
  readonly before: string | null
  readonly after: string | null
  /** Lines. */
  readonly added: number
  readonly removed: number
  /** Why the content before was not kept, so that this cannot be undone. */
  readonly unkept?: string
  /** What happened to the file, where its contents do not tell. */
  readonly kind?: TaskChange['kind']
}

/** A change that was taken back (`undone`) or made again: the file went from one content to another. */
export interface UndoRecord {
  readonly k: 'undo'
  readonly id: string
  readonly undone: boolean
  readonly from: string | null
  readonly to: string | null
}

/** From one content of a file to another, in a row and by the same hand. */
export interface Step {
  readonly before: string | null
  readonly after: string | null
  readonly unkept?: string
  readonly kind?: TaskChange['kind']
}

/** All that one hand did to one file. */
export interface FileHistory {
  readonly id: string
  readonly path: string
  readonly real: string
  readonly by: ChangedBy
  /** Oldest first; neighbours do not join. */
  readonly steps: readonly Step[]
  /** Set while it is undone: what the undoing did to the file. */
  readonly undone?: { readonly from: string | null; readonly to: string | null }
}

/** By their ids. */
export type Histories = Map<string, FileHistory>

/** The name of a change: the same for every change that this hand makes to this file. */
export const changeId = (by: ChangedBy, real: string): string => `${by}:${real}`

/** Takes one record into account. Unknown ids are left alone: a journal may have lost records. */
export function takeRecord(histories: Histories, record: ChangeRecord | UndoRecord): void {
  if (record.k === 'undo') {
    const known = histories.get(record.id)
    const undone = record.undone ? { undone: { from: record.from, to: record.to } } : {}
    if (known) histories.set(record.id, { ...withoutUndo(known), ...undone })
    return
  }
  const { path, real, by } = record
  const id = changeId(by, real)
  const known = histories.get(id)
  const step = stepOf(record)
  // A new change of what was undone begins anew: the undone ones are a thing of the past.
  const steps = known && !known.undone ? joined(known.steps, step) : [step]
  // What ended where it began is no change.
  if (steps.length === 1 && steps[0]?.before === steps[0]?.after && steps[0]?.unkept === undefined) histories.delete(id)
  else histories.set(id, { id, path, real, by, steps })
}

const stepOf = ({ before, after, unkept, kind }: ChangeRecord): Step => ({
  before,
  after,
  ...(unkept === undefined ? {} : { unkept }),
  ...(kind === undefined ? {} : { kind }),
})

/** Of a content in between nothing needs to be kept: only where a change begins and where it ends. */
function joined(steps: readonly Step[], step: Step): readonly Step[] {
  const last = steps.at(-1)
  if (last?.after !== step.before || !(step.unkept === undefined || isFullyTold(step))) return [...steps, step]
  const kind = kindOfStep(last) === 'created' ? 'created' : step.kind === 'created' ? 'edited' : step.kind
  return [...steps.slice(0, -1), { ...last, after: step.after, ...(kind === undefined ? {} : { kind }) }]
}

/** Both its contents have names, though not both are kept. */
const isFullyTold = ({ before, after, kind }: Step): boolean => before !== null && (after !== null || kind === 'deleted')

const withoutUndo = ({ undone: _undone, ...rest }: FileHistory): Omit<FileHistory, 'undone'> => rest

/** What the whole of it made of the file. */
export function kindOf({ steps }: FileHistory): TaskChange['kind'] {
  const [first, last] = [steps[0], steps.at(-1)]
  if (first && kindOfStep(first) === 'created') return 'created'
  return last && kindOfStep(last) === 'deleted' ? 'deleted' : 'edited'
}

const kindOfStep = ({ kind, before, after }: Step): TaskChange['kind'] =>
  kind ?? (before === null ? 'created' : after === null ? 'deleted' : 'edited')

/** Why it cannot be undone, or undefined. */
export const whyKept = ({ steps }: FileHistory): string | undefined => steps.find(({ unkept }) => unkept !== undefined)?.unkept

/** The files that tools of the agent changed, with the lines of all their edits. */
export function editedFiles(records: readonly (ChangeRecord | UndoRecord)[]): readonly FileChange[] {
  const files = new Map<string, FileChange>()
  for (const record of records) addEdit(files, record)
  return [...files.values()]
}

export function addEdit(files: Map<string, FileChange>, record: ChangeRecord | UndoRecord): void {
  if (record.k !== 'change' || record.by !== 'agent') return
  const { path, added, removed } = record
  const before = files.get(path) ?? { added: 0, removed: 0 }
  files.set(path, { path, added: before.added + added, removed: before.removed + removed })
}
