import { z } from 'zod'
import { WEB_SEARCH_SECRET } from '../../shared/account'
import { parseJson } from '../../shared/parse-json'
import { HttpError, type HttpAnswer, sendHttp } from '../network/http-request'
import { plainLine } from '../network/plain-line'
import { isLoopbackHost } from '../network/addresses'
import { WebError } from './web-error'

export interface SearchRequest {
  readonly query: string
  readonly allowedDomains: readonly string[]
  readonly blockedDomains: readonly string[]
}

export interface SearchHit {
  readonly title: string
  readonly url: string
}

export type SearchKind = 'brave' | 'tavily' | 'searxng'

/** A search service that a person set up. Its address is theirs: it may lie in their own network. */
export interface SearchEndpoint {
  readonly kind: SearchKind
  readonly url: URL
}

/**
 * Which service an address is of: Brave's and Tavily's are known by their hosts, everything else speaks as SearXNG does. Undefined for
 * no web address, and for one with a user name or a password: those are no part of a setting.
 */
export function readEndpoint(address: string): SearchEndpoint | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const kind = kindOf(url)
  if (kind === 'searxng' && !url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`
  else if (url.pathname === '/') url.pathname = kind === 'brave' ? '/res/v1/web/search' : '/search'
  url.hash = ''
  return { kind, url }
}

function kindOf({ hostname }: URL): SearchKind {
  const isOf = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`)
  if (isOf('brave.com')) return 'brave'
  return isOf('tavily.com') ? 'tavily' : 'searxng'
}

/** The name of its key among the keys: a key is for the origin that it was entered for, and nothing to another. */
export const searchKeyName = (origin: string): string => `${WEB_SEARCH_SECRET}:${origin}`

/** A key goes out encrypted, or to this machine only. */
export const mayGetKey = ({ url }: SearchEndpoint): boolean => url.protocol === 'https:' || isLoopbackHost(url.hostname)

const MAX_HITS = 10
const TIMEOUT_MS = 15_000
const MAX_BYTES = 5 * 1024 * 1024

interface Asked extends SearchRequest {
  readonly key: string | undefined
}

/** Rejects with a WebError, or with the signal's reason. */
export async function searchEndpoint(endpoint: SearchEndpoint, asked: Asked, signal: AbortSignal): Promise<readonly SearchHit[]> {
  const { host } = endpoint.url
  if (asked.key !== undefined && !mayGetKey(endpoint))
    throw new WebError(
      `The key of ${host} is not sent over an open connection: give the address with https, or forget the key in Settings.`,
    )
  const answer = await send(endpoint, asked, signal)
  if (answer.status === 403 && endpoint.kind === 'searxng')
    throw new WebError(
      `${host} refused: where SearXNG runs there, add "json" to search.formats in its settings.yml, or enter its key under Settings, Web.`,
    )
  if (answer.status === 401 || answer.status === 403)
    throw new WebError(`${host} wants a key, or refused the one that it got: enter its key under Settings, Web.`)
  if (answer.status !== 200) throw new WebError(`${host} answered with status ${answer.status}.`)
  const hits = readHits(endpoint.kind, answer)
  if (!hits) throw new WebError(`${host} gave an answer that holds no results.`)
  return hits.filter(({ url }) => isWanted(url, asked)).slice(0, MAX_HITS)
}

async function send(endpoint: SearchEndpoint, asked: Asked, signal: AbortSignal): Promise<HttpAnswer> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal }
  try {
    return await sendHttp({ ...requestFor(endpoint, asked), ...limits })
  } catch (error) {
    if (error instanceof HttpError) throw new WebError(`${error.message}.`, { cause: error })
    throw error
  }
}

function requestFor({ kind, url }: SearchEndpoint, { query, allowedDomains, blockedDomains, key }: Asked) {
  const Accept = 'application/json'
  if (kind === 'tavily') {
    const domains = { include_domains: allowedDomains, exclude_domains: blockedDomains }
    const headers = { Accept, 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
    return { method: 'POST', url: url.href, headers, body: { query, max_results: MAX_HITS, ...domains } } as const
  }
  const words = [query, ...(allowedDomains.length > 0 ? [sites(allowedDomains)] : []), ...blockedDomains.map((domain) => `-site:${domain}`)]
  const asked = new URL(url)
  asked.searchParams.set('q', words.join(' '))
  if (kind === 'brave') {
    asked.searchParams.set('count', String(MAX_HITS))
    return { method: 'GET', url: asked.href, headers: { Accept, ...(key ? { 'X-Subscription-Token': key } : {}) } } as const
  }
  asked.searchParams.set('format', 'json')
  return { method: 'GET', url: asked.href, headers: { Accept, ...(key ? { Authorization: `Bearer ${key}` } : {}) } } as const
}

const sites = (domains: readonly string[]): string => domains.map((domain) => `site:${domain}`).join(' OR ')

const Hits = z.array(z.object({ title: z.string(), url: z.string() }))
const Flat = z.object({ results: Hits }).transform(({ results }) => results)
const Brave = z.object({ web: z.object({ results: Hits }).optional() }).transform(({ web }) => web?.results ?? [])

function readHits(kind: SearchKind, { bytes }: HttpAnswer): SearchHit[] | undefined {
  const hits = (kind === 'brave' ? Brave : Flat).safeParse(parseJson(bytes.toString('utf8'))).data
  return hits?.map(({ title, url }) => ({ title: plainLine(title), url: plainLine(url) }))
}

/** Services take the wish for domains as a hint; what comes back is held to it. */
function isWanted(address: string, { allowedDomains, blockedDomains }: SearchRequest): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, protocol } = new URL(address)
  const isOf = (domain: string): boolean => hostname === hostIn(domain) || hostname.endsWith(`.${hostIn(domain)}`)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return (allowedDomains.length === 0 || allowedDomains.some(isOf)) && !blockedDomains.some(isOf)
}

/** Models write a host in many ways: `*.Example.com`, or a whole address. */
function hostIn(domain: string): string {
  const bare = domain.trim().replace(/^\*\./, '')
  const address = bare.includes('://') ? bare : `http://${bare}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : bare.toLowerCase()
}
