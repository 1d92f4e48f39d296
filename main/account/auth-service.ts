import type { AccountState } from '../../shared/account'
import { authorizeAddress, bearerOf, exchangeCode, refreshTokens } from './auth-calls'
import type { AuthStore, ClineAuthInfo, KeptAuth } from './auth-info'
import { type ClineApi, ClineApiError } from './cline-api'
import { listenForCallback, SignInError } from './loopback-callback'
import { createProof } from './pkce'

export type DeauthReason = 'user_initiated' | 'cross_window_sync' | 'error_recovery'

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
  #kept: Exclude<KeptAuth, { kind: 'sealed' }> = { kind: 'none' }
  #problem: string | undefined
  #signIn: AbortController | undefined
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
    if (this.#signIn) return { kind: 'signing_in' }
    if (this.#kept.kind === 'none') return { kind: 'signed_out', ...(this.#problem === undefined ? {} : { problem: this.#problem }) }
    const { id, displayName, email } = this.#kept.info.userInfo
    const user = { id, ...(displayName ? { displayName } : {}), ...(email ? { email } : {}) }
    return { kind: 'signed_in', user, keptIn: this.#kept.keptIn }
  }

  /** Looks up who is signed in. Asks nobody but the store. */
  async restoreRefreshTokenAndRetrieveAuthInfo(): Promise<void> {
    await this.#read()
  }

  /**
   * What stands behind `Bearer` in a call of the API; null while nobody is signed in. Renews it when it ends within five
   * minutes. Rejects with an AuthNetworkError when it has ended and cannot be renewed now.
   */
  async getAuthToken(): Promise<string | null> {
    const apiKey = this.#parts.apiKey()
    if (apiKey !== undefined) return apiKey
    const kept = await this.#read()
    if (!kept) return null
    const leftSeconds = kept.expiresAt - this.#now() / 1000
    if (leftSeconds >= EARLY_SECONDS) return bearerOf(kept)
    try {
      const renewed = await this.#renew(kept)
      return renewed ? bearerOf(renewed) : null
    } catch (error) {
      if (!(error instanceof AuthNetworkError) || leftSeconds <= 0) throw error
      const still = await this.#read()
      return still ? bearerOf(still) : null
    }
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

  get userId(): string | undefined {
    return this.#kept.kind === 'found' ? this.#kept.info.userInfo.id || undefined : undefined
  }

  get organizationId(): string | undefined {
    const organizations = this.#kept.kind === 'found' ? this.#kept.info.userInfo.organizations : undefined
    return organizations?.find(({ active }) => active)?.organizationId
  }

  /**
   * Opens the sign-in page in the person's browser and waits until they have come back from it, or it was cancelled. How it
   * ended stands in the state; a second request while one is open changes nothing.
   */
  async createAuthRequest(openExternal: (url: string) => Promise<void>): Promise<void> {
    if (this.#signIn || this.#kept.kind === 'found') return
    const signIn = new AbortController()
    this.#signIn = signIn
    this.#problem = undefined
    this.#parts.changed()
    try {
      const info = await this.#signInWith(openExternal, signIn.signal)
      signIn.signal.throwIfAborted()
      await this.#parts.store.write(info)
    } catch (error) {
      if (!signIn.signal.aborted) this.#problem = problemOf(error)
    } finally {
      this.#signIn = undefined
      await this.#read()
      this.#parts.changed()
    }
  }

  cancelAuthRequest(): void {
    this.#signIn?.abort(new SignInError('The sign-in was cancelled.'))
  }

  /** Keeps the sign-in in the owner-only file: the person's answer where there is no keychain. */
  async keepInFile(): Promise<void> {
    const kept = await this.#parts.store.read()
    if (kept.kind === 'found') await this.#parts.store.write(kept.info, 'file')
    await this.#read()
    this.#parts.changed()
  }

  async handleDeauth(reason: DeauthReason): Promise<void> {
    this.#ends += 1
    this.cancelAuthRequest()
    this.#problem = reason === 'error_recovery' ? 'The sign-in is over: the Cline API no longer takes it. Sign in again.' : undefined
    if (reason !== 'cross_window_sync') await this.#parts.store.clear()
    this.#kept = { kind: 'none' }
    this.#parts.changed()
  }

  async #signInWith(openExternal: (url: string) => Promise<void>, signal: AbortSignal): Promise<ClineAuthInfo> {
    const { api } = this.#parts
    const proof = createProof()
    const listener = await listenForCallback(proof.state, { timeoutMs: SIGN_IN_MS, signal })
    try {
      await openExternal(await authorizeAddress(api, listener.url, proof, signal))
      const { code, provider } = await listener.arrived
      return await exchangeCode(api, { code, provider, callbackUrl: listener.url, verifier: proof.verifier }, signal)
    } finally {
      listener.close()
      // When the page could not even be opened, nobody waits for it any more.
      listener.arrived.catch(() => undefined)
    }
  }

  async #read(): Promise<ClineAuthInfo | undefined> {
    const before = this.#kept
    const kept = await this.#parts.store.read()
    this.#kept = kept.kind === 'found' && this.#isForHere(kept.info) ? kept : { kind: 'none' }
    if (kept.kind === 'sealed')
      this.#problem = `The sign-in is sealed by ${kept.backend}, which cannot be opened now: unlock it, or sign in again.`
    if (before.kind !== this.#kept.kind) this.#parts.changed()
    return this.#kept.kind === 'found' ? this.#kept.info : undefined
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
    const kept = await this.#read()
    // Who signed out or in anew meanwhile, here or in another process, stays so.
    if (this.#ends !== ends) return undefined
    if (kept?.refreshToken !== current.refreshToken) return kept
    if (info) await this.#parts.store.write(info)
    else await this.handleDeauth('error_recovery')
    return this.#read()
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

/** One sentence for people, also of what nobody foresaw: the browser that cannot be opened has its own words. */
function problemOf(error: unknown): string {
  if (error instanceof SignInError) return error.message
  const words = error instanceof Error ? error.message : String(error)
  return `The sign-in did not work: ${words.replace(/\.?$/, '.')}`
}
