import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainLine } from './plain-line'

/** What the browser brought back. */
export interface Callback {
  readonly code: string
  readonly provider: string | undefined
}

/** A sign-in that came to nothing, in one sentence for people. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
}

export interface CallbackListener {
  /** Where the browser is to come back to; carries the state. */
  readonly url: string
  /** Once. Rejects with a SignInError when the person said no or the time is over, or with the signal's reason. */
  readonly arrived: Promise<Callback>
  close(): void
}

const USUAL_PATH = '/auth'
const IDLE_MS = 10_000
/** For the page that says how it ended. */
const LAST_WORDS_MS = 1_000

/**
 * Waits on this machine's loopback for the one request with which the browser ends a sign-in. Only that one is taken: with this
 * state, to this very address (a page that binds its own name to 127.0.0.1 is refused by its Host), by going there and not by a
 * script of a page, and no second one.
 * `path` is one that nobody can guess; without it the state stands in the address itself.
 */
export async function listenForCallback(
  state: string,
  { timeoutMs, signal, path }: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly path?: string },
) {
  const { promise: arrived, resolve, reject } = Promise.withResolvers<Callback>()
  let isOver = false
  const server = createServer({ requestTimeout: IDLE_MS, headersTimeout: IDLE_MS, keepAlive: false }, (request, response) => {
    const read = isOver ? LATE : readRequest(request, { state, port: portOf(server), path: path ?? USUAL_PATH })
    if (read.kind !== 'stranger') isOver = true
    answer(response, read)
    if (read.kind === 'code') resolve(read)
    if (read.kind === 'refused') reject(new SignInError(`The sign-in was not completed: ${read.reason}.`))
  })
  server.maxConnections = 16
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Such as a connection that the system cannot take any more.
  server.on('error', reject)
  const timer = setTimeout(() => reject(new SignInError('Nobody completed the sign-in in the browser in time: start it again.')), timeoutMs)
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const close = (): void => {
    isOver = true
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    server.close()
    server.closeIdleConnections()
    // Browsers open some that they never use.
    setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS).unref()
  }
  arrived.then(close, close)
  if (signal.aborted) abort()
  // A path of its own is for a server that sends the state back by itself.
  const address = path === undefined ? `${USUAL_PATH}?state=${state}` : path
  return { url: `http://127.0.0.1:${portOf(server)}${address}`, arrived, close } satisfies CallbackListener
}

// A server that listens on a port has an address of this form.
const portOf = (server: Server): number => (server.address() as AddressInfo).port

type ReadRequest =
  | ({ readonly kind: 'code' } & Callback)
  | { readonly kind: 'refused'; readonly reason: string }
  /** Not the browser that was sent away from here. */
  | { readonly kind: 'stranger'; readonly status: 403 | 404 }

const LATE: ReadRequest = { kind: 'stranger', status: 404 }

interface Expected {
  readonly state: string
  readonly port: number
  readonly path: string
}

function readRequest({ method, url = '', headers }: IncomingMessage, { state, port, path }: Expected): ReadRequest {
  if (headers.host !== `127.0.0.1:${port}` || isOfScript(headers)) return { kind: 'stranger', status: 403 }
  const asked = URL.canParse(url, `http://127.0.0.1:${port}`) ? new URL(url, `http://127.0.0.1:${port}`) : undefined
  if (method !== 'GET' || asked?.pathname !== path) return { kind: 'stranger', status: 404 }
  const query = asked.searchParams
  const states = query.getAll('state')
  if (states.length === 0 || !states.every((given) => isSame(given, state))) return { kind: 'stranger', status: 403 }
  const code = query.get('code')
  if (code) return { kind: 'code', code, provider: query.get('provider') ?? undefined }
  return { kind: 'refused', reason: reasonIn(query) }
}

/** However much of it is right, it takes as long to see that it is not. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const isOfScript = (headers: IncomingHttpHeaders): boolean => headers.origin !== undefined || headers['sec-fetch-mode'] === 'no-cors'

const MAX_REASON = 200

function reasonIn(query: URLSearchParams): string {
  const told = query.get('error_description') ?? query.get('error') ?? 'the answer held no code'
  return plainLine(told).slice(0, MAX_REASON)
}

function answer(response: ServerResponse, read: ReadRequest): void {
  response.writeHead(read.kind === 'stranger' ? read.status : 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  response.end(words[read.kind])
}

const words = {
  code: 'You can close this page and go back to Countersign.',
  refused: 'The sign-in was not completed. You can close this page and go back to Countersign.',
  stranger: 'This address is for one sign-in only.',
} as const
