import { isDeepStrictEqual } from 'node:util'
import type { AccountState } from '../../shared/account'
import { StorageError } from '../storage/storage-error'
import { authorizeAddress, bearerOf, exchangeCode, fetchUser, refreshTokens } from './auth-calls'
import type { ClineAuthInfo, UserInfo } from './auth-info'
import type { AuthStore, KeptAuth } from './auth-store'
import { type ClineApi, ClineApiError } from './cline-api'
import { listenForCallback, SignInError } from '../network/loopback-callback'
import { createProof } from './pkce'

/** Names of the source. What another process does is seen whenever the tokens are read. */
export type DeauthReason = 'user_initiated' | 'error_recovery'

/** The API no longer takes the sign-in: it is over. */
export class AuthInvalidTokenError extends Error {
  override readonly name = 'AuthInvalidTokenError'
}

/** The tokens could not be renewed now; the sign-in is kept. `message` is one sentence without its full stop. */
export class AuthNetworkError extends Error {
  override readonly name = 'AuthNetworkError'
}

export interface AuthParts {
  readonly api: ClineApi
  readonly store: AuthStore
  /** A token that stands in for a sign-in: of the environment, or of the command line. */
  readonly apiKey: () => string | undefined
  /** One at a time, in this process and in any other that shares the store. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** The account is another now, or stands otherwise. */
  readonly changed: () => void
  /** ms since 1970. */
  readonly now?: () => number
}

const EARLY_SECONDS = 5 * 60
const SIGN_IN_MS = 10 * 60_000
const MAX_FAILURES = 3
const PAUSE_MS = 30_000

/** The sign-in of the Cline account: made in the person's browser, kept with the keys, renewed before it ends. Made once. */
export class AuthService {
  readonly #parts: AuthParts
  readonly #now: () => number
  /** As it was read last. */
  #kept: KeptAuth = { kind: 'none' }
  #problem: string | undefined
  /** Why it could not be read at the start, until it can be. */
  #unreadable: string | undefined
  #signIn: AbortController | undefined
  /** Where the sign-in goes on, where no browser could be opened. */
  #unopened: string | undefined
  #renewal: Promise<ClineAuthInfo | undefined> | undefined
  #failures: { count: number; last: AuthNetworkError; at: number } | undefined
  /** How often a sign-in has ended: what was under way by then holds no more. */
  #ends = 0

  constructor(parts: AuthParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
  }

  get state(): AccountState {
    if (this.#parts.apiKey() !== undefined) return { kind: 'token' }
    if (this.#signIn) return { kind: 'signing_in', ...(this.#unopened === undefined ? {} : { address: this.#unopened }) }
    if (this.#kept.kind !== 'found') {
      const problem = this.#problem ?? this.#unreadable ?? (this.#kept.kind === 'sealed' ? sealedBy(this.#kept.backend) : undefined)
      return { kind: 'signed_out', ...(problem === undefined ? {} : { problem }) }
    }
    const { id, displayName, email } = this.#kept.info.userInfo
    const user = { id, ...(displayName ? { displayName } : {}), ...(email ? { email } : {}) }
    return { kind: 'signed_in', user, keptIn: this.#kept.keptIn }
  }

  /** Looks up who is signed in. Asks nobody but the store; where that cannot be read the state says why. */
  async restoreRefreshTokenAndRetrieveAuthInfo(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      this.#unreadable = error.message
    }
  }

  /**
   * What stands behind `Bearer` in a call of the API; null while nobody is signed in. Renews it when it ends within five
   * minutes. Rejects with an AuthNetworkError when it has ended and cannot be renewed now, with a StorageError when what is kept
   * cannot be read.
   */
  async getAuthToken(): Promise<string | null> {
    const apiKey = this.#parts.apiKey()
    if (apiKey !== undefined) return apiKey
    const kept = await this.#read()
    if (!kept) return null
    if (this.#leftSeconds(kept) >= EARLY_SECONDS) return bearerOf(kept)
    try {
      const renewed = await this.#renew(kept)
      return renewed ? bearerOf(renewed) : null
    } catch (error) {
      if (!(error instanceof AuthNetworkError)) throw error
      const still = await this.#read()
      if (still && this.#leftSeconds(still) <= 0) throw error
      return still ? bearerOf(still) : null
    }
  }

  #leftSeconds({ expiresAt }: ClineAuthInfo): number {
    return expiresAt - this.#now() / 1000
  }

  /** Another token than the one that the API has just refused; null when there is none. Rejects as `getAuthToken` does. */
  async replaceToken(refused: string): Promise<string | null> {
    if (this.#parts.apiKey() !== undefined) return null
    const kept = await this.#read()
    if (!kept) return null
    if (bearerOf(kept) !== refused) return bearerOf(kept)
    const renewed = await this.#renew(kept)
    return renewed ? bearerOf(renewed) : null
  }

  /** Of the sign-in; a token that stands in for one is somebody else's, perhaps. */
  get userId(): string | undefined {
    return this.#user?.id || undefined
  }

  get organizationId(): string | undefined {
    return this.#user?.organizations?.find(({ active }) => active)?.organizationId
  }

  get #user(): UserInfo | undefined {
    return this.#parts.apiKey() === undefined && this.#kept.kind === 'found' ? this.#kept.info.userInfo : undefined
  }

  /** Asks the API anew who is signed in. Rejects as `getAuthToken` does. */
  async refreshUser(): Promise<void> {
    if (this.#parts.apiKey() !== undefined || (await this.getAuthToken()) === null) return
    const asked = await this.#read()
    const userInfo = asked && (await fetchUser(this.#parts.api, asked.idToken))
    if (!userInfo || isDeepStrictEqual(userInfo, asked.userInfo)) return
    await this.#rewrite((current, store) =>
      current.idToken === asked.idToken ? store.replace(current, { ...current, userInfo }) : undefined,
    )
  }

  /** Changes what is kept as it stands then, unless that is nothing, or the person signs out meanwhile. */
  async #rewrite(write: (current: ClineAuthInfo, store: AuthStore) => Promise<void> | undefined): Promise<void> {
    await this.#parts.exclusively(async () => {
      const ends = this.#ends
      const current = await this.#read()
      if (current && this.#ends === ends) await write(current, this.#parts.store)
    })
    await this.#read()
  }

  /**
   * Opens the sign-in page in the person's browser, or tells its address where that cannot be, and waits until they have come
   * back from it, or it was cancelled. How it ended stands in the state; a second request while one is open, or one of who is
   * signed in, changes nothing. Rejects with a StorageError when the tokens could not be kept: then they hold until the app quits.
   */
  async createAuthRequest(openExternal: (url: string) => Promise<void>): Promise<void> {
    if (this.#signIn) return
    const signIn = new AbortController()
    this.#signIn = signIn
    this.#problem = undefined
    this.#parts.changed()
    try {
      if (await this.#read()) return
      const info = await this.#signInWith(openExternal, signIn.signal)
      if (!info || signIn.signal.aborted) return
      await this.#parts.store.write(info).catch((error: unknown) => {
        if (!signIn.signal.aborted) throw error
      })
      // Whoever stopped it while it was written meant to be signed out, also where it was held and not kept.
      if (signIn.signal.aborted) await this.#parts.store.clear()
    } finally {
      this.#signIn = undefined
      this.#unopened = undefined
      try {
        await this.#read()
      } finally {
        this.#parts.changed()
      }
    }
  }

  cancelAuthRequest(): void {
    this.#signIn?.abort(new SignInError('The sign-in was cancelled.'))
  }

  /** Keeps the sign-in in the owner-only file: the person's answer where there is no keychain. Rejects with a StorageError. */
  async keepInFile(): Promise<void> {
    await this.#rewrite((current, store) => store.replace(current, current, 'file'))
  }

  /** Rejects with a StorageError when the tokens could not be deleted: then they are still there. */
  async handleDeauth(reason: DeauthReason): Promise<void> {
    this.#ends += 1
    this.cancelAuthRequest()
    await this.#parts.store.clear()
    this.#signedOut(reason)
  }

  #signedOut(reason: DeauthReason): void {
    this.#problem = reason === 'error_recovery' ? 'The sign-in is over: the Cline API no longer takes it. Sign in again.' : undefined
    this.#failures = undefined
    this.#kept = { kind: 'none' }
    this.#parts.changed()
  }

  /** Undefined when it came to nothing: then the problem says why, unless it was cancelled. */
  async #signInWith(openExternal: (url: string) => Promise<void>, signal: AbortSignal): Promise<ClineAuthInfo | undefined> {
    const { api } = this.#parts
    const proof = createProof()
    try {
      const listener = await listenForCallback(proof.state, { timeoutMs: SIGN_IN_MS, signal })
      try {
        const address = await authorizeAddress(api, listener.url, proof, signal)
        // Some systems say that the browser is open only once it is closed again.
        openExternal(address).catch(() => this.#tellAddress(address, signal))
        const { code, provider } = await listener.arrived
        return await exchangeCode(api, { code, provider, callbackUrl: listener.url, verifier: proof.verifier }, signal)
      } finally {
        listener.close()
      }
    } catch (error) {
      if (!signal.aborted) this.#problem = problemOf(error)
      return undefined
    }
  }

  /** Here no browser can be opened, as in a container; the person may have one. */
  #tellAddress(address: string, signal: AbortSignal): void {
    // Another sign-in may be under way by now.
    if (signal.aborted || this.#signIn?.signal !== signal) return
    this.#unopened = address
    this.#parts.changed()
  }

  /** Rejects with a StorageError. */
  async #read(): Promise<ClineAuthInfo | undefined> {
    const before = JSON.stringify(this.state)
    const kept = await this.#readNewest()
    this.#unreadable = undefined
    this.#kept = kept.kind === 'found' && !this.#isForHere(kept.info) ? { kind: 'none' } : kept
    if (JSON.stringify(this.state) !== before) this.#parts.changed()
    return this.#kept.kind === 'found' ? this.#kept.info : undefined
  }

  /** What was read while something was written may be what stood there before. */
  async #readNewest(): Promise<KeptAuth> {
    const { store } = this.#parts
    for (;;) {
      const { version } = store
      const kept = await store.read()
      if (store.version === version) return kept
    }
  }

  /** Tokens of one API are nothing to another. */
  #isForHere({ apiBaseUrl }: ClineAuthInfo): boolean {
    try {
      return apiBaseUrl === this.#parts.api.env().apiBaseUrl
    } catch (error) {
      if (error instanceof ClineApiError) return false
      throw error
    }
  }

  /** However many ask, one request is made. Undefined when the sign-in turned out to be over. */
  #renew(info: ClineAuthInfo): Promise<ClineAuthInfo | undefined> {
    this.#renewal ??= this.#parts
      .exclusively(() => this.#renewOnce(info))
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  async #renewOnce(old: ClineAuthInfo): Promise<ClineAuthInfo | undefined> {
    const current = await this.#read()
    // Another process was faster: its tokens hold, and the old ones may hold no more.
    if (current?.refreshToken !== old.refreshToken || current.idToken !== old.idToken) return current
    this.#throwWhilePausing()
    const ends = this.#ends
    const info = await this.#askForNew(current)
    const kept = await unlessRefused(this.#read(), current)
    // Who signed out or in anew meanwhile, here or in another process, stays so.
    if (this.#ends !== ends) return undefined
    if (kept?.refreshToken !== current.refreshToken) return kept
    if (!info) {
      if (!(await this.#parts.store.end(current))) return this.#read()
      this.#ends += 1
      this.#signedOut('error_recovery')
      return undefined
    }
    // Tokens that cannot be kept are held by the store until the app quits, and the state says so.
    await unlessRefused(this.#parts.store.replace(current, info), undefined)
    return this.#ends === ends ? unlessRefused(this.#read(), info) : undefined
  }

  /** Undefined when the API says that this sign-in is over. */
  async #askForNew(current: ClineAuthInfo): Promise<ClineAuthInfo | undefined> {
    try {
      const info = await refreshTokens(this.#parts.api, current)
      this.#failures = undefined
      return info
    } catch (error) {
      if (!(error instanceof ClineApiError)) throw error
      if (error.status !== 400 && error.status !== 401) throw this.#noteFailure(error)
      return undefined
    }
  }

  #noteFailure(cause: ClineApiError): AuthNetworkError {
    const last = new AuthNetworkError(`The sign-in could not be renewed: ${cause.message}`, { cause })
    this.#failures = { count: (this.#failures?.count ?? 0) + 1, last, at: this.#now() }
    return last
  }

  /** An API that is down is not asked again and again. */
  #throwWhilePausing(): void {
    const failures = this.#failures
    if (failures && failures.count >= MAX_FAILURES && this.#now() - failures.at < PAUSE_MS) throw failures.last
  }
}

const sealedBy = (backend: string): string =>
  `The sign-in is sealed by ${backend}, which cannot be opened now: unlock it, or sign in again.`

/** The value, or another where the system refuses a file. */
async function unlessRefused<Value, Other>(work: Promise<Value>, other: Other): Promise<Value | Other> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageError) return other
    throw error
  }
}

/** One sentence for people, also of what nobody foresaw: the browser that cannot be opened has its own words. */
function problemOf(error: unknown): string {
  if (error instanceof SignInError) return error.message
  const words = error instanceof Error ? error.message : String(error)
  return `The sign-in did not work: ${words.replace(/\.?$/, '.')}`
}
