import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { PROXY_LOGIN, proxyLogin, ProxyRefusal, requestOfProxy, tunnelThrough } from '../network/through-proxy'
import type { Target } from './reach'
import { type ConnectionRules, findWay, tellFailure, type Way, type WayRules, wayTo } from './way-out'
import { addressOf } from './web-address'

/**
 * The only way from the browser to any network: each connection of a page, its frames, workers and sockets, and each hop of a
 * redirect, is looked at with the addresses that it would be made to, and made to exactly those. Where the person's environment names a
 * proxy for a host, it goes through that one: what the name leads to from here is looked at all the same, but the proxy looks it up
 * itself, and may find something else.
 */
export interface PageProxy {
  /** On 127.0.0.1. */
  readonly port: number
  /** Ends the connections that would not be made any more, now that another page is shown. */
  recheck(): void
  close(): void
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
  PROXY_HEADER,
])

interface Connections extends WayRules {
  readonly agent: Agent
  readonly secureAgent: SecureAgent
  /** Open ones whose inside is not seen, with where they go. */
  readonly tunnels: Map<Duplex, Target>
}

export async function openPageProxy(options: ConnectionRules): Promise<PageProxy> {
  // Its own agents: the app's may lead to a proxy of the person's.
  const agent = new Agent({ keepAlive: true })
  const secureAgent = new SecureAgent({ keepAlive: true })
  const tunnels = new Map<Duplex, Target>()
  const connections = { ...options, agent, secureAgent, unknown: new Set<string>(), tunnels }
  const sockets = new Set<Duplex>()
  const server = createServer((request, response) => {
    // What a page or a server makes up must end its own connection only.
    passOn(request, response, connections).catch(() => response.destroy())
  })
  server.on('connect', (request, socket: Duplex, head: Buffer) => {
    tunnel(request, { socket, head }, connections).catch(() => socket.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  // A page can open more connections than the system takes.
  server.on('error', ({ message }) => options.onFailure(`127.0.0.1:${port}`, `A connection of the page could not be taken (${message}).`))
  const recheck = () => {
    const page = options.page()
    for (const [socket, target] of tunnels) if (options.refusal({ ...target, page }) !== undefined) socket.destroy()
  }
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    agent.destroy()
    secureAgent.destroy()
  }
  return { port, recheck, close }
}

/** A request in clear, which the browser sends with the whole address. */
async function passOn(request: IncomingMessage, response: ServerResponse, connections: Connections): Promise<void> {
  const url = URL.parse(request.url ?? '')
  const address = url?.protocol === 'http:' ? addressOf(url) : undefined
  if (!url || !address?.ok) return answer(response, 400, 'This is not an http address.')
  const { host, port } = address.value
  const seen = { from: senderOf(request), url: `${url.origin}${url.pathname}${url.search}` }
  const way = await findWay({ protocol: 'http:', host, port }, seen, connections)
  if (way.kind === 'none') return answer(response, 403, way.why)
  // The browser may have given up while the name was looked up.
  if (response.destroyed) return
  const outgoing = begin(way, { url, method: request.method, headers: headersOf(request) }, connections)
  outgoing.on('response', (incoming) => passBack(incoming, response, { way, connections }))
  request.on('error', () => outgoing.destroy())
  response.on('error', () => outgoing.destroy())
  outgoing.setTimeout(CONNECT_LIMIT_MS, () => {
    if (outgoing.socket?.connecting) outgoing.destroy(timedOut())
  })
  outgoing.on('error', (error) => {
    const why = tellFailure(way, error, connections)
    if (response.headersSent) response.destroy()
    else answer(response, 502, why)
  })
  response.once('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

interface Outgoing {
  readonly url: URL
  readonly method: string | undefined
  readonly headers: readonly string[]
}

function begin(way: Way, { url, method, headers }: Outgoing, { agent, secureAgent }: Connections) {
  const path = `${url.pathname}${url.search}`
  if (way.kind === 'direct') return sendRequest({ method, path, headers, agent, ...wayTo(way.found, way.target.port) })
  const { proxy } = way
  return requestOfProxy(proxy, {
    method,
    path: `${url.origin}${path}`,
    headers: [...headers, ...proxyLogin(proxy)],
    agent: proxy.protocol === 'https:' ? secureAgent : agent,
  })
}

function passBack(
  incoming: IncomingMessage,
  response: ServerResponse,
  { way, connections }: { readonly way: Way; readonly connections: Connections },
): void {
  incoming.on('error', () => response.destroy())
  // That would be taken for a question of this proxy's.
  if (way.kind === 'proxied' && incoming.statusCode === PROXY_LOGIN) {
    incoming.resume()
    return answer(response, 502, tellFailure(way, new ProxyRefusal(incoming.statusCode), connections))
  }
  try {
    response.writeHead(incoming.statusCode ?? 502, headersOf(incoming))
    incoming.pipe(response)
  } catch {
    // A server may answer with what is no legal answer.
    response.destroy()
  }
}

/** Everything else: https and sockets, which the browser speaks with the far end itself. */
async function tunnel(
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  connections: Connections,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const url = URL.parse(`http://${request.url ?? ''}`)
  const address = url ? addressOf(url) : undefined
  const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (!address?.ok || !Number.isInteger(port)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  const way = await findWay({ protocol: 'https:', host: address.value.host, port }, {}, connections)
  if (way.kind === 'none') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  try {
    join({ socket, head, far: await reachFar(way), target: way.target }, connections)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    tellFailure(way, error, connections)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  }
}

interface Ends {
  readonly socket: Duplex
  /** What the browser sent already. */
  readonly head: Buffer
  readonly far: Duplex
  readonly target: Target
}

function join({ socket, head, far, target }: Ends, { tunnels, refusal, page }: Connections): void {
  far.on('error', () => far.destroy())
  far.once('close', () => socket.destroy())
  socket.once('close', () => {
    tunnels.delete(socket)
    far.destroy()
  })
  // The browser may have given up, or another page have come, while it was made.
  if (socket.destroyed || refusal({ ...target, page: page() }) !== undefined) {
    socket.destroy()
    far.destroy()
    return
  }
  tunnels.set(socket, target)
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  far.write(head)
  far.pipe(socket).pipe(far)
}

function reachFar(way: Way): Promise<Duplex> {
  const { host, port } = way.target
  if (way.kind === 'proxied')
    return tunnelThrough(way.proxy, host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, CONNECT_LIMIT_MS)
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const far = connect({ ...wayTo(way.found, port), autoSelectFamily: true })
  far.setTimeout(CONNECT_LIMIT_MS, () => far.destroy(timedOut()))
  far.once('error', reject)
  far.once('connect', () => {
    far.setTimeout(0)
    resolve(far)
  })
  return promise
}

/**
 * Who asks, where the request tells of another document than the page that is shown. Pages can set none of these headers. Chromium
 * sends `Sec-Fetch-Site` to https and to the names of this machine only; in clear to other machines `Origin` and `Referer` are all there
 * is, and a page can leave both out of a plain GET, which is then silent. So a frame of another site, inside of an approved page of a
 * private network, can send such a GET to that very place, and read nothing of what it answers. In a tunnel, and so for https and
 * sockets, nothing is seen: there only the page that is shown counts, neither its frames nor what a page before left behind.
 */
function senderOf({ headers }: IncomingMessage): Target['from'] {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'same-site' || site === 'none') return undefined
  const told = headers.origin ?? headers.referer
  if (told === undefined) return site === undefined ? 'silent' : 'unknown'
  const url = URL.parse(told)
  const address = url ? addressOf(url) : undefined
  return address?.ok ? address.value : 'unknown'
}

const timedOut = (): Error => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })

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
