import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Notice } from '../../shared/extension-state'
import { Rule } from '../../shared/rules'
import { type AtomicFile, atomicFile } from './atomic-write'
import { createSaver, type Saver } from './saver'
import { isObject } from './settings-document'

export interface RuleStoreOptions {
  /** rules.json; its folder must be there. */
  readonly file: string
  readonly now?: () => number
  readonly onNotice?: (notice: Notice) => void
  readonly onRecovered?: (noticeId: string) => void
}

const QUIET_MS = 100
const LONGEST_MS = 1_000

/**
 * The rules that people made, shared by all sessions and kept in one file. A change holds at once, the file follows.
 * While the file holds anything that cannot be read, no rule that allows holds: a lost rule may have been one that denies.
 */
export class RuleStore {
  readonly #options: RuleStoreOptions
  readonly #file: AtomicFile
  readonly #saver: Saver
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  /** By id. */
  #rules: ReadonlyMap<string, Rule> = new Map()
  /** Entries that this version cannot read: kept in the file as they are. */
  #unread: readonly unknown[] = []
  #isDamaged = false
  readonly #added = new Map<string, Rule>()
  readonly #revoked = new Set<string>()

  constructor(options: RuleStoreOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#file = atomicFile(options.file)
    this.#saver = createSaver({
      save: () => this.#save(),
      quietMs: QUIET_MS,
      longestMs: LONGEST_MS,
      onFailure: (error) => this.#notify('rules-not-saved', 'error', `Your rules are not saved. ${error.message}`),
      onRecovered: () => options.onRecovered?.('rules-not-saved'),
    })
  }

  /** Reads the file. Never rejects for what stands in it. */
  async load(): Promise<void> {
    const { rules, unread, damaged } = await this.#readFile()
    this.#rules = rules
    this.#unread = unread
    this.#isDamaged = damaged
    if (!this.#isStrict()) return
    const what = damaged ? 'could not be read' : `hold ${unread.length === 1 ? 'an entry' : `${unread.length} entries`} that cannot be read`
    const text = `Your rules in ${this.#options.file} ${what}, so none that allows anything holds. Mend the file, or revoke what you no longer want.`
    this.#notify('rules-damaged', 'warning', text)
  }

  /** Those that hold now. */
  rules(): readonly Rule[] {
    const now = this.#now()
    const all = [...this.#rules.values()].filter(({ until }) => until === undefined || until > now)
    return this.#isStrict() ? all.filter(({ decision }) => decision !== 'allow') : all
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
    return this.#saver.flush()
  }

  #isStrict(): boolean {
    return this.#isDamaged || this.#unread.length > 0
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
    this.#saver.request()
    for (const listener of this.#listeners) listener()
  }

  async #readFile(): Promise<{
    readonly rules: ReadonlyMap<string, Rule>
    readonly unread: readonly unknown[]
    readonly damaged: boolean
  }> {
    const read = await this.#file.read()
    if (read.kind === 'missing') return { rules: new Map(), unread: [], damaged: false }
    const entries = read.kind === 'ok' && isObject(read.value) ? read.value['rules'] : undefined
    if (!Array.isArray(entries)) return { rules: new Map(), unread: [], damaged: true }
    const parsed = entries.map((entry: unknown) => ({ entry, rule: Rule.safeParse(entry) }))
    return {
      rules: new Map(parsed.flatMap(({ rule }) => (rule.success ? [[rule.data.id, rule.data] as const] : []))),
      unread: parsed.flatMap(({ entry, rule }) => (rule.success ? [] : [entry])),
      damaged: false,
    }
  }

  /** Another process may have made or revoked rules meanwhile: what stands in the file now is what is changed. */
  async #save(): Promise<void> {
    const added = [...this.#added.values()]
    const revoked = [...this.#revoked]
    const stored = await this.#readFile()
    if (stored.damaged) await this.#file.keepCopy()
    const now = this.#now()
    const kept = [...stored.rules.values()].filter(({ id, until }) => !this.#revoked.has(id) && (until === undefined || until > now))
    const rules = [...kept.filter(({ id }) => !this.#added.has(id)), ...added]
    await this.#file.write({ version: 1, rules: [...rules, ...stored.unread] })
    for (const { id } of added) this.#added.delete(id)
    for (const id of revoked) this.#revoked.delete(id)
  }

  #notify(id: string, level: Notice['level'], text: string): void {
    this.#options.onNotice?.({ id, level, code: id.replaceAll('-', '_'), text })
  }
}

function isAboutSame(one: Omit<Rule, 'id' | 'madeAt'>, other: Omit<Rule, 'id' | 'madeAt'>): boolean {
  return one.decision === other.decision && isDeepStrictEqual([one.subject, one.scope], [other.subject, other.scope])
}
