import { once } from 'node:events'
import { type IncomingMessage, createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openPageProxy, PROXY_HEADER } from '../../../../main/browser/page-proxy'
import type { Place, Target } from '../../../../main/browser/reach'
import type { NameLookup } from '../../../../main/network/checked-lookup'

/** What the person's proxy was asked, a line each, with the login that came along. */
const asked: string[] = []
/** How it answers to CONNECT. */
let status = 200
let theirs: Server
let far: Server
beforeAll(async () => {
  far = createServer((_, response) => response.setHeader(PROXY_HEADER, '1').end('far'))
  theirs = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization']}`)
    if (status === 407) response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' })
    response.end('theirs')
  })
  theirs.on('connect', ({ url, headers }: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${url} ${headers['proxy-authorization']}`)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    // The first words of the far end may come with the answer.
    socket.write('HTTP/1.1 200 OK\r\n\r\nhello ')
    socket.pipe(socket)
  })
  for (const server of [far, theirs]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [far, theirs]) {
    server.close()
    server.closeAllConnections()
  }
})
beforeEach(() => {
  asked.length = 0
  status = 200
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const known: Readonly<Record<string, string>> = { 'direct.test': '127.0.0.1', 'inside.test': '10.0.0.5' }
const lookedUp: string[] = []
const lookup: NameLookup = (host) => {
  lookedUp.push(host)
  const address = known[host]
  if (address === undefined) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  return Promise.resolve([{ address, family: 4 }])
}

interface Opening {
  readonly login?: string
  readonly names?: NameLookup
  readonly refusal?: (target: Target) => string | undefined
  readonly page?: () => Place | undefined
}

async function openProxy({ login = '', names = lookup, refusal = () => undefined, page = () => undefined }: Opening = {}) {
  const failures: string[] = []
  const address = `http://${login}127.0.0.1:${portOf(theirs)}`
  const proxy = await openPageProxy({
    lookup: names,
    env: { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'direct.test' },
    page,
    refusal,
    onFailure: (_, why) => failures.push(why),
  })
  onTestFinished(() => proxy.close())
  const get = (url: string, headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port: proxy.port, path: url, headers, agent: false }, resolve).on('error', reject).end()
    })
  const tunnel = async (place: string): Promise<{ readonly socket: Socket; readonly line: string; readonly rest: string }> => {
    const socket = connect(proxy.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const [head = '', rest = ''] = answer.toString().split('\r\n\r\n')
    return { socket, line: head.split('\r\n')[0] ?? '', rest }
  }
  return { proxy, failures, get, tunnel }
}

it('sends what is in clear through the person’s proxy, with its login, and what NO_PROXY names straight there', async () => {
  const { get } = await openProxy({ login: 'me:p%40ss@' })
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
  const through = await get('http://good.test/a?b', { 'Proxy-Authorization': 'of the page' })
  expect([through.statusCode, await text(through)]).toEqual([200, 'theirs'])
  const direct = await get(`http://direct.test:${portOf(far)}/`)
  expect(await text(direct)).toBe('far')
  // Only this proxy says that it refused something.
  expect(direct.headers[PROXY_HEADER]).toBeUndefined()
  expect(asked).toEqual([`GET http://good.test/a?b ${login}`])
})

it('asks the person’s proxy for tunnels, and loses no byte of them', async () => {
  const { tunnel } = await openProxy()
  const { socket, line, rest } = await tunnel('good.test:443')
  expect(line).toBe('HTTP/1.1 200 Connection established')
  socket.write('and back')
  let got = rest
  for await (const part of socket) {
    got += String(part)
    if (got.endsWith('and back')) break
  }
  expect(got).toBe('hello and back')
  expect(asked).toEqual(['CONNECT good.test:443 undefined'])
})

it('tells what the person’s proxy refuses, and asks nobody for its password', async () => {
  const { get, tunnel, failures } = await openProxy({ login: 'me:secret@' })
  status = 407
  const refused = await get('http://good.test/')
  expect([refused.statusCode, refused.headers['proxy-authenticate'], refused.headers[PROXY_HEADER]]).toEqual([502, undefined, '1'])
  await text(refused)
  status = 403
  expect((await tunnel('good.test:443')).line).toBe('HTTP/1.1 502 Bad Gateway')
  expect(failures).toEqual([
    `good.test:80 was not reached: the proxy 127.0.0.1:${portOf(theirs)} wants another name and password.`,
    `good.test:443 was not reached: the proxy 127.0.0.1:${portOf(theirs)} answered with 403.`,
  ])
})

it('looks at each place before it is asked for, also where a proxy would ask', async () => {
  const seen: Target[] = []
  const page = { host: 'page.test', port: 443 }
  const refusal = (target: Target) => {
    seen.push(target)
    return target.kind === 'public' ? undefined : 'not there.'
  }
  const { get, tunnel, failures } = await openProxy({ refusal, page: () => page })
  const cross = { 'sec-fetch-site': 'cross-site' }
  for (const [url, headers] of [
    ['http://inside.test/', {}],
    ['http://10.0.0.1/', { referer: 'http://other.test:81/x' }],
    ['http://[::1]:81/', { ...cross, origin: 'null' }],
    ['http://localhost:81/', cross],
    ['http://localhost:81/', { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:81/' }],
  ] as const)
    expect((await get(url, headers)).statusCode).toBe(403)
  expect((await tunnel('169.254.169.254:443')).line).toBe('HTTP/1.1 403 Forbidden')
  expect((await tunnel('good.test:443')).line).toContain('200')
  expect(seen.slice(0, 7)).toEqual([
    { host: 'inside.test', port: 80, kind: 'private', page, from: 'silent', url: 'http://inside.test/' },
    {
      host: '10.0.0.1',
      port: 80,
      kind: 'private',
      page,
      from: expect.objectContaining({ host: 'other.test', port: 81 }),
      url: 'http://10.0.0.1/',
    },
    { host: '::1', port: 81, kind: 'loopback', page, from: 'unknown', url: 'http://[::1]:81/' },
    { host: 'localhost', port: 81, kind: 'loopback', page, from: 'unknown', url: 'http://localhost:81/' },
    { host: 'localhost', port: 81, kind: 'loopback', page, from: undefined, url: 'http://localhost:81/' },
    { host: '169.254.169.254', port: 443, kind: 'metadata', page },
    { host: 'good.test', port: 443, kind: 'public', page },
  ])
  expect(failures).toHaveLength(6)
  expect(asked).toEqual(['CONNECT good.test:443 undefined'])
})

it('outlives connections that the system cannot take', async () => {
  const listen = vi.spyOn(NetServer.prototype, 'listen')
  const { get, failures } = await openProxy()
  const [server] = listen.mock.contexts as NetServer[]
  listen.mockRestore()
  for (let times = 0; times < 2; times += 1) server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(await text(await get(`http://direct.test:${portOf(far)}/`))).toBe('far')
  expect(failures).toEqual(Array(2).fill('A connection of the page could not be taken (accept EMFILE).'))
})

it('makes no connection for a browser that has gone while its name was looked up', async () => {
  const gate = Promise.withResolvers<void>()
  const asking = Promise.withResolvers<void>()
  const slowly: NameLookup = async (host) => {
    asking.resolve()
    await gate.promise
    return lookup(host)
  }
  const { proxy, get } = await openProxy({ names: slowly })
  const gone = get(`http://direct.test:${portOf(far)}/late`)
  await asking.promise
  proxy.close()
  await expect(gone).rejects.toThrow()
  const taken = vi.fn()
  far.on('connection', taken)
  onTestFinished(() => void far.off('connection', taken))
  gate.resolve()
  const after = await openProxy()
  expect(await text(await after.get(`http://direct.test:${portOf(far)}/after`))).toBe('far')
  expect(taken).toHaveBeenCalledTimes(1)
})

it('asks a name server once for a name that only the person’s proxy knows', async () => {
  lookedUp.length = 0
  const { get, tunnel } = await openProxy()
  for (let times = 0; times < 3; times += 1) await text(await get('http://far.test/'))
  await tunnel('far.test:443')
  expect(lookedUp).toEqual(['far.test'])
})

it('ends a tunnel that the page which is shown now may not have', async () => {
  let page: Place = { host: 'direct.test', port: 1 }
  const refusal = (target: Target) => (target.page?.host === target.host ? undefined : 'it comes from elsewhere.')
  const { proxy, tunnel } = await openProxy({ refusal, page: () => page })
  const { socket, line } = await tunnel(`direct.test:${portOf(far)}`)
  expect(line).toContain('200')
  proxy.recheck()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  page = { host: 'good.test', port: 443 }
  proxy.recheck()
  await once(socket, 'close')
})
