import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type AddressKind, addressWords, isLoopbackHost } from '../network/addresses'
import { resolveHost } from '../network/checked-lookup'
import { ServerFault } from './process-transport'
import { MAX_MESSAGE_BYTES } from './read-message'
import type { Variables } from './server-config'

export interface GuardOptions {
  /** The address that the person approved. */
  readonly server: URL
  /** From the settings file: they go to the server itself and to nobody else. */
  readonly headers: Variables
  /** The person agreed that it leads into their own network. */
  readonly allowPrivate: boolean
  /** Hears each refusal to let us in, for the sign-in. */
  readonly onRefused?: (response: Response) => void
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
  return async (input, init = {}) => {
    const url = new URL(input)
    await checkAddress(url, options)
    const response = await fetch(url, { ...init, headers: headersFor(url, init.headers, options), redirect: 'manual' }).catch(
      (error: unknown) => {
        throw told(url, error)
      },
    )
    if (response.status === UNAUTHORIZED || response.status === FORBIDDEN) options.onRefused?.(response)
    return bounded(response)
  }
}

/** The same kind of error in words for people: `fetch` says only that it failed. */
function told({ host, hostname }: URL, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return new TypeError(`Nothing answers at ${host}: start the server, or correct its address.`, { cause })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new TypeError(`${hostname} was not found: check its address and your connection.`, { cause })
  const why = code || (cause instanceof Error ? cause.message : error.message)
  return new TypeError(`${host} could not be reached (${why}): check its address and your connection.`, { cause })
}

/** Throws a ServerFault when it must not be called. */
export async function checkAddress(url: URL, { server, allowPrivate }: Pick<GuardOptions, 'server' | 'allowPrivate'>): Promise<void> {
  const kind = await kindOf(url.hostname)
  const never = neverCalled(url, kind)
  if (never !== undefined) throw new ServerFault(never, true)
  if (kind === 'public' || allowPrivate) return
  // A server of this machine may send us to this machine.
  if (kind === 'loopback' && isLoopbackHost(server.hostname)) return
  if (kind === 'private' && url.hostname === server.hostname && isNamedPrivate(server.hostname)) return
  throw new PrivateAddress(url.hostname)
}

/** A name that is not found is left to whoever connects: behind a proxy only that one can know. */
async function kindOf(host: string): Promise<AddressKind> {
  try {
    return (await resolveHost(host)).kind
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'public'
    throw error
  }
}

const NEVER: ReadonlySet<AddressKind> = new Set(['metadata', 'unspecified', 'link-local', 'multicast', 'reserved'])

function neverCalled({ protocol, username, password, hostname, host }: URL, kind: AddressKind): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is no way to reach a server: use https.`
  if (username !== '' || password !== '') return 'A password does not belong into an address: use a header.'
  if (NEVER.has(kind)) return `${hostname} is ${addressWords[kind]} and is never called.`
  if (protocol === 'http:' && kind !== 'loopback') return `${host} is not on this machine, so its address must begin with https.`
  return undefined
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
