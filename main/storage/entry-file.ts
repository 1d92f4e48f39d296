import type { z } from 'zod'
import type { Notice } from '../../shared/extension-state'
import { type AtomicFile, atomicFile } from './atomic-write'
import { withFileLock } from './file-lock'
import { createSaver, type Saver } from './saver'
import { isObject } from './settings-document'
import { toStorageError } from './storage-error'

/** What whoever keeps such a file is told of, and where it lies. */
export interface EntryFilePlace {
  /** Its folder must be there. */
  readonly file: string
  readonly onNotice?: (notice: Notice) => void
  readonly onRecovered?: (noticeId: string) => void
}

export interface EntryFileOptions<Entry> extends EntryFilePlace {
  /** Under which the entries stand in the file. */
  readonly key: string
  /** What the ids of its notices begin with. */
  readonly noticeId: string
  /** A sentence for people. */
  readonly notSaved: string
  readonly schema: z.ZodType<Entry>
  /** Entries that cannot be read stay in the file, or go, and then a copy of it is kept. */
  readonly unread: 'kept' | 'dropped'
  /** Puts what was changed here onto what stands in the file by then. `written` is called once it is in the file. */
  readonly change: (stored: readonly Entry[]) => { readonly entries: readonly Entry[]; readonly written: () => void }
}

export interface StoredEntries<Entry> {
  readonly entries: readonly Entry[]
  /** Of another shape than this version knows. */
  readonly unread: readonly unknown[]
  /** There is something, and it is no list of entries. */
  readonly isDamaged: boolean
}

const QUIET_MS = 100
const LONGEST_MS = 1_000
/** Far longer than to read and write a small file. */
const LONGEST_LOCK_MS = 10_000

/** A list in one file that several processes may change at the same time: each puts its changes onto those of the others. */
export class EntryFile<Entry> {
  private readonly options: EntryFileOptions<Entry>
  private readonly file: AtomicFile
  private readonly saver: Saver

  constructor(options: EntryFileOptions<Entry>) {
    const notSaved = `${options.noticeId}-not-saved`
    this.options = options
    this.file = atomicFile(options.file)
    this.saver = createSaver({
      save: () => this.save(),
      quietMs: QUIET_MS,
      longestMs: LONGEST_MS,
      onFailure: (error) => this.notify(notSaved, 'error', `${options.notSaved} ${error.message}`),
      onRecovered: () => options.onRecovered?.(notSaved),
    })
  }

  /** Never rejects for what stands in the file. */
  async read(): Promise<StoredEntries<Entry>> {
    const { key, schema } = this.options
    const read = await this.file.read()
    if (read.kind === 'missing') return { entries: [], unread: [], isDamaged: false }
    const listed = read.kind === 'ok' && isObject(read.value) ? read.value[key] : undefined
    if (!Array.isArray(listed)) return { entries: [], unread: [], isDamaged: true }
    const parsed = listed.map((entry: unknown) => ({ entry, parsed: schema.safeParse(entry) }))
    return {
      entries: parsed.flatMap((each) => (each.parsed.success ? [each.parsed.data] : [])),
      unread: parsed.flatMap((each) => (each.parsed.success ? [] : [each.entry])),
      isDamaged: false,
    }
  }

  /** Something changed here: it is in the file a little later. */
  requestSave(): void {
    this.saver.request()
  }

  /** Resolves once everything is in the file; rejects with a StorageError when it cannot be. */
  flush(): Promise<void> {
    return this.saver.flush()
  }

  /** Says that something in the file could not be read. */
  warn(text: string): void {
    this.notify(`${this.options.noticeId}-damaged`, 'warning', text)
  }

  private async save(): Promise<void> {
    const { file } = this.options
    try {
      await withFileLock(`${file}.lock`, () => this.merge(), LONGEST_LOCK_MS)
    } catch (cause) {
      throw toStorageError(cause, file)
    }
  }

  private async merge(): Promise<void> {
    const { key, unread, change } = this.options
    const stored = await this.read()
    const keepsUnread = unread === 'kept'
    if (stored.isDamaged || (!keepsUnread && stored.unread.length > 0)) await this.file.keepCopy()
    const { entries, written } = change(stored.entries)
    await this.file.write({ version: 1, [key]: keepsUnread ? [...entries, ...stored.unread] : entries })
    written()
  }

  private notify(id: string, level: Notice['level'], text: string): void {
    this.options.onNotice?.({ id, level, code: id.replaceAll('-', '_'), text })
  }
}
