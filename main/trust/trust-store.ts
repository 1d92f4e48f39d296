import { z } from 'zod'
import { TrustedItem, type TrustStanding } from '../../shared/trust'
import { EntryFile, type EntryFilePlace } from '../storage/entry-file'

/** What a person said of one item with one content. */
const Decision = TrustedItem.extend({
  /** Real path of the project's folder. */
  folder: z.string(),
  decision: z.enum(['trusted', 'refused']),
  /** ms since 1970. */
  at: z.number(),
})
type Decision = z.infer<typeof Decision>

/** `file`: trust.json. */
export interface TrustStoreOptions extends EntryFilePlace {
  readonly now?: () => number
}

/**
 * What people trusted of project folders: each item by the real path of its folder and the hash of its content, in one file of the
 * person's own. A decision holds at once, the file follows. What cannot be read in it counts as never decided.
 */
export class TrustStore {
  readonly #options: TrustStoreOptions
  readonly #file: EntryFile<Decision>
  #decisions: ReadonlyMap<string, Decision> = new Map()
  /** By key: what was decided here, or undefined for what was taken back, and is not in the file yet. */
  readonly #changed = new Map<string, Decision | undefined>()

  constructor(options: TrustStoreOptions) {
    this.#options = options
    this.#file = new EntryFile({
      ...options,
      key: 'decisions',
      noticeId: 'trust',
      notSaved: 'What you trusted is not saved.',
      schema: Decision,
      unread: 'dropped',
      change: (stored) => this.#change(stored),
    })
  }

  /** Reads the file. Never rejects for what stands in it. */
  async load(): Promise<void> {
    const { entries, unread, isDamaged } = await this.#file.read()
    this.#decisions = byKey(entries)
    if (isDamaged || unread.length > 0) this.#file.warn(whatIsLost(this.#options.file, unread.length))
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
    return this.#file.flush()
  }

  #take(): void {
    this.#decisions = withChanges(this.#decisions, this.#changed)
    this.#file.requestSave()
  }

  #change(stored: readonly Decision[]) {
    const changed = new Map(this.#changed)
    const written = (): void => {
      for (const [key, decided] of changed) if (this.#changed.get(key) === decided) this.#changed.delete(key)
    }
    return { entries: newestOfEach(withChanges(byKey(stored), changed)), written }
  }
}

const whatIsLost = (file: string, unread: number): string =>
  unread === 0
    ? `${file} could not be read, so no project is trusted. You will be asked again.`
    : `${unread === 1 ? 'An entry' : `${unread} entries`} in ${file} could not be read, and ${unread === 1 ? 'counts' : 'count'} as never decided. You will be asked again.`

const byKey = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.map((each) => [keyOf(each.folder, each), each]))

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
