import { Agent, createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { connect, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { classifyHost, hostOf } from '../network/addresses'
import { type NameLookup, resolveHost, type ResolvedHost } from '../network/checked-lookup'
import type { Target } from './reach'

/**
 * The only way from the browser to any network: each connection of a page, its frames, workers and sockets, and each hop of a
 * redirect, is looked at with the addresses that it would be made to, and made to exactly those.
 */
export interface PageProxy {
  /** On 127.0.0.1. */
  readonly port: number
  close(): void
}

export interface PageProxyOptions {
  /** Asks a name server; the system's own unless given. */
  readonly lookup?: NameLookup
  /** Why a connection is not made, as a sentence; undefined when it is. */
  readonly refusal: (target: Target) => string | undefined
  /** A connection was refused, or could not be made: a sentence. `place` is `host:port`. */
  readonly onFailure: (place: string, why: string) => void
}

/** On answers of this proxy's own, and on no others: the far end's is taken away. */
export const PROXY_HEADER = 'x-countersign-refused'

const CONNECT_LIMIT_MS = 15_000
/** Between the browser and its proxy only. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

export async function openPageProxy(options: PageProxyOptions): Promise<PageProxy> {
  // Its own agent: the app's may lead to a proxy of the person's.
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Duplex>()
  const server = createServer((request, response) => {
    // What a page or a server makes up must end its own connection only.
    passOn(request, response, { ...options, agent }).catch(() => response.destroy())
  })
  server.on('connect', (request, socket: Duplex) => {
    tunnel(request, socket, options).catch(() => socket.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The browser was given no way to the network.')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    agent.destroy()
  }
  return { port: address.port, close }
}

/** A request in clear, which the browser sends with the whole address. */
async function passOn(request: IncomingMessage, response: ServerResponse, options: PageProxyOptions & { agent: Agent }): Promise<void> {
  const url = URL.parse(request.url ?? '')
  if (url?.protocol !== 'http:') return answer(response, 400, 'This is not an http address.')
  const place = { host: url.hostname, port: Number(url.port || 80), from: senderOf(request) }
  const found = await look(place, options)
  if ('why' in found) return answer(response, 403, found.why)
  const headers = headersOf(request)
  const outgoing = sendRequest(
    { method: request.method, path: `${url.pathname}${url.search}`, headers, agent: options.agent, ...wayTo(found, place.port) },
    (incoming) => {
      incoming.on('error', () => response.destroy())
      try {
        response.writeHead(incoming.statusCode ?? 502, headersOf(incoming))
        incoming.pipe(response)
      } catch {
        // A server may answer with what is no legal answer.
        response.destroy()
      }
    },
  )
  request.on('error', () => outgoing.destroy())
  response.on('error', () => outgoing.destroy())
  outgoing.setTimeout(CONNECT_LIMIT_MS, () => {
    if (!outgoing.socket?.connecting) return
    outgoing.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))
  })
  outgoing.on('error', (error) => {
    const why = fail(found, place.port, error, options)
    if (response.headersSent) response.destroy()
    else answer(response, 502, why)
  })
  response.once('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

/** Everything else: https and sockets, which the browser speaks with the far end itself. */
async function tunnel(request: IncomingMessage, socket: Duplex, options: PageProxyOptions): Promise<void> {
  socket.on('error', () => socket.destroy())
  const url = URL.parse(`http://${request.url ?? ''}`)
  const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (!url || !Number.isInteger(port)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  const found = await look({ host: url.hostname, port }, options)
  if ('why' in found) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  const far: Socket = connect({ ...wayTo(found, port), autoSelectFamily: true })
  far.setTimeout(CONNECT_LIMIT_MS, () => {
    if (far.connecting) far.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))
  })
  far.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    far.pipe(socket).pipe(far)
  })
  far.on('error', (error) => {
    if (socket.writable && !far.readyState.startsWith('open')) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    else socket.destroy()
    fail(found, port, error, options)
  })
  far.once('close', () => socket.destroy())
  socket.once('close', () => far.destroy())
}

interface Place {
  readonly host: string
  readonly port: number
  readonly from?: Target['from']
}

/**
 * Who asks: `Sec-Fetch-Site` is set by the browser itself and tells of strangers, whatever a page hides; only then its origin is
 * looked for.
 */
function senderOf({ headers }: IncomingMessage): Target['from'] {
  if (headers['sec-fetch-site'] !== 'cross-site') return undefined
  const url = URL.parse(headers.origin ?? headers.referer ?? '')
  return (url && hostOf(url)?.host) ?? 'unknown'
}

/** Resolves with the addresses of a host that may be reached, or with why it may not. Never rejects. */
async function look(place: Place, options: PageProxyOptions): Promise<ResolvedHost | { readonly why: string }> {
  const named = classifyHost(place.host)
  const label = `${named?.host ?? place.host}:${place.port}`
  try {
    const found = await resolveHost(place.host, options.lookup)
    const why = options.refusal({ host: found.host, port: place.port, kind: found.kind, from: place.from })
    if (why === undefined) return found
    options.onFailure(label, why)
    return { why }
  } catch (error) {
    const why = `${label} was not reached: ${lookupTrouble(error)}.`
    options.onFailure(label, why)
    return { why }
  }
}

const lookupTrouble = (error: unknown): string =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    ? 'no name server knows this host'
    : error instanceof Error
      ? error.message
      : String(error)

/** The addresses that were looked at, and no others. */
function wayTo({ host, addresses }: ResolvedHost, port: number): { host: string; port: number; lookup: LookupFunction } {
  const all = addresses.map(({ address, family }) => ({ address, family }))
  const [first] = all
  const lookup: LookupFunction = (_, { all: wantsAll }, callback) =>
    wantsAll ? callback(null, all) : callback(null, first?.address ?? '', first?.family)
  return { host, port, lookup }
}

function fail({ host }: ResolvedHost, port: number, error: Error, { onFailure }: PageProxyOptions): string {
  const code = 'code' in error ? String(error.code) : ''
  const why = `${host}:${port} ${TROUBLE[code] ?? `could not be reached (${error.message})`}.`
  onFailure(`${host}:${port}`, why)
  return why
}

const TROUBLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'takes no connection: nothing listens there',
  ETIMEDOUT: 'gave no answer',
  ECONNRESET: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', [PROXY_HEADER]: '1' })
  response.end(text)
}

/** As they came, in their order, also those that come several times. */
function headersOf({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!HOP_HEADERS.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
