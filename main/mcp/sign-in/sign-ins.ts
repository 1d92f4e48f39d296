import { randomBytes } from 'node:crypto'
import { auth, extractWWWAuthenticateParams, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthClientMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { listenForCallback } from '../../network/loopback-callback'
import { isLoopbackHost } from '../../network/addresses'
import { RateLimiter } from '../rate-limiter'
import type { SignInStore, SignedIn } from './sign-in-store'

/** The server that somebody signs in to. `fetch` is the guarded one of its connection. */
export interface SignInTarget {
  readonly url: string
  readonly fetch: FetchLike
}

export interface SignInsOptions {
  readonly store: SignInStore
  /** Opens an address in the person's browser, without a shell. */
  readonly openBrowser: (url: string) => Promise<void>
  /** A client that was registered by hand. */
  readonly client?: OAuthClientInformationMixed
  /** Where a document about this client can be read. */
  readonly clientMetadataUrl?: string
}

const FOR_PERSON_MS = 5 * 60_000
const RANDOM_BYTES = 24
/** A server that takes no new tokens either would be given others without end. */
const MOST_RENEWALS = 3
const MINUTE_MS = 60_000

/** What a server said when it refused us. */
type Challenge = ReturnType<typeof extractWWWAuthenticateParams>

/** Sign-ins to servers, each begun by the person: with PKCE, a state that must come back, and the resource that the tokens are for. */
export class SignIns {
  private readonly options: SignInsOptions
  /** By name and address: a server that was moved is another one. */
  private readonly challenges = new Map<string, Challenge>()
  private readonly signedIn = new Set<string>()
  private readonly running = new Map<string, AbortController>()

  constructor(options: SignInsOptions) {
    this.options = options
  }

  /** For a connection: gives and renews tokens, and never opens a browser. */
  async providerFor(name: string, url: string): Promise<OAuthClientProvider | undefined> {
    const stored = await this.options.store.get(name, url)
    if (!stored) return undefined
    this.signedIn.add(placeOf(name, url))
    return this.renewing(name, url, stored)
  }

  isSignedIn(name: string, url: string): boolean {
    return this.signedIn.has(placeOf(name, url))
  }

  refused(name: string, url: string, response: Response): void {
    this.challenges.set(placeOf(name, url), extractWWWAuthenticateParams(response))
  }

  /** Resolves once the person has signed in. Rejects with an Error for people. One sign-in of a server at a time: the newest. */
  async begin(name: string, { url, fetch }: SignInTarget): Promise<void> {
    this.running.get(name)?.abort(new Error('Another sign-in was started.'))
    const stop = new AbortController()
    this.running.set(name, stop)
    const state = randomBytes(RANDOM_BYTES).toString('base64url')
    const path = `/mcp/${randomBytes(RANDOM_BYTES).toString('base64url')}`
    const listener = await listenForCallback(state, { timeoutMs: FOR_PERSON_MS, signal: stop.signal, path })
    try {
      const flow = this.interactive({ state, redirectUrl: listener.url, serverUrl: url })
      const options = { serverUrl: url, ...this.challenges.get(placeOf(name, url)), fetchFn: fetch }
      const outcome = await auth(flow.provider, options)
      if (outcome === 'REDIRECT') {
        const { code } = await listener.arrived
        await auth(flow.provider, { ...options, authorizationCode: code })
      }
      const { tokens, client } = flow.result()
      if (!tokens || !client) throw new Error('The sign-in gave no tokens.')
      stop.signal.throwIfAborted()
      await this.options.store.set(name, url, { tokens, client })
      this.signedIn.add(placeOf(name, url))
    } finally {
      listener.close()
      // Nobody waits for it any more.
      listener.arrived.catch(() => undefined)
      if (this.running.get(name) === stop) this.running.delete(name)
    }
  }

  async end(name: string, url: string): Promise<void> {
    this.running.get(name)?.abort(new Error('The person signed out.'))
    this.signedIn.delete(placeOf(name, url))
    await this.options.store.delete(name, url)
  }

  /** Ends those that are under way: nobody waits for a browser any more. */
  close(): void {
    for (const stop of this.running.values()) stop.abort(new Error('The app has ended.'))
  }

  private renewing(name: string, url: string, first: SignedIn): OAuthClientProvider {
    const { store } = this.options
    const renewals = new RateLimiter(MOST_RENEWALS, MINUTE_MS)
    let stored: SignedIn | undefined = first
    const forget = async (): Promise<void> => {
      const old = stored
      stored = undefined
      if (old && (await store.replace(name, url, old, undefined))) this.signedIn.delete(placeOf(name, url))
    }
    return {
      redirectUrl: 'http://127.0.0.1/',
      clientMetadata: metadata('http://127.0.0.1/'),
      clientInformation: () => {
        if (!stored) throw new UnauthorizedError()
        return stored.client
      },
      tokens: () => stored?.tokens,
      saveTokens: async (tokens) => {
        if (!stored) return
        const next = { ...stored, tokens }
        // The person may have signed out, or in anew, since: then these are nobody's any more.
        if (!(await store.replace(name, url, stored, next))) return
        stored = next
        if (!renewals.take()) throw new UnauthorizedError()
      },
      invalidateCredentials: forget,
      // Only the person begins a sign-in.
      redirectToAuthorization: () => {
        throw new UnauthorizedError()
      },
      saveCodeVerifier: () => undefined,
      codeVerifier: () => {
        throw new UnauthorizedError()
      },
    }
  }

  /** A client of its own for each sign-in: the address that the browser comes back to is another each time. */
  private interactive({
    state,
    redirectUrl,
    serverUrl,
  }: {
    readonly state: string
    readonly redirectUrl: string
    readonly serverUrl: string
  }) {
    const { openBrowser, clientMetadataUrl } = this.options
    let client = this.options.client
    let tokens: OAuthTokens | undefined
    let verifier = ''
    const provider: OAuthClientProvider = {
      redirectUrl,
      clientMetadata: metadata(redirectUrl),
      ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
      state: () => state,
      clientInformation: () => client,
      saveClientInformation: (information) => {
        client = information
      },
      tokens: () => undefined,
      saveTokens: (given) => {
        tokens = given
      },
      redirectToAuthorization: async (address) => {
        checkAuthorizationAddress(address, serverUrl)
        await openBrowser(address.href)
      },
      saveCodeVerifier: (given) => {
        verifier = given
      },
      codeVerifier: () => verifier,
    }
    return { provider, result: () => ({ tokens, client }) }
  }
}

const placeOf = (name: string, url: string): string => JSON.stringify([name, url])

const metadata = (redirectUrl: string): OAuthClientMetadata => ({
  client_name: 'Countersign',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

/** It is opened in a browser: nothing but a page is ever opened, encrypted unless the server itself is of this machine. */
function checkAuthorizationAddress({ protocol, hostname, username, password }: URL, serverUrl: string): void {
  const isLocal = protocol === 'http:' && isLoopbackHost(hostname) && isLoopbackHost(new URL(serverUrl).hostname)
  if (protocol !== 'https:' && !isLocal)
    throw new Error(`The server sends the sign-in to ${protocol}//${hostname}, which is not opened: only https is.`)
  if (username !== '' || password !== '')
    throw new Error('The server sends the sign-in to an address with a password in it, which is not opened.')
}
