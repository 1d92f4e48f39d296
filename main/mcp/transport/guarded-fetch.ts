import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Dispatcher } from 'undici'
import { type AddressKind, addressWords, hostOf, isLoopbackHost } from '../../network/addresses'
import { checkedLookup, type NameLookup, RefusedAddressError, resolveHost } from '../../network/checked-lookup'
import type { ProxyVariables } from '../../network/use-proxy'
import { ServerFault } from './server-fault'
import { MAX_MESSAGE_BYTES } from './read-message'
import type { Variables } from '../settings/server-config'

export interface GuardOptions {
  /** The address that the person approved. */
  readonly server: URL
  /** From the settings file: they go to the server itself and to nobody else. */
  readonly headers: Variables
  /** The person agreed that it leads into their own network. */
  readonly allowPrivate: boolean
  /** A proxy looks names up itself: they are checked here first, and it is asked then. Hosts that it names no proxy for are reached directly. */
  readonly proxy?: ProxyVariables | undefined
  /** In place of the system's. */
  readonly lookup?: NameLookup
  /** Hears each refusal of the server itself to let us in, for the sign-in. */
  readonly onRefused?: (response: Response) => void
  /** Hears of an address that is not called because the person has not agreed to it. */
  readonly onPrivate?: (host: string) => void
}

/** An address that leads into the person's network, which they have not agreed to. */
export class PrivateAddress extends ServerFault {
  constructor(host: string) {
    super(`${host} leads into your own network: agree to that first.`, true)
  }
}

const UNAUTHORIZED = 401
const FORBIDDEN = 403

/**
 * `fetch` for one server and whoever it names for the sign-in: encrypted or on this machine only, no surprise addresses, no redirect
 * followed, answers no longer than a message may be.
 */
export function guardedFetch(options: GuardOptions): FetchLike {
  const connect = connectChecked(options)
  return async (input, init = {}) => {
    const url = new URL(input)
    try {
      const response = await connect(url, { ...init, headers: headersFor(url, init.headers, options), redirect: 'manual' })
      if (isRefusal(response) && url.origin === options.server.origin) options.onRefused?.(response)
      return bounded(response)
    } catch (error) {
      const fault = refusedIn(url, error, options)
      if (fault instanceof PrivateAddress) options.onPrivate?.(url.hostname)
      throw fault ?? told(url, error)
    }
  }
}

const isRefusal = ({ status, headers }: Response): boolean =>
  (status === UNAUTHORIZED || status === FORBIDDEN) && headers.has('www-authenticate')

type Connect = (url: URL, init: RequestInit) => Promise<Response>

/**
 * A name is looked up by the connection, which goes to no address but one that was checked. Where a proxy may stand between it is looked
 * up before that too: the proxy would not ask.
 */
function connectChecked(options: GuardOptions): Connect {
  const lookupFor = (protocol: string) =>
    checkedLookup((kind, host) => whyNot(new URL(`${protocol}//${host}`), kind, options) === undefined, options.lookup)
  // Who has only programs as servers does not wait for it.
  const load = async () => {
    const undici = await import('undici')
    const dispatcherFor = (protocol: string): Dispatcher => {
      const connect = { lookup: lookupFor(protocol) }
      return options.proxy ? new undici.EnvHttpProxyAgent({ connect, ...asOptions(options.proxy) }) : new undici.Agent({ connect })
    }
    return { send: asFetch(undici.fetch), plain: dispatcherFor('http:'), encrypted: dispatcherFor('https:') }
  }
  let loading: Promise<{ readonly send: CheckedFetch; readonly plain: Dispatcher; readonly encrypted: Dispatcher }> | undefined
  return async (url, init) => {
    const { protocol } = url
    if (options.proxy) await checkAddress(url, options)
    const kind = hostOf(url)?.kind
    // What needs no lookup never comes to one.
    const fault = wrongAddress(url) ?? (kind === undefined ? undefined : whyNot(url, kind, options))
    if (fault) throw fault
    const { send, plain, encrypted } = await (loading ??= load())
    return send(url, { ...init, dispatcher: protocol === 'http:' ? plain : encrypted })
  }
}

/** One that is not named is none: never what the process itself was started with. */
const asOptions = ({ http_proxy: httpProxy = '', https_proxy: httpsProxy = '', no_proxy: noProxy }: ProxyVariables) => ({
  httpProxy,
  httpsProxy,
  noProxy,
})

type CheckedFetch = (url: URL, init: RequestInit & { readonly dispatcher: Dispatcher }) => Promise<Response>
// Both are of undici. Where the types of a browser are known too, the two are declared apart.
const asFetch = (own: unknown) => own as CheckedFetch

/** The fault that kept a connection from being made. */
function refusedIn(url: URL, error: unknown, options: GuardOptions): ServerFault | undefined {
  if (error instanceof ServerFault) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof RefusedAddressError) return whyNot(url, cause.kind, options)
  // Wherever it may be, it is not on this machine.
  return isNotFound(cause) ? whyNot(url, 'public', options) : undefined
}

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '')
const isNotFound = (cause: unknown): boolean => ['ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(cause))

/** The same kind of error in words for people: `fetch` says only that it failed. */
function told({ host, hostname }: URL, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  const { cause } = error
  const code = codeOf(cause)
  if (code === 'ECONNREFUSED') return new TypeError(`Nothing answers at ${host}: start the server, or correct its address.`, { cause })
  if (isNotFound(cause)) return new TypeError(`${hostname} was not found: check its address and your connection.`, { cause })
  const why = code || (cause instanceof Error ? cause.message : error.message)
  return new TypeError(`${host} could not be reached (${why}): check its address and your connection.`, { cause })
}

/** Throws a ServerFault when it must not be called. */
export async function checkAddress(url: URL, options: Pick<GuardOptions, 'server' | 'allowPrivate' | 'lookup'>): Promise<void> {
  const fault = wrongAddress(url) ?? whyNot(url, await kindOf(url.hostname, options.lookup), options)
  if (fault) throw fault
}

/** Why an address that leads to such a machine must not be called. */
function whyNot(
  { protocol, hostname, host }: URL,
  kind: AddressKind,
  { server, allowPrivate }: Pick<GuardOptions, 'server' | 'allowPrivate'>,
): ServerFault | undefined {
  if (NEVER.has(kind)) return new ServerFault(`${hostname} is ${addressWords[kind]} and is never called.`, true)
  if (protocol === 'http:' && kind !== 'loopback')
    return new ServerFault(`${host} is not on this machine, so its address must begin with https.`, true)
  if (kind === 'public' || allowPrivate) return undefined
  // A server of this machine may send us to this machine.
  if (kind === 'loopback' && isLoopbackHost(server.hostname)) return undefined
  if (kind === 'private' && hostname === server.hostname && isNamedPrivate(server.hostname)) return undefined
  return new PrivateAddress(hostname)
}

/** A name that is not found is left to whoever connects: behind a proxy only that one can know. */
async function kindOf(host: string, lookup?: NameLookup): Promise<AddressKind> {
  try {
    return (await resolveHost(host, lookup)).kind
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'public'
    throw error
  }
}

const NEVER: ReadonlySet<AddressKind> = new Set(['metadata', 'unspecified', 'link-local', 'multicast', 'reserved'])

/** What no machine behind it makes right. */
function wrongAddress({ protocol, username, password }: URL): ServerFault | undefined {
  if (protocol !== 'https:' && protocol !== 'http:')
    return new ServerFault(
      `Its address begins with ${protocol}, which is no way to reach a server: write it with https:// or http://.`,
      true,
    )
  const hasPassword = username !== '' || password !== ''
  return hasPassword ? new ServerFault('A password does not belong into an address: use a header.', true) : undefined
}

/** The person saw this very address when they approved it. */
const isNamedPrivate = (host: string): boolean => /^(?:\[[0-9a-f:.]+\]|\d+(?:\.\d+){3})$/i.test(host)

function headersFor(url: URL, given: RequestInit['headers'], { server, headers }: GuardOptions): Headers {
  const all = new Headers(given)
  if (url.origin !== server.origin) return all
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return all
}

/** Each event of a stream, or else the whole answer, may be as long as a message. */
function bounded(response: Response): Response {
  if (!response.body) return response
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  let length = 0
  let before = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (isStream) {
        const end = endOfEvent(chunk, before)
        length = end === undefined ? length + chunk.length : chunk.length - end
        before = chunk.at(-1) ?? before
      } else {
        length += chunk.length
      }
      if (length > MAX_MESSAGE_BYTES) controller.error(new ServerFault('It sent more than the 4 MB that a message may have.'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  const copy = new Response(response.body.pipeThrough(limit), { status, statusText, headers })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}

const NEWLINE = 0x0a
const RETURN = 0x0d

/** Behind the last empty line of the chunk. */
function endOfEvent(chunk: Uint8Array, before: number): number | undefined {
  for (let at = chunk.length - 1; at >= 0; at--) {
    if (chunk[at] !== NEWLINE && chunk[at] !== RETURN) continue
    const previous = at > 0 ? chunk[at - 1] : before
    const beforeThat = at > 1 ? chunk[at - 2] : undefined
    if (previous === chunk[at] || (previous === RETURN && beforeThat === NEWLINE)) return at + 1
  }
  return undefined
}
