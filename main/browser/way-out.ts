import type { LookupFunction } from 'node:net'
import { type AddressKind, classifyHost } from '../network/addresses'
import { type NameLookup, resolveHost, type ResolvedHost } from '../network/checked-lookup'
import { proxyFor, type ProxiedTarget } from '../network/proxy-for'
import { ProxyRefusal } from '../network/through-proxy'
import type { Place, Target } from './reach'
import { within } from './time-limits'

/** What decides on the connections of a browser, and hears of those that are not made. */
export interface ConnectionRules {
  /** Asks a name server. */
  readonly lookup: NameLookup
  /** Names the person's proxies, if there are any. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The page that is shown now. */
  readonly page: () => Place | undefined
  /** Why a connection is not made, as a sentence; undefined when it is. */
  readonly refusal: (target: Target) => string | undefined
  /** A connection was refused, or could not be made: a sentence. `place` is `host:port`. */
  readonly onFailure: (place: string, why: string) => void
}

export interface WayRules extends ConnectionRules {
  /** Hosts that only the person's proxy knows: a name server that does not answer is not waited for again. */
  readonly unknown: Set<string>
}

/** How a connection is made: to the addresses that were looked at and no others, or through the person's proxy. */
type WayTo<Goal> =
  | { readonly kind: 'direct'; readonly target: Goal; readonly found: ResolvedHost }
  | { readonly kind: 'proxied'; readonly target: Goal; readonly proxy: URL }
export type Way = WayTo<Target>
type NoWay = { readonly kind: 'none'; readonly why: string }

/** Never rejects. */
export async function findWay(wanted: ProxiedTarget, seen: Pick<Target, 'from' | 'url'>, rules: WayRules): Promise<Way | NoWay> {
  // Whoever asks now is no other page, whichever is shown once the name was looked up.
  const asker = { ...seen, page: rules.page() }
  const label = `${wanted.host}:${wanted.port}`
  const refused = (why: string): NoWay => {
    rules.onFailure(label, why)
    return { kind: 'none', why }
  }
  try {
    const way = await wayOut(wanted, rules)
    const target = { ...way.target, ...asker }
    const why = rules.refusal(target)
    return why === undefined ? { ...way, target } : refused(why)
  } catch (error) {
    return refused(`${label} was not reached: ${lookupTrouble(error)}.`)
  }
}

async function wayOut(wanted: ProxiedTarget, rules: WayRules): Promise<WayTo<Omit<Target, 'page' | 'from' | 'url'>>> {
  const { host, port } = wanted
  const proxy = proxyFor(wanted, rules.env)
  if (proxy) return { kind: 'proxied', target: { host, port, kind: await kindBehindProxy(host, rules) }, proxy }
  const found = await resolveHost(host, rules.lookup)
  return { kind: 'direct', target: { host, port, kind: found.kind }, found }
}

/** Behind a proxy a name server may know nothing, or never answer. */
const LOOKUP_LIMIT_MS = 2_000
const MAX_UNKNOWN = 500

/** What is not found from here, or not in time, is the proxy's to find. */
async function kindBehindProxy(host: string, { lookup, unknown }: WayRules): Promise<AddressKind> {
  const named = classifyHost(host)?.kind ?? 'public'
  if (unknown.has(host)) return named
  try {
    return (await within(LOOKUP_LIMIT_MS, 'No answer.', resolveHost(host, lookup))).kind
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // A page can make up any number.
    if (unknown.size >= MAX_UNKNOWN) unknown.clear()
    unknown.add(host)
    return named
  }
}

function lookupTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isUnknown = 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
  return isUnknown ? 'no name server knows this host' : error.message
}

/** The addresses that were looked at, and no others. */
export function wayTo({ host, addresses }: ResolvedHost, port: number): { host: string; port: number; lookup: LookupFunction } {
  const all = addresses.map(({ address, family }) => ({ address, family }))
  const [first] = all
  const lookup: LookupFunction = (_, { all: wantsAll }, callback) =>
    wantsAll ? callback(null, all) : callback(null, first?.address ?? '', first?.family)
  return { host, port, lookup }
}

/** Tells that a connection was not made, and why, as the sentence that it gives. */
export function tellFailure(way: Way, error: Error, { onFailure }: ConnectionRules): string {
  const place = `${way.target.host}:${way.target.port}`
  const whose = way.kind === 'proxied' ? `${place} was not reached: the proxy ${way.proxy.host}` : place
  const why = `${whose} ${troubleOf(error)}.`
  onFailure(place, why)
  return why
}

function troubleOf(error: Error): string {
  if (error instanceof ProxyRefusal) return error.message
  const code = 'code' in error ? String(error.code) : ''
  return TROUBLE[code] ?? `could not be reached (${error.message})`
}

const TROUBLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'takes no connection: nothing listens there',
  ETIMEDOUT: 'gave no answer',
  ECONNRESET: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
}
