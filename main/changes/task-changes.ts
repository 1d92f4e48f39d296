import type { FileChange } from '../../shared/messages'
import type { ChangedBy, TaskChange, UndoOutcome, UndoPreview } from '../../shared/task-changes'
import {
  addEdit,
  changeId,
  type ChangeRecord,
  type FileHistory,
  type Histories,
  kindOf,
  takeRecord,
  type UndoRecord,
  whyKept,
} from './change-history'
import { CommandWatch, type FoundChange } from './command-effects'
import { hashOf, type ImageStore, MAX_KEPT_BYTES } from './image-store'
import { nothingHidden, type ReadHiddenFiles } from '../workspace/hidden-files'
import type { ListProject } from './project-scan'
import { carryOut, type FileSpace, planUndo, type UndoPlan } from './undo'

/** What a file held: null for both when there was none. */
interface Kept {
  readonly bytes: Buffer | null
  /** Its name in the store. */
  readonly hash: string | null
  /** True for a file that is there and could not be kept. */
  readonly isUnkept?: boolean
}

interface ChangedFile {
  readonly path: string
  readonly real: string
}

/** A write or a deletion that a tool is about to make. */
export interface NotedWrite {
  /** Keeps what the file holds, once that is known and before it holds `after`; null for no file. */
  readonly keep: (before: Uint8Array | null, after: Uint8Array | null) => Promise<void>
  /** It was made. */
  done(): Promise<void>
}

/** A command whose changes are noted. */
export interface NotedCommand {
  /** It has exited, and something that it started has not. */
  goesOn(): void
  /** Nothing of it is left. Called once. */
  ended(): void
}

export interface TextDiff {
  readonly diff: string
  readonly added: number
  readonly removed: number
}

export interface ChangeNews {
  /** Into the task's journal. */
  readonly record: (record: ChangeRecord | UndoRecord) => void
  /** The list is another now. */
  readonly changed: () => void
}

export interface TaskChangesParts extends ChangeNews {
  /** Real path of the project's folder. */
  readonly cwd: string
  readonly images: ImageStore
  readonly files: FileSpace
  readonly list: ListProject
  /** What no tool may touch: nothing of it is kept. */
  readonly hidden?: ReadHiddenFiles
  /** Unified hunks of two texts; counts of lines. */
  readonly diff: (before: string, after: string) => TextDiff
}

/** What one task changed on the disk, and the way back. */
export class TaskChanges {
  private readonly parts: TaskChangesParts
  private readonly watch: CommandWatch
  private readonly histories: Histories = new Map()
  /** Lines of a whole change, by the contents that it leads from and to. */
  private readonly counts = new Map<string, Counts | undefined>()
  private readonly edits = new Map<string, FileChange>()

  /** `earlier` are the records of this task's journal. */
  constructor(parts: TaskChangesParts, earlier: readonly (ChangeRecord | UndoRecord)[] = []) {
    this.parts = parts
    for (const record of earlier) this.take(record)
    const { cwd, images, files, list, hidden = nothingHidden } = parts
    this.watch = new CommandWatch({ cwd, images, files, list, hidden, found: (changes) => this.note(changes) })
  }

  /** A tool of the agent is about to write or delete a file. */
  async writeBegins(file: ChangedFile): Promise<NotedWrite> {
    await this.watch.idle()
    let before: Kept = unkept
    let after: Uint8Array | null = null
    return {
      keep: async (held, willHold) => {
        before = await this.keepBytes(held)
        after = willHold
      },
      done: async () => this.noteWrite(file, before, await this.keepBytes(after)),
    }
  }

  private noteWrite(file: ChangedFile, before: Kept, after: Kept): void {
    this.watch.wrote(file.real, after.hash)
    if (before.isUnkept || after.isUnkept) {
      const kind = after.isUnkept || after.hash !== null ? 'edited' : 'deleted'
      this.write({ k: 'change', ...file, by: 'agent', before: before.hash, after: after.hash, added: 0, removed: 0, unkept: UNKEPT, kind })
      return
    }
    if (before.hash === after.hash) return
    const counts = this.count(before.bytes, after.bytes)
    this.write({ k: 'change', ...file, by: 'agent', before: before.hash, after: after.hash, ...counts })
  }

  /** Another program went over what a tool has just written, such as a formatter: that belongs to the tool's edit. */
  async wroteAgain(file: ChangedFile): Promise<void> {
    const hash = this.histories.get(changeId('agent', file.real))?.steps.at(-1)?.after ?? null
    const bytes = hash === null ? undefined : await this.parts.images.get(hash)
    const present = await this.parts.files.read(file.real)
    this.noteWrite(file, bytes ? { bytes, hash } : nothing, present === 'unreadable' ? unkept : await this.keepBytes(present))
  }

  /** Around a command that may write. */
  async commandBegins(): Promise<NotedCommand> {
    await this.watch.begin()
    return { goesOn: () => this.watch.glance(), ended: () => this.watch.end() }
  }

  /** The files that tools of the agent changed, with the lines of all their edits. */
  edited(): readonly FileChange[] {
    return [...this.edits.values()]
  }

  /** Resolves once nothing is looked at and nothing kept any more. */
  async settled(): Promise<void> {
    await this.watch.idle()
    await this.watch.settled()
  }

  /** Every change, agent's first, with how its file stands now. */
  async list(): Promise<readonly TaskChange[]> {
    await this.watch.idle()
    const order: readonly ChangedBy[] = ['agent', 'command', 'person']
    const sorted = [...this.histories.values()].sort((a, b) => order.indexOf(a.by) - order.indexOf(b.by) || compare(a.path, b.path))
    const described: TaskChange[] = []
    for (let at = 0; at < sorted.length; at += AT_ONCE)
      described.push(...(await Promise.all(sorted.slice(at, at + AT_ONCE).map((history) => this.describe(history)))))
    return described
  }

  /** What undoing (or redoing) would do, as a diff from what stands there now. */
  async preview(id: string): Promise<UndoPreview | undefined> {
    const history = this.histories.get(id)
    if (!history) return undefined
    const plan = await this.plan(history)
    if (plan.kind === 'impossible') return { diff: '', kind: plan.kind, message: plan.message }
    const { diff } = this.parts.diff(textOf(plan.present), textOf(plan.result))
    return { diff, kind: plan.kind, ...(plan.kind === 'conflict' ? { message: plan.message } : {}) }
  }

  /** What this change made of its file, as a diff. Undefined for an unknown id, and where a content was not kept. */
  async diffOf(id: string): Promise<TextDiff | undefined> {
    const history = this.histories.get(id)
    return history && this.contentDiff(history)
  }

  /** Undoes each change, or makes it again when it is undone. One that cannot be does not stop the others. */
  async toggle(ids: readonly string[], { overwrite = false } = {}): Promise<readonly UndoOutcome[]> {
    await this.watch.idle()
    const outcomes: UndoOutcome[] = []
    for (const id of ids) {
      const history = this.histories.get(id)
      if (!history) outcomes.push({ id, path: '', kind: 'failed', message: 'There is no such change any more.' })
      else outcomes.push(await this.toggleOne(history, overwrite))
    }
    return outcomes
  }

  private async keepBytes(bytes: Uint8Array | null): Promise<Kept> {
    if (!bytes) return nothing
    if (bytes.length > MAX_KEPT_BYTES) return unkept
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), hash: await this.parts.images.put(bytes) }
  }

  private async toggleOne(history: FileHistory, overwrite: boolean): Promise<UndoOutcome> {
    const { id, path } = history
    const plan = await this.plan(history)
    if (plan.kind === 'impossible') return { id, path, kind: 'failed', message: plan.message }
    if (plan.kind === 'conflict' && !overwrite) return { id, path, kind: 'conflict', message: plan.message }
    const carried = await carryOut(history, plan, this.parts)
    if (!carried.ok) return { id, path, kind: 'failed', message: carried.message }
    this.watch.wrote(history.real, carried.record.to)
    this.write(carried.record)
    const merged = plan.kind === 'ready' && plan.merges
    return merged
      ? { id, path, kind: 'merged', message: `${path} was changed since; those changes were kept.` }
      : { id, path, kind: 'done' }
  }

  private plan(history: FileHistory): Promise<UndoPlan> {
    return planUndo(history, this.parts.images, this.parts.files)
  }

  private async describe(history: FileHistory): Promise<TaskChange> {
    const { id, path, by } = history
    const counts = await this.countWhole(history)
    const why = whyKept(history)
    return {
      id,
      path,
      kind: kindOf(history),
      by,
      ...(counts ? { added: counts.added, removed: counts.removed } : {}),
      state: why === undefined ? await this.stateOf(history) : 'kept',
      ...(why === undefined ? {} : { why }),
    }
  }

  private async stateOf(history: FileHistory): Promise<TaskChange['state']> {
    if (history.undone) return 'reverted'
    const present = await this.parts.files.read(history.real)
    const hash = Buffer.isBuffer(present) ? hashOf(present) : null
    return present !== 'unreadable' && hash === (history.steps.at(-1)?.after ?? null) ? 'present' : 'changed_since'
  }

  private async contentDiff(history: FileHistory): Promise<TextDiff | undefined> {
    const first = history.steps[0]
    const last = history.steps.at(-1)
    if (!first || !last || whyKept(history) !== undefined) return undefined
    const [before, after] = await Promise.all([this.content(first.before), this.content(last.after)])
    if (before === undefined || after === undefined || isBinary(before) || isBinary(after)) return undefined
    return this.parts.diff(textOf(before), textOf(after))
  }

  private async countWhole(history: FileHistory): Promise<Counts | undefined> {
    const key = `${history.steps[0]?.before}>${history.steps.at(-1)?.after}`
    if (whyKept(history) !== undefined) return undefined
    if (!this.counts.has(key)) {
      const diff = await this.contentDiff(history)
      this.counts.set(key, diff && { added: diff.added, removed: diff.removed })
    }
    return this.counts.get(key)
  }

  private async content(hash: string | null): Promise<Buffer | null | undefined> {
    return hash === null ? null : this.parts.images.get(hash)
  }

  private async note(changes: readonly FoundChange[]): Promise<void> {
    for (const change of changes) {
      const [before, after] = await Promise.all([this.content(change.before), this.content(change.after)])
      this.write({ k: 'change', ...change, ...this.count(before, after) })
    }
  }

  /** Lines; none for what is no text. */
  private count(before: Buffer | null | undefined, after: Buffer | null | undefined): Counts {
    if (before === undefined || after === undefined || isBinary(before) || isBinary(after)) return { added: 0, removed: 0 }
    const { added, removed } = this.parts.diff(textOf(before), textOf(after))
    return { added, removed }
  }

  private take(record: ChangeRecord | UndoRecord): void {
    takeRecord(this.histories, record)
    addEdit(this.edits, record)
  }

  private write(record: ChangeRecord | UndoRecord): void {
    this.take(record)
    this.parts.record(record)
    this.parts.changed()
  }
}

/** Files read at the same time, so that a long list does not take all that the app may open. */
const AT_ONCE = 16

interface Counts {
  readonly added: number
  readonly removed: number
}

const UNKEPT = 'What it held was not kept: it is large, or may not be read.'

const nothing: Kept = { bytes: null, hash: null }
const unkept: Kept = { ...nothing, isUnkept: true }

const textOf = (bytes: Buffer | null): string => bytes?.toString('utf8') ?? ''
const isBinary = (bytes: Buffer | null): boolean => bytes?.includes(0) ?? false
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
