import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as lookUpName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { type AddressKind, addressKind, addressWords, classifyHost, gravestKind, type Host } from './addresses'

/** Asks for every address of a name; rejects when it has none. */
export type NameLookup = (host: string) => Promise<readonly LookupAddress[]>

export interface ResolvedHost {
  /** As `classifyHost` writes it. */
  readonly host: string
  readonly addresses: ReadonlyArray<LookupAddress & { readonly kind: AddressKind }>
  /** Of the gravest of its addresses. */
  readonly kind: AddressKind
}

/** The system's own lookup, which also knows the machine's hosts file. */
export const systemLookup: NameLookup = (host) => lookUpName(host, { all: true, order: 'verbatim' })

/**
 * Every address that a host has, each with its kind. An address needs no lookup, and neither does a name that is always this
 * machine. Rejects when the name is not found or is no host at all.
 */
export async function resolveHost(host: string, lookup: NameLookup = systemLookup): Promise<ResolvedHost> {
  const known = classifyHost(host)
  if (!known) throw new Error(`${JSON.stringify(host)} is not the name or the address of a host.`)
  const found = ofItself(known) ?? (await lookup(known.host))
  const addresses = found.map((entry) => ({ ...entry, kind: addressKind(entry.address) ?? ('reserved' as const) }))
  const kinds = [...addresses.map(({ kind }) => kind), ...(known.kind === undefined ? [] : [known.kind])]
  const kind = gravestKind(kinds)
  if (addresses.length === 0 || kind === undefined) throw new Error(`${known.host} has no address.`)
  return { host: known.host, addresses, kind }
}

/** The addresses of a host that needs no lookup. Not every name server knows the names of this machine, and one that lies is not asked. */
function ofItself({ host, kind }: Host): readonly LookupAddress[] | undefined {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return kind === 'loopback' ? OWN_ADDRESSES : undefined
}
const OWN_ADDRESSES: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** The connection was not made, because the host has an address that may not be reached. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
  readonly code = 'EREFUSEDADDRESS'
  readonly host: string
  readonly kind: AddressKind
  constructor(host: string, kind: AddressKind) {
    super(`${host} was not reached: it is ${addressWords[kind]}.`)
    this.host = host
    this.kind = kind
  }
}

/**
 * The `lookup` of an agent or a socket that connects only to addresses which were checked: one forbidden address of a name
 * refuses the whole name, and what is given back is what was checked, so that a second answer of the name server changes nothing.
 * Node does not call it where the host is an address already: check that one with `classifyHost` before each hop.
 */
export function checkedLookup(mayReach: (kind: AddressKind, host: string) => boolean, lookup: NameLookup = systemLookup): LookupFunction {
  const addressesOf = callbackify(async (hostname: string, options: LookupOptions) => {
    const resolved = await resolveHost(hostname, lookup)
    if (!mayReach(resolved.kind, resolved.host)) throw new RefusedAddressError(resolved.host, resolved.kind)
    const addresses = ofFamily(resolved.addresses, options)
    if (addresses.length === 0) throw Object.assign(new Error(`${hostname} has no address of that family.`), { code: 'ENOTFOUND' })
    return addresses
  })
  return (hostname, options, callback) =>
    addressesOf(hostname, options, (error, addresses) => {
      if (error) callback(error, '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
}

function ofFamily(addresses: ResolvedHost['addresses'], { family }: LookupOptions): LookupAddress[] {
  const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0)
  return addresses.filter((entry) => wanted === 0 || entry.family === wanted).map(({ address, family: own }) => ({ address, family: own }))
}
