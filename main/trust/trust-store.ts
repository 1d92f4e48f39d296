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
  /** By key: what was decided here and is not in the file yet. */
  readonly #changed = new Map<string, Decision>()
  /** When trust in an item was withdrawn, by item, until the file says so. */
  readonly #withdrawn = new Map<string, number>()

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

  /** Who refuses what they trust trusts no content of that item any more; who refuses another content of it keeps to the one they trusted. */
  decide(folder: string, decision: Decision['decision'], items: readonly TrustedItem[]): void {
    const at = (this.#options.now ?? Date.now)()
    for (const { kind, path, hash } of items) {
      const decided: Decision = { folder, kind, path, hash, decision, at }
      if (decision === 'refused' && this.standing(folder, decided) === 'trusted') this.#withdraw(decided)
      this.#changed.set(keyOf(folder, decided), decided)
    }
    this.#decisions = withChanges(this.#decisions, this.#changed, this.#withdrawn)
    this.#file.requestSave()
  }

  /** Resolves once everything is in the file; rejects with a StorageError when it cannot be. */
  flush(): Promise<void> {
    return this.#file.flush()
  }

  #withdraw(decided: Decision): void {
    const item = itemOf(decided)
    this.#withdrawn.set(item, decided.at)
    for (const [key, each] of this.#changed) if (itemOf(each) === item) this.#changed.delete(key)
  }

  #change(stored: readonly Decision[]) {
    const [changed, withdrawn] = [new Map(this.#changed), new Map(this.#withdrawn)]
    const written = (): void => {
      forgetWritten(this.#changed, changed)
      forgetWritten(this.#withdrawn, withdrawn)
    }
    return { entries: newestOfEach(withChanges(byKey(stored), changed, withdrawn)), written }
  }
}

const whatIsLost = (file: string, unread: number): string =>
  unread === 0
    ? `${file} could not be read, so no project is trusted. You will be asked again.`
    : `${unread === 1 ? 'An entry' : `${unread} entries`} in ${file} could not be read, and ${unread === 1 ? 'counts' : 'count'} as never decided. You will be asked again.`

const byKey = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.map((each) => [keyOf(each.folder, each), each]))

const keyOf = (folder: string, { kind, path, hash }: TrustedItem): string => [folder, kind, path, hash].join('\0')

const itemOf = ({ folder, kind, path }: Decision): string => [folder, kind, path].join('\0')

function withChanges(
  decisions: ReadonlyMap<string, Decision>,
  changed: ReadonlyMap<string, Decision>,
  withdrawn: ReadonlyMap<string, number>,
): ReadonlyMap<string, Decision> {
  const holds = (each: Decision): boolean => each.decision === 'refused' || each.at > (withdrawn.get(itemOf(each)) ?? 0)
  return new Map([...[...decisions].filter(([, each]) => holds(each)), ...changed])
}

function forgetWritten<Value>(waiting: Map<string, Value>, written: ReadonlyMap<string, Value>): void {
  for (const [key, value] of written) if (waiting.get(key) === value) waiting.delete(key)
}

/** Contents of one item that are remembered: a person goes back and forth between branches. */
const MAX_CONTENTS = 20

function newestOfEach(decisions: ReadonlyMap<string, Decision>): readonly Decision[] {
  const items = Map.groupBy(decisions.values(), itemOf)
  return [...items.values()].flatMap((contents) => contents.sort((a, b) => b.at - a.at).slice(0, MAX_CONTENTS))
}
