import { setTimeout as delay } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Nobody waits longer for a server to take note. */
const END_MS = 1_000

/** The library's, which also tells the server that its session is over. */
export class HttpTransport extends StreamableHTTPClientTransport {
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
