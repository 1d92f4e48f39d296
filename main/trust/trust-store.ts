import { z } from 'zod'
import type { Notice } from '../../shared/extension-state'
import { TrustedItem, type TrustStanding } from '../../shared/trust'
import { type AtomicFile, atomicFile } from '../storage/atomic-write'
import { createSaver, type Saver } from '../storage/saver'
import { isObject } from '../storage/settings-document'

/** What a person said of one item with one content. */
const Decision = TrustedItem.extend({
  /** Real path of the project's folder. */
  folder: z.string(),
  decision: z.enum(['trusted', 'refused']),
  /** ms since 1970. */
  at: z.number(),
})
type Decision = z.infer<typeof Decision>

export interface TrustStoreOptions {
  /** trust.json; its folder must be there. */
  readonly file: string
  readonly now?: () => number
  readonly onNotice?: (notice: Notice) => void
  readonly onRecovered?: (noticeId: string) => void
}

const QUIET_MS = 100
const LONGEST_MS = 1_000

/**
 * What people trusted of project folders: each item by the real path of its folder and the hash of its content, in one file of the
 * person's own. A decision holds at once, the file follows. What cannot be read in it counts as never decided.
 */
export class TrustStore {
  readonly #options: TrustStoreOptions
  readonly #file: AtomicFile
  readonly #saver: Saver
  #decisions: ReadonlyMap<string, Decision> = new Map()
  /** By key: what was decided here, or undefined for what was taken back, and is not in the file yet. */
  readonly #changed = new Map<string, Decision | undefined>()

  constructor(options: TrustStoreOptions) {
    this.#options = options
    this.#file = atomicFile(options.file)
    this.#saver = createSaver({
      save: () => this.#save(),
      quietMs: QUIET_MS,
      longestMs: LONGEST_MS,
      onFailure: (error) => this.#notify('trust-not-saved', 'error', `What you trusted is not saved. ${error.message}`),
      onRecovered: () => options.onRecovered?.('trust-not-saved'),
    })
  }

  /** Reads the file. Never rejects for what stands in it. */
  async load(): Promise<void> {
    const { decisions, isDamaged } = await this.#readFile()
    this.#decisions = decisions
    if (isDamaged)
      this.#notify(
        'trust-damaged',
        'warning',
        `${this.#options.file} could not be read, so no project is trusted. You will be asked again.`,
      )
  }

  standing(folder: string, item: TrustedItem): TrustStanding {
    const decided = this.#decisions.get(keyOf(folder, item))
    if (decided) return decided.decision
    const before = [...this.#decisions.values()].some(
      (each) => each.folder === folder && each.kind === item.kind && each.path === item.path && each.decision === 'trusted',
    )
    return before ? 'changed' : 'new'
  }

  decide(folder: string, decision: Decision['decision'], items: readonly TrustedItem[]): void {
    const at = (this.#options.now ?? Date.now)()
    for (const { kind, path, hash } of items)
      this.#changed.set(keyOf(folder, { kind, path, hash }), { folder, kind, path, hash, decision, at })
    this.#take()
  }

  /** Everything that was decided of a folder is taken back. */
  forget(folder: string): void {
    for (const [key, decided] of this.#decisions) if (decided.folder === folder) this.#changed.set(key, undefined)
    this.#take()
  }

  /** Resolves once everything is in the file; rejects with a StorageError when it cannot be. */
  flush(): Promise<void> {
    return this.#saver.flush()
  }

  #take(): void {
    this.#decisions = withChanges(this.#decisions, this.#changed)
    this.#saver.request()
  }

  async #readFile(): Promise<{ readonly decisions: ReadonlyMap<string, Decision>; readonly isDamaged: boolean }> {
    const read = await this.#file.read()
    if (read.kind === 'missing') return { decisions: new Map(), isDamaged: false }
    const entries = read.kind === 'ok' && isObject(read.value) ? read.value['decisions'] : undefined
    if (!Array.isArray(entries)) return { decisions: new Map(), isDamaged: true }
    const parsed = entries.flatMap((entry: unknown) => Decision.safeParse(entry).data ?? [])
    return { decisions: new Map(parsed.map((each) => [keyOf(each.folder, each), each])), isDamaged: parsed.length < entries.length }
  }

  /** Another process may have decided meanwhile: what stands in the file now is what is changed. */
  async #save(): Promise<void> {
    const changed = new Map(this.#changed)
    const stored = await this.#readFile()
    if (stored.isDamaged) await this.#file.keepCopy()
    const decisions = withChanges(stored.decisions, changed)
    await this.#file.write({ version: 1, decisions: newestOfEach(decisions) })
    for (const [key, decided] of changed) if (this.#changed.get(key) === decided) this.#changed.delete(key)
  }

  #notify(id: string, level: Notice['level'], text: string): void {
    this.#options.onNotice?.({ id, level, code: id.replaceAll('-', '_'), text })
  }
}

const keyOf = (folder: string, { kind, path, hash }: TrustedItem): string => [folder, kind, path, hash].join('\0')

function withChanges(
  decisions: ReadonlyMap<string, Decision>,
  changed: ReadonlyMap<string, Decision | undefined>,
): ReadonlyMap<string, Decision> {
  const after = new Map(decisions)
  for (const [key, decided] of changed) {
    if (decided) after.set(key, decided)
    else after.delete(key)
  }
  return after
}

/** Contents of one item that are remembered: a person goes back and forth between branches. */
const MAX_CONTENTS = 20

function newestOfEach(decisions: ReadonlyMap<string, Decision>): readonly Decision[] {
  const items = Map.groupBy(decisions.values(), ({ folder, kind, path }) => [folder, kind, path].join('\0'))
  return [...items.values()].flatMap((contents) => contents.sort((a, b) => b.at - a.at).slice(0, MAX_CONTENTS))
}
