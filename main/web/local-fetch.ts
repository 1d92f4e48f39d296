import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { HttpError, type HttpAnswer, sendHttp } from '../network/http-request'
import { orAborted } from '../or-aborted'
import { type AddressKind, addressWords, hostOf } from '../network/addresses'
import { checkedLookup, type NameLookup, RefusedAddressError, resolveHost } from '../network/checked-lookup'
import type { ProxyVariables } from '../network/use-proxy'
import { WebError } from './web-error'

/** A page as it came. */
export interface FetchedPage {
  /** Where it was found in the end. */
  readonly url: string
  /** Without parameters, in lower case. */
  readonly mediaType: string
  readonly charset: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface FetchLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxRedirects: number
}

export interface LocalFetchParts {
  /** How names are looked up; the system's way unless given. */
  readonly lookup?: NameLookup
  /** Which machines may be reached; only public ones unless given. */
  readonly mayReach?: (kind: AddressKind, host: string) => boolean
  readonly limits?: FetchLimits
  /** Where a proxy stands between: it looks names up itself. Hosts that it names no proxy for are reached directly. */
  readonly proxy?: ProxyVariables | undefined
}

const LIMITS: FetchLimits = { timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 5 }

/** What can be read as text, by its media type. */
const READABLE =
  /^(?:text\/(?:html|plain|markdown|xml|csv|css|javascript)|application\/(?:xhtml\+xml|xml|json|javascript|[\w.-]+\+(?:json|xml)))$/

const HEADERS = {
  Accept: 'text/html, application/xhtml+xml, text/plain;q=0.9, application/json;q=0.8, */*;q=0.1',
  'User-Agent': 'Countersign',
} as const

/**
 * Fetches a page from this machine. Each address on the way is looked at before it is connected to, and what is connected to is what
 * was looked at (a proxy looks once more, by itself): nothing of this machine, of its networks or of a cloud's own services is
 * reached. Carries no cookie and no key, and follows no redirect to another host: nobody was asked about that one.
 * Rejects with a WebError, or with the signal's reason.
 */
export async function fetchPage(address: string, signal: AbortSignal, parts: LocalFetchParts = {}): Promise<FetchedPage> {
  const limits = parts.limits ?? LIMITS
  const way: Way = { limits, deadline: performance.now() + limits.timeoutMs, signal, parts }
  const first = new URL(address)
  refuseFirst(first, parts)
  const answer = await get(first, way)
  try {
    return await follow(answer, first, way)
  } catch (error) {
    // From here on strangers choose addresses and types.
    if (error instanceof WebError) throw new WebError(error.message, { isQuoting: true, cause: error })
    throw error
  }
}

/** Why this address is not fetched, whatever it leads to; undefined where only the fetch can tell. */
export function refusalOf(address: string, parts: LocalFetchParts = {}): string | undefined {
  try {
    refuseFirst(new URL(address), parts)
    return undefined
  } catch (error) {
    if (error instanceof WebError) return error.message
    throw error
  }
}

/** One fetch with all its hops. */
interface Way {
  readonly limits: FetchLimits
  /** By `performance.now()`, for all of them together. */
  readonly deadline: number
  readonly signal: AbortSignal
  readonly parts: LocalFetchParts
}

async function follow(first: HttpAnswer, start: URL, way: Way): Promise<FetchedPage> {
  const { parts } = way
  let [answer, url] = [first, start]
  for (let hop = 0; ; hop += 1) {
    const next = redirectOf(answer, url)
    if (!next) return readPage(answer, url)
    if (hop === way.limits.maxRedirects) throw new WebError(`${start.href} was redirected more than ${hop} times.`)
    refuseForbidden(next, parts)
    if (siteOf(next) !== siteOf(start)) throw leadsElsewhere(url, next)
    answer = await get(next, way)
    url = next
  }
}

const isPublic = (kind: AddressKind): boolean => kind === 'public'

/** What no lookup sees: another protocol, a name and a password, a host that is an address already. */
function refuseForbidden(url: URL, { mayReach = isPublic }: LocalFetchParts): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new WebError(`${url.protocol} addresses are not fetched.`)
  if (url.username !== '' || url.password !== '') throw new WebError('Addresses with a user name or a password are not fetched.')
  const host = hostOf(url)
  if (!host) throw new WebError(`${url.href} names no host.`)
  if (host.kind !== undefined && !mayReach(host.kind, host.host)) throw refused(host.host, host.kind)
}

/** Who asks for a page of this machine by its address means what is being built here; no page of others is answered so. */
function refuseFirst(url: URL, parts: LocalFetchParts): void {
  try {
    refuseForbidden(url, parts)
  } catch (error) {
    if (!(error instanceof WebError) || hostOf(url)?.kind !== 'loopback') throw error
    throw new WebError(`${error.message} Read it with a command, or open it with the browser tool if you have it.`, { cause: error })
  }
}

const refused = (host: string, kind: AddressKind): WebError => new WebError(`${host} was not fetched: it is ${addressWords[kind]}.`)

/** A proxy connects without asking anyone here: what it would reach is looked up before it is told. */
async function refuseBehindProxy(url: URL, way: Way): Promise<void> {
  const { signal, parts } = way
  const host = hostOf(url)?.host ?? url.hostname
  const timeout = AbortSignal.timeout(leftMs(way))
  const found = await orAborted(resolveHost(host, parts.lookup), AbortSignal.any([signal, timeout])).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw timeout.aborted ? tooSlow(url, way) : new WebError(`The address of ${host} could not be found.`, { cause })
  })
  if (!(parts.mayReach ?? isPublic)(found.kind, host)) throw refused(host, found.kind)
}

const leftMs = ({ deadline }: Way): number => Math.max(1, Math.ceil(deadline - performance.now()))
const tooSlow = (url: URL, { limits }: Way): WebError =>
  new WebError(`${url.host} did not answer within ${limits.timeoutMs / 1000} seconds.`)

async function get(url: URL, way: Way): Promise<HttpAnswer> {
  const { limits, signal, parts } = way
  if (parts.proxy) await refuseBehindProxy(url, way)
  const connection = connectionFor(parts)
  try {
    return await sendHttp({
      method: 'GET',
      url: url.href,
      headers: HEADERS,
      timeoutMs: leftMs(way),
      maxBytes: limits.maxBytes,
      signal,
      connection,
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const cause = refusalIn(error)
    if (cause) throw refused(cause.host, cause.kind)
    throw error.kind === 'timeout' ? tooSlow(url, way) : new WebError(`${error.message}.`, { cause: error })
  } finally {
    connection.httpAgent.destroy()
    connection.httpsAgent.destroy()
  }
}

/** Direct connections, also those beside a proxy, are made to nothing but what was looked at. */
function connectionFor({ mayReach = isPublic, lookup, proxy }: LocalFetchParts) {
  const options = { lookup: checkedLookup(mayReach, lookup), ...(proxy ? { proxyEnv: { ...proxy } } : {}) }
  const agents = { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
  return proxy ? agents : { ...agents, proxy: false as const }
}

function refusalIn(error: unknown): RefusedAddressError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof RefusedAddressError) return cause
  return undefined
}

/** A host and its `www.` are one site. */
const siteOf = (url: URL): string | undefined => hostOf(url)?.host.replace(/^www\./, '')

const leadsElsewhere = (from: URL, to: URL): WebError =>
  new WebError(`${from.host} redirects to another host, which was not fetched: call the tool anew with ${to.href} if you want that page.`)

function redirectOf({ status, headers }: HttpAnswer, from: URL): URL | undefined {
  const to = headers['location']
  if (![301, 302, 303, 307, 308].includes(status) || to === undefined) return undefined
  if (!URL.canParse(to, from.href)) throw new WebError(`${from.host} redirects to something that is no address.`)
  return new URL(to, from)
}

function readPage({ status, headers, bytes }: HttpAnswer, url: URL): FetchedPage {
  if (status < 200 || status > 299) throw new WebError(`${url.href} answered with status ${status}.`)
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? 'text/plain')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (!READABLE.test(mediaType)) throw new WebError(`${url.href} is no text that can be read: its type is ${mediaType || 'unknown'}.`)
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  return { url: url.href, mediaType, charset, bytes: Uint8Array.from(bytes) }
}
