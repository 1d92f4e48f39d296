import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { guardedFetch } from '../../../../../main/mcp/transport/guarded-fetch'
import { ServerFault } from '../../../../../main/mcp/transport/server-fault'

it('says where nothing answers and what to do, as an error of the kind that a connection tries again after', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.')
  server.close()
  await once(server, 'close')
  const url = `http://127.0.0.1:${address.port}/mcp`
  const asked = guardedFetch({ server: new URL(url), headers: {}, allowPrivate: false })(url)
  await expect(asked).rejects.toThrow(
    new TypeError(`Nothing answers at 127.0.0.1:${address.port}: start the server, or correct its address.`),
  )
  await expect(asked).rejects.toBeInstanceOf(TypeError)
})

async function listen(listener: RequestListener): Promise<number> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.')
  return address.port
}

/** A name server that gives another answer each time. */
function answering(...answers: readonly string[]) {
  const asked: string[] = []
  const lookup = (host: string) => Promise.resolve([{ address: answers[asked.push(host) - 1] ?? '192.0.2.1', family: 4 }])
  return { asked, lookup }
}

it('connects to the address that was checked, and asks for none anew', async () => {
  const port = await listen((_, response) => response.end('there'))
  const { asked, lookup } = answering('127.0.0.1', '169.254.169.254')
  const fetchIt = guardedFetch({ server: new URL(`http://localhost:${port}/`), headers: {}, allowPrivate: false, lookup })
  expect(await (await fetchIt(`http://own.test:${port}/`)).text()).toBe('there')
  expect(asked).toEqual(['own.test'])
})

/** A proxy that connects nobody, and says what it was asked. */
async function deafProxy() {
  const tunnels: (string | undefined)[] = []
  const proxy = createHttpServer()
  proxy.on('connect', ({ url }, socket) => {
    tunnels.push(url)
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return { tunnels, variables: { http_proxy: address, https_proxy: address, no_proxy: '.direct.test,localhost' } }
}

it('reaches what needs no proxy at the address that was checked, and asks the proxy for nothing that was not', async () => {
  const port = await listen((_, response) => response.end('there'))
  const { tunnels, variables: proxy } = await deafProxy()
  const known: Record<string, string[]> = {
    'own.direct.test': ['127.0.0.1', '127.0.0.1', '127.0.0.1', '169.254.169.254'],
    'inside.test': ['10.0.0.7'],
    'far.test': ['93.184.216.34'],
  }
  const lookup = (host: string) => Promise.resolve([{ address: known[host]?.shift() ?? '192.0.2.1', family: 4 }])
  const fetchIt = guardedFetch({ server: new URL(`http://localhost:${port}/`), headers: {}, allowPrivate: false, lookup, proxy })
  const own = () => fetchIt(`http://own.direct.test:${port}/`, { headers: { connection: 'close' } })
  expect(await (await own()).text()).toBe('there')
  await expect(own()).rejects.toThrow('is never called')
  await expect(fetchIt('https://inside.test/')).rejects.toThrow('agree to that first')
  expect(tunnels).toEqual([])
  await expect(fetchIt('https://far.test/')).rejects.toThrow(TypeError)
  expect(tunnels).toEqual(['far.test:443'])
})

it.each([
  ['10.0.0.7', 'https', /^other\.test leads into your own network: agree to that first\.$/, 1],
  ['93.184.216.34', 'http', /^other\.test:8443 is not on this machine, so its address must begin with https\.$/, 0],
  ['169.254.169.254', 'https', /^other\.test is an address where .* and is never called\.$/, 0],
])(
  'does not connect to a name that leads to %s by %s, and tells whether the person may agree to it',
  async (address, protocol, why, agreeing) => {
    const { lookup } = answering(address)
    const privates: string[] = []
    const server = new URL('https://mcp.test/')
    const onPrivate = (host: string) => privates.push(host)
    const asked = guardedFetch({ server, headers: {}, allowPrivate: false, lookup, onPrivate })(`${protocol}://other.test:8443/`)
    await expect(asked).rejects.toThrow(why)
    await expect(asked).rejects.toBeInstanceOf(ServerFault)
    expect(privates).toHaveLength(agreeing)
  },
)

it('hears of a refusal only from the server itself, and only where it says what it wants', async () => {
  const refuse: RequestListener = (request, response) =>
    response.writeHead(401, request.url === '/says' ? { 'www-authenticate': 'Bearer scope="read"' } : {}).end()
  const [own, other] = [await listen(refuse), await listen(refuse)]
  const refusals: (string | null)[] = []
  const fetchIt = guardedFetch({
    server: new URL(`http://127.0.0.1:${own}/mcp`),
    headers: {},
    allowPrivate: false,
    onRefused: ({ headers }) => refusals.push(headers.get('www-authenticate')),
  })
  for (const url of [`http://127.0.0.1:${other}/says`, `http://127.0.0.1:${own}/token`, `http://127.0.0.1:${own}/says`])
    expect((await fetchIt(url)).status).toBe(401)
  expect(refusals).toEqual(['Bearer scope="read"'])
})
