import { setTimeout as delay } from 'node:timers/promises'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { checkAddress } from './guarded-fetch'
import type { Launch } from '../settings/server-config'

export interface HttpParts {
  readonly fetch: FetchLike
  readonly allowPrivate: boolean
  /** Only when there are tokens: a sign-in is begun by the person. */
  readonly authProvider: OAuthClientProvider | undefined
}

/** A server of the older form knows nothing of the session that a message came with. */
export class SessionGone extends Error {
  override readonly name = 'SessionGone'
}

/** As the SDK advises: a stream that broke is opened again a few times. */
const RECONNECTION = { initialReconnectionDelay: 2_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2, maxRetries: 6 }
/** Nobody waits longer for a server to take note. */
const END_MS = 1_000
const UNAUTHORIZED = 401
const NOT_FOUND = 404

/** Rejects with a ServerFault when the address must not be called. */
export async function httpTransport(launch: Exclude<Launch, { kind: 'stdio' }>, parts: HttpParts): Promise<Transport> {
  const url = new URL(launch.url)
  await checkAddress(url, { server: url, allowPrivate: parts.allowPrivate })
  const options = parts.authProvider ? { authProvider: parts.authProvider } : {}
  if (launch.kind === 'sse') return sseTransport(url, { ...options, fetch: tellingRefusals(parts) })
  return new HttpTransport(url, { ...options, fetch: parts.fetch, reconnectionOptions: RECONNECTION })
}

/** Servers that only speak the older form are still there, so the older transport is too. A stream that breaks has lost its session. */
function sseTransport(url: URL, options: { readonly fetch: FetchLike; readonly authProvider?: OAuthClientProvider }): Transport {
  // oxlint-disable-next-line no-deprecated -- see above
  const transport = new SSEClientTransport(url, options)
  transport.onerror = (error) => {
    if (error instanceof SseError) void transport.close()
  }
  return transport
}

/** The library tells of a message that was refused in words alone, but for what new tokens may mend. */
const tellingRefusals =
  ({ fetch: send, authProvider }: HttpParts): FetchLike =>
  async (url, init) => {
    const response = await send(url, init)
    if (!isMessage(init) || (response.status === UNAUTHORIZED && authProvider)) return response
    if (response.status === UNAUTHORIZED) throw new UnauthorizedError('It wants a sign-in.')
    if (response.status === NOT_FOUND) throw new SessionGone('It knows nothing of this session any more.')
    return response
  }

/** A sign-in sends no such thing. */
const isMessage = (init: RequestInit = {}): boolean =>
  init.method === 'POST' && typeof init.body === 'string' && init.body.includes('"jsonrpc":"2.0"')

/** The library's, which also tells the server that its session is over. */
class HttpTransport extends StreamableHTTPClientTransport {
  private ending: Promise<void> | undefined

  /** Resolves when the server took note, or its time for that is over. */
  override close(): Promise<void> {
    this.ending ??= this.end()
    return this.ending
  }

  private async end(): Promise<void> {
    // Whoever waits for an answer hears at once that none comes; what the server still says is of no interest.
    this.onclose?.()
    delete this.onclose
    delete this.onerror
    delete this.onmessage
    // It may be gone, or know nothing of the session: over it is.
    const told = this.terminateSession().catch(() => undefined)
    await Promise.race([told, delay(END_MS, undefined, { ref: false })])
    await super.close()
  }
}
