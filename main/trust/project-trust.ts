import { type BroughtItem, type FolderTrust, isPending, type TrustedItem, type TrustKind, type TrustSummary } from '../../shared/trust'
import { findIgnoredSettings } from './ignored-settings'
import { hashOf, type ProjectFile } from './project-file'
import type { TrustStore } from './trust-store'

/** Where items of one kind are found in a project. */
export interface TrustSource {
  readonly kind: TrustKind
  /** What the folder (real path) brings now. Starts nothing and opens nothing outside of the folder. */
  find(folder: string): Promise<readonly FoundItem[]>
}

export interface FoundItem {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly file: ProjectFile
  /** What it would do, in one line. */
  readonly about?: string
  /** What it runs besides of the project: part of its hash. */
  readonly calls?: readonly FoundCall[]
}

export interface FoundCall {
  /** Relative to the folder, with `/`. */
  readonly path: string
  /** Absent for what could not be read: another content of it goes unseen. */
  readonly content?: string
}

/** Characters of an item that are shown before it is trusted. */
const MAX_SHOWN = 20_000
/** Of one kind; a folder with more of them is no project of people. */
const MAX_ITEMS = 200

/**
 * What a project brings acts only when the person trusted it, and only with the very bytes that they trusted. Whoever uses such an
 * item reads it once, asks `admits` with the hash of what was read, and uses what was read.
 */
export class ProjectTrust {
  readonly #store: TrustStore
  readonly #sources: readonly TrustSource[]
  readonly #listeners = new Set<(folder: string) => void>()
  /** Trusted until the app ends, by key. */
  readonly #forThisRun = new Set<string>()
  readonly #summaries = new Map<string, TrustSummary>()
  /** How often each folder was looked at: an older look that takes longer says nothing any more. */
  readonly #surveys = new Map<string, number>()
  /** Of the last survey of each folder. */
  readonly #shown = new Map<string, ReadonlySet<string>>()

  constructor(store: TrustStore, sources: readonly TrustSource[]) {
    this.#store = store
    this.#sources = sources
  }

  /** True only for an item that was trusted exactly as it is. `folder` is a real path. */
  admits(folder: string, item: TrustedItem): boolean {
    return this.#forThisRun.has(keyOf(folder, item)) || this.#store.standing(folder, item) === 'trusted'
  }

  /** Whoever finds an item that may not be used says so: the person is asked about it, unless the last survey showed it. */
  missed(folder: string, item: TrustedItem): void {
    if (!this.#shown.get(folder)?.has(keyOf(folder, item))) this.#tell(folder)
  }

  /** Looks at what the folder brings. Runs and merges nothing. */
  async survey(folder: string): Promise<FolderTrust> {
    const turn = (this.#surveys.get(folder) ?? 0) + 1
    this.#surveys.set(folder, turn)
    const found = await Promise.all(
      this.#sources.map(async (source) => (await source.find(folder)).slice(0, MAX_ITEMS).map((item) => ({ kind: source.kind, ...item }))),
    )
    const items: BroughtItem[] = []
    const unusable: FolderTrust['unusable'] = []
    for (const { kind, path, file, about, calls = [] } of found.flat()) {
      if (file.kind === 'unusable') unusable.push({ kind, path, reason: file.reason })
      if (file.kind === 'read')
        items.push({
          ...this.#describe(folder, { kind, path, hash: file.hash }, file.bytes),
          ...(about === undefined ? {} : { about }),
          ...(calls.length === 0 ? {} : { calls: calls.map(shorten) }),
        })
    }
    const survey = { folder, items, unusable, ignored: [...(await findIgnoredSettings(folder))] }
    if (this.#surveys.get(folder) === turn) {
      this.#summaries.set(folder, summarise(survey))
      this.#shown.set(folder, new Set(items.map((item) => keyOf(folder, item))))
    }
    return survey
  }

  /** Of the last survey of this folder. */
  summary(folder: string): TrustSummary | undefined {
    return this.#summaries.get(folder)
  }

  /** What the person decided of items as they were shown: nothing else can be trusted, whoever names it. */
  decide(folder: string, decision: 'trusted' | 'refused', items: readonly TrustedItem[]): void {
    if (decision === 'refused') for (const item of items) this.#withdraw(folder, item)
    const shown = this.#shown.get(folder)
    const decided = decision === 'refused' ? items : items.filter((item) => shown?.has(keyOf(folder, item)))
    this.#store.decide(folder, decision, decided)
    this.#tell(folder)
  }

  /** Trusts what the folder brings now, as it is now, until the app ends. */
  async trustForThisRun(folder: string): Promise<void> {
    const { items } = await this.survey(folder)
    for (const item of items) this.#forThisRun.add(keyOf(folder, item))
    await this.survey(folder)
  }

  /** Hears of a folder about which there is something new: it is worth a survey. Returns the way to stop. */
  subscribe(listener: (folder: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Of an item that is trusted now no other content is any more either. */
  #withdraw(folder: string, item: TrustedItem): void {
    if (!this.#forThisRun.has(keyOf(folder, item))) return
    const ofItem = keyOf(folder, { ...item, hash: '' })
    for (const key of this.#forThisRun) if (key.startsWith(ofItem)) this.#forThisRun.delete(key)
  }

  #tell(folder: string): void {
    for (const listener of this.#listeners) listener(folder)
  }

  #describe(folder: string, item: TrustedItem, bytes: Buffer): BroughtItem {
    const whole = bytes.toString('utf8')
    const standing = this.#forThisRun.has(keyOf(folder, item)) ? 'trusted' : this.#store.standing(folder, item)
    return { ...item, standing, text: whole.slice(0, MAX_SHOWN), isCut: whole.length > MAX_SHOWN }
  }
}

const shorten = ({ path, content }: FoundCall): NonNullable<BroughtItem['calls']>[number] =>
  content === undefined ? { path } : { path, text: content.slice(0, MAX_SHOWN), isCut: content.length > MAX_SHOWN }

const keyOf = (folder: string, { kind, path, hash }: TrustedItem): string => [folder, kind, path, hash].join('\0')

function summarise({ folder, items }: FolderTrust): TrustSummary {
  return {
    folder,
    pending: items.filter(isPending).length,
    trusted: items.filter(({ standing }) => standing === 'trusted').length,
    fingerprint: hashOf(JSON.stringify(items.map(({ kind, path, hash, standing }) => [kind, path, hash, standing]))),
  }
}
