import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Rule } from '../../shared/rules'
import { EntryFile, type EntryFilePlace } from './entry-file'

/** `file`: rules.json. */
export interface RuleStoreOptions extends EntryFilePlace {
  readonly now?: () => number
}

/**
 * The rules that people made, shared by all sessions and kept in one file. A change holds at once, the file follows.
 * While the file holds anything that cannot be read, no rule that allows holds: a lost rule may have been one that denies.
 */
export class RuleStore {
  readonly #options: RuleStoreOptions
  readonly #file: EntryFile<Rule>
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  /** By id. */
  #rules: ReadonlyMap<string, Rule> = new Map()
  /** Something in the file cannot be read. */
  #isStrict = false
  readonly #added = new Map<string, Rule>()
  readonly #revoked = new Set<string>()

  constructor(options: RuleStoreOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#file = new EntryFile({
      ...options,
      key: 'rules',
      noticeId: 'rules',
      notSaved: 'Your rules are not saved.',
      schema: Rule,
      unread: 'kept',
      change: (stored) => this.#merge(stored),
    })
  }

  /** Reads the file. Never rejects for what stands in it. */
  async load(): Promise<void> {
    const { entries, unread, isDamaged } = await this.#file.read()
    this.#rules = new Map(entries.map((rule) => [rule.id, rule]))
    this.#isStrict = isDamaged || unread.length > 0
    if (!this.#isStrict) return
    const what = isDamaged
      ? 'could not be read'
      : `hold ${unread.length === 1 ? 'an entry' : `${unread.length} entries`} that cannot be read`
    this.#file.warn(
      `Your rules in ${this.#options.file} ${what}, so none that allows anything holds. Mend the file, or revoke what you no longer want.`,
    )
  }

  /** Those that hold now. */
  rules(): readonly Rule[] {
    const now = this.#now()
    const all = [...this.#rules.values()].filter(({ until }) => until === undefined || until > now)
    return this.#isStrict ? all.filter(({ decision }) => decision !== 'allow') : all
  }

  /** A rule that a person made. It takes the place of one that says the same of the same: what that was bound to, or its time, may be over. */
  add(rule: Omit<Rule, 'id' | 'madeAt'>): Rule {
    const made = { ...rule, id: randomUUID(), madeAt: this.#now() }
    const replaced = [...this.#rules.values()].filter((each) => isAboutSame(each, rule)).map(({ id }) => id)
    this.#forget(replaced)
    this.#added.set(made.id, made)
    this.#change(new Map([...[...this.#rules].filter(([id]) => !replaced.includes(id)), [made.id, made]]))
    return made
  }

  /** False when there is no such rule. */
  revoke(id: string): boolean {
    if (!this.#rules.has(id)) return false
    this.#drop([id])
    return true
  }

  /** The rules of a task end with it. */
  forgetTask(taskId: string): void {
    const ids = [...this.#rules.values()].filter(({ scope }) => scope.kind === 'task' && scope.taskId === taskId).map(({ id }) => id)
    if (ids.length > 0) this.#drop(ids)
  }

  /** Returns the way to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves once everything is in the file; rejects with a StorageError when it cannot be. */
  flush(): Promise<void> {
    return this.#file.flush()
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#added.delete(id)
      this.#revoked.add(id)
    }
  }

  #drop(ids: readonly string[]): void {
    this.#forget(ids)
    this.#change(new Map([...this.#rules].filter(([id]) => !ids.includes(id))))
  }

  #change(rules: ReadonlyMap<string, Rule>): void {
    this.#rules = rules
    this.#file.requestSave()
    for (const listener of this.#listeners) listener()
  }

  /** Another process may have made or revoked rules meanwhile. */
  #merge(stored: readonly Rule[]) {
    const added = [...this.#added.values()]
    const revoked = [...this.#revoked]
    const now = this.#now()
    const kept = stored.filter(({ id, until }) => !this.#revoked.has(id) && !this.#added.has(id) && (until === undefined || until > now))
    const written = (): void => {
      for (const { id } of added) this.#added.delete(id)
      for (const id of revoked) this.#revoked.delete(id)
    }
    return { entries: [...kept, ...added], written }
  }
}

function isAboutSame(one: Omit<Rule, 'id' | 'madeAt'>, other: Omit<Rule, 'id' | 'madeAt'>): boolean {
  return one.decision === other.decision && isDeepStrictEqual([one.subject, one.scope], [other.subject, other.scope])
}
