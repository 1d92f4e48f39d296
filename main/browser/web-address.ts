import { failed, ok, type Result } from '../../shared/result'
import { type AddressKind, hostOf, isLoopbackHost } from '../network/addresses'

/** An address of the web as it was parsed: what is shown, approved and opened is the same. */
export interface WebAddress {
  readonly url: string
  /** Exact, without port; see `Host`. */
  readonly host: string
  /** With the port, when it is not the usual one. */
  readonly place: string
  readonly port: number
  /** Undefined for a name whose addresses are not known before it is asked for. */
  readonly kind: AddressKind | undefined
}

const MAX_LENGTH = 8_000
/** A host of this machine that people write without `http://` and mean nevertheless. */
const HOST_FIRST = /^(\[[^\]]+\]|[^/?#:@[\]]+)(?::\d+)?(?:[/?#]|$)/

/** Takes http and https only. What is wrong is said in a sentence for the model. */
export function parseWebAddress(text: string): Result<WebAddress, string> {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH) return failed(`This address is longer than ${MAX_LENGTH} characters. Give a shorter one.`)
  const url = URL.parse(isLoopbackHost(HOST_FIRST.exec(trimmed)?.[1] ?? '') ? `http://${trimmed}` : trimmed)
  if (!url) return failed(`${JSON.stringify(trimmed)} is no address. Give a whole one, like http://localhost:3000/.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failed(`Only http and https addresses can be opened, not ${url.protocol} ones.`)
  if (url.username !== '' || url.password !== '')
    return failed('This address has a user name or a password before its host. Give it without.')
  return addressOf(url)
}

/** As `parseWebAddress`, of an address that a page leads to: whatever stands before the host stays. */
export function addressOf(url: URL): Result<WebAddress, string> {
  const found = hostOf(url)
  if (!found) return failed(`${JSON.stringify(url.href)} names no host.`)
  const usual = url.protocol === 'https:' ? 443 : 80
  return ok({ ...found, url: url.href, place: url.port === '' ? found.host : url.host, port: url.port === '' ? usual : Number(url.port) })
}
