import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { checkAddress } from './guarded-fetch'
import { HttpTransport } from './http-transport'
import { type ProcessPorts, ProcessTransport, type ServerFault } from './process-transport'
import type { Launch } from './server-config'
import type { ServerLog } from './server-log'

export interface HttpParts {
  readonly fetch: FetchLike
  readonly allowPrivate: boolean
  /** Only when there are tokens: a sign-in is begun by the person. */
  readonly authProvider: OAuthClientProvider | undefined
}

type FaultyTransport = Transport & { readonly fault?: ServerFault | undefined }

/** As the SDK advises: a stream that broke is opened again a few times. */
const RECONNECTION = { initialReconnectionDelay: 2_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2, maxRetries: 6 }

export const processTransport = (launch: Extract<Launch, { kind: 'stdio' }>, ports: ProcessPorts, log: ServerLog): FaultyTransport =>
  new ProcessTransport(launch, ports, log)

/** Rejects with a ServerFault when the address must not be called. */
export async function httpTransport(launch: Exclude<Launch, { kind: 'stdio' }>, parts: HttpParts): Promise<FaultyTransport> {
  const url = new URL(launch.url)
  await checkAddress(url, { server: url, allowPrivate: parts.allowPrivate })
  const options = { fetch: parts.fetch, ...(parts.authProvider ? { authProvider: parts.authProvider } : {}) }
  if (launch.kind === 'sse') return sseTransport(url, options)
  return new HttpTransport(url, { ...options, reconnectionOptions: RECONNECTION })
}

/** Servers that only speak the older form are still there, so the older transport is too. A stream that breaks has lost its session. */
function sseTransport(url: URL, options: { readonly fetch: FetchLike; readonly authProvider?: OAuthClientProvider }): FaultyTransport {
  // oxlint-disable-next-line no-deprecated -- see above
  const transport = new SSEClientTransport(url, options)
  transport.onerror = (error) => {
    if (error instanceof SseError) void transport.close()
  }
  return transport
}
