import { BlockList, isIP } from 'node:net'

/** What is reached at an internet address. Only `public` lies outside of this machine and its networks. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'unspecified' | 'multicast' | 'reserved'

/** The dangerous before the harmless: of several addresses of one name the first of these holds. */
const GRAVEST_FIRST: readonly AddressKind[] = [
  'metadata',
  'unspecified',
  'link-local',
  'multicast',
  'reserved',
  'private',
  'loopback',
  'public',
]

/** In words for a person and for the model: "… is <words>". */
export const addressWords: Readonly<Record<AddressKind, string>> = {
  public: 'a public address',
  loopback: 'this machine itself',
  private: 'an address of a private network',
  'link-local': 'an address of the local link',
  metadata: 'an address where cloud machines keep their keys',
  unspecified: 'no real address, and may lead to this machine',
  multicast: 'an address of many machines at once',
  reserved: 'a reserved address',
}

/** `kind/prefix` of each range, first match holds; IPv4 ranges also stand for the IPv6 addresses that carry them. */
const RANGES: ReadonlyArray<readonly [AddressKind, ...string[]]> = [
  [
    'metadata',
    '169.254.169.254/32',
    '169.254.169.253/32',
    '169.254.170.2/32',
    '169.254.170.23/32',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd00:ec2::253/128',
    'fd00:ec2::23/128',
    'fd20:ce::254/128',
  ],
  ['unspecified', '0.0.0.0/8', '::/128'],
  ['loopback', '127.0.0.0/8', '::1/128'],
  ['private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48'],
  ['link-local', '169.254.0.0/16', 'fe80::/10'],
  ['multicast', '224.0.0.0/4', 'ff00::/8'],
  [
    'reserved',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
  ],
]

/** All that is given out on the internet so far; what lies outside of it and is not known is none of its addresses. */
const GLOBAL = listOf(['2000::/3'])
const lists = RANGES.map(([kind, ...ranges]) => ({ kind, list: listOf(ranges) }))

/** Names that lead to a machine without being asked of a name server, or that only a cloud's own name server knows. */
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal', 'instance-data'])
const METADATA_SUFFIX = '.ec2.internal'

/** An IP address, in whatever spelling `net.isIP` takes. Undefined for anything else. */
export function addressKind(address: string): AddressKind | undefined {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 0) return undefined
  if (family === 4) return kindIn(bare, 'ipv4')
  const carried = carriedAddress(bare)
  return carried === undefined ? kindIn(bare, 'ipv6') : kindIn(carried, 'ipv4')
}

/** A host as a browser would understand it: an address of a known kind, or a name that is still to be looked up. */
export interface Host {
  /** Lower case, in ASCII, without a final dot; an IPv6 address without brackets. */
  readonly host: string
  /** Undefined for a name whose addresses must be looked up. */
  readonly kind: AddressKind | undefined
}

/**
 * The host of an address, or a host by itself: `0x7f.1`, `①②⑦.0.0.1` and `[::ffff:127.0.0.1]` are all this machine.
 * Undefined where no browser would find a host.
 */
export function classifyHost(host: string): Host | undefined {
  const isBareIpv6 = isIP(host.replace(/%.*$/, '')) === 6
  const text = isBareIpv6 ? `[${host.replace(/%.*$/, '')}]` : host
  // What ends or begins a host in an address would make another host of it.
  if (/[/\\?#@\s]/.test(text) || /:\d*$/.test(text.replace(/^\[.*\]/, ''))) return undefined
  const url = URL.parse(`http://${text}/`)
  return url ? hostOf(url) : undefined
}

/**
 * Whether a host, as `URL.hostname` or `Host.host` writes it, names this machine by itself: `localhost`, a name under it, or a loopback
 * address. Names that merely lead here when they are looked up are not meant.
 */
export const isLoopbackHost = (host: string): boolean => classifyHost(host)?.kind === 'loopback'

/** As `classifyHost`, of an address that was parsed. */
export function hostOf(url: URL): Host | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '') return undefined
  return { host, kind: addressKind(host) ?? kindOfName(host) }
}

/** The gravest of several: what a name with these addresses must be taken for. */
export function gravestKind(kinds: readonly AddressKind[]): AddressKind | undefined {
  return GRAVEST_FIRST.find((kind) => kinds.includes(kind))
}

function kindOfName(host: string): AddressKind | undefined {
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (METADATA_NAMES.has(host) || host.endsWith('.metadata.google.internal') || host === `instance-data${METADATA_SUFFIX}`)
    return 'metadata'
  return undefined
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  const known = lists.find(({ list }) => list.check(address, family))?.kind
  return known ?? (family === 'ipv4' || GLOBAL.check(address, 'ipv6') ? 'public' : 'reserved')
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64), 6to4, ISATAP. */
function carriedAddress(address: string): string | undefined {
  const groups = groupsOf(address)
  const start = groups.slice(0, 6)
  if (groups[0] === 0x2002) return dotted(groups[1], groups[2])
  const isTranslated = sameGroups(start, [0x64, 0xff9b, 0, 0, 0, 0])
  const isMapped = sameGroups(start, [0, 0, 0, 0, 0, 0xffff]) || sameGroups(start, [0, 0, 0, 0, 0xffff, 0])
  const isCompatible = sameGroups(start, [0, 0, 0, 0, 0, 0]) && (groups[6] !== 0 || (groups[7] ?? 0) > 1)
  const isTunnelled = groups[5] === 0x5efe && [0, 0x200].includes(groups[4] ?? -1)
  return isTranslated || isMapped || isCompatible || isTunnelled ? dotted(groups[6], groups[7]) : undefined
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const left = numbersOf(head)
  const right = numbersOf(tail ?? '')
  const gap = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => 0)
  return [...left, ...gap, ...right]
}

const numbersOf = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))

const sameGroups = (left: readonly number[], right: readonly number[]): boolean => right.every((group, at) => left[at] === group)

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
