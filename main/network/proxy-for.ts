import { isIPv4, BlockList } from 'node:net'
import { isLoopbackHost } from './addresses'
import { proxyVariables } from './use-proxy'

/** What a connection is for: the protocol as in `URL.protocol`, the host as in `Host.host`. */
export interface ProxiedTarget {
  readonly protocol: 'http:' | 'https:'
  readonly host: string
  readonly port: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name for a connection, read as Node reads them for `fetch`; undefined where
 * it is made directly. This machine is always reached directly.
 */
export function proxyFor(target: ProxiedTarget, env: Environment): URL | undefined {
  if (isLoopbackHost(target.host)) return undefined
  const named = proxyVariables(env)
  const proxy = URL.parse((target.protocol === 'https:' ? named?.https_proxy : named?.http_proxy) ?? '')
  if (!named || (proxy?.protocol !== 'http:' && proxy?.protocol !== 'https:')) return undefined
  const entries = named.no_proxy.toLowerCase().split(',')
  return entries.some((entry) => isMeant(entry.trim(), target)) ? undefined : proxy
}

/** `*`, `host`, `host:port`, `.domain`, `*.domain`, or a range of IPv4 addresses like `10.0.0.0-10.0.0.9`. */
function isMeant(entry: string, { host, port }: ProxiedTarget): boolean {
  const written = host.includes(':') ? `[${host}]` : host
  if (['*', host, written, `${written}:${port}`].includes(entry)) return true
  if (entry.startsWith('*.')) return host.endsWith(entry.slice(1))
  if (entry.startsWith('.')) return host === entry.slice(1) || host.endsWith(entry)
  return isIPv4(host) && isInRange(host, entry)
}

function isInRange(address: string, entry: string): boolean {
  const [first = '', last = ''] = entry.split('-').map((end) => end.trim())
  if (!isIPv4(first) || !isIPv4(last)) return false
  const range = new BlockList()
  try {
    range.addRange(first, last)
  } catch (error) {
    // The end stands before the beginning.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
  return range.check(address)
}
