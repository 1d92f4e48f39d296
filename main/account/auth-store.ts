import { parseJson } from '../../shared/parse-json'
import type { AloneWith } from '../storage/file-lock'
import type { SecretStore } from '../storage/secret-store'
import { StorageError } from '../storage/storage-error'
import { ClineAuthInfo } from './auth-info'

/** The name under which it is kept among the keys. */
export const SIGN_IN_SECRET = 'cline:clineAccountId'

export type KeptAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly info: ClineAuthInfo; readonly keptIn: string }
  /** There is one, and this process cannot open it. */
  | { readonly kind: 'sealed'; readonly backend: string }

/** Where the tokens of the account are kept: with the keys, else in this process until it ends. */
export class AuthStore {
  readonly #secrets: SecretStore
  readonly #learn: (secret: string) => void
  readonly #alone: AloneWith
  #held: ClineAuthInfo | undefined
  #version = 0
  #last: Promise<unknown> = Promise.resolve()

  /** `learn` hears each token, so that no text shows it. No two changes are made at once, whichever processes make them. */
  constructor(secrets: SecretStore, learn: (secret: string) => void, alone: AloneWith = (work) => work()) {
    this.#secrets = secrets
    this.#learn = learn
    this.#alone = alone
  }

  /** Another number after each change that this process made: what was read before it holds no more. */
  get version(): number {
    return this.#version
  }

  /** Read anew each time: another process may have signed in, out, or have newer tokens. Rejects with a StorageError. */
  async read(): Promise<KeptAuth> {
    if (this.#held) return { kind: 'found', info: this.#held, keptIn: 'memory' }
    const stored = await this.#secrets.get(SIGN_IN_SECRET)
    if (stored.kind !== 'found') return stored
    const info = parse(stored.key)
    if (info) this.#hear(info)
    return info ? { kind: 'found', info, keptIn: stored.backend } : { kind: 'none' }
  }

  /**
   * `keep: 'file'` is the person's answer where there is no keychain; without it they are signed in until the app quits. So they are
   * where it rejects with a StorageError: tokens that were given cannot be had again.
   */
  write(info: ClineAuthInfo, keep?: 'file'): Promise<void> {
    return this.#change(() => this.#put(info, keep))
  }

  clear(): Promise<void> {
    return this.#change(() => this.#remove())
  }

  /** As `write`, where the sign-in that is kept is still the one that was meant: who signed out or in anew meanwhile stays so. */
  replace(old: ClineAuthInfo, info: ClineAuthInfo, keep?: 'file'): Promise<void> {
    return this.#change(async () => {
      if (await this.#holds(old)) await this.#put(info, keep)
    })
  }

  /** As `clear`, where the sign-in that is kept is still the one that was meant. False where it is not. */
  end(old: ClineAuthInfo): Promise<boolean> {
    return this.#change(async () => {
      const isThere = await this.#holds(old)
      if (isThere) await this.#remove()
      return isThere
    })
  }

  async #put(info: ClineAuthInfo, keep: 'file' | undefined): Promise<void> {
    this.#hear(info)
    this.#held = info
    const { outcome } = await this.#secrets.set(SIGN_IN_SECRET, JSON.stringify(info), keep)
    if (outcome === 'saved') this.#held = undefined
  }

  async #remove(): Promise<void> {
    await this.#secrets.delete(SIGN_IN_SECRET)
    this.#held = undefined
  }

  /** What cannot be read now is taken for what it was. */
  async #holds({ refreshToken, idToken }: ClineAuthInfo): Promise<boolean> {
    try {
      const kept = await this.read()
      return kept.kind === 'found' && kept.info.refreshToken === refreshToken && kept.info.idToken === idToken
    } catch (error) {
      if (error instanceof StorageError) return true
      throw error
    }
  }

  /** One after another, in the order in which they were wanted: who signs out last is signed out. */
  #change<Value>(work: () => Promise<Value>): Promise<Value> {
    const changed = this.#last.then(() => this.#alone(work)).finally(() => (this.#version += 1))
    // The one who asked hears of a failure; it must not stop the next in line.
    this.#last = changed.catch(() => undefined)
    return changed
  }

  #hear({ idToken, refreshToken }: ClineAuthInfo): void {
    this.#learn(idToken)
    this.#learn(refreshToken)
  }
}

const parse = (text: string): ClineAuthInfo | undefined => ClineAuthInfo.safeParse(parseJson(text)).data
