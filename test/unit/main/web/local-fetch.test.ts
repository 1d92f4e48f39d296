import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchPage, type LocalFetchParts } from '../../../../main/web/local-fetch'
import { WebError } from '../../../../main/web/web-error'

interface Site {
  readonly port: number
  readonly paths: readonly string[]
  readonly headers: readonly IncomingMessage['headers'][]
}

async function site(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Site> {
  const paths: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    paths.push(`${request.headers.host} ${request.url}`)
    headers.push(request.headers)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, paths, headers }
}

const LOOPBACK = { address: '127.0.0.1', family: 4 }
const signal = new AbortController().signal
const limits = { timeoutMs: 20_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 3 }
/** Every name is this machine, and the hosts that end in `.good` may be reached all the same. */
const lenient: LocalFetchParts = {
  lookup: () => Promise.resolve([LOOPBACK]),
  mayReach: (kind, host) => kind === 'public' || host.endsWith('.good'),
  limits,
}
const failure = async (address: string, parts: LocalFetchParts = lenient): Promise<string> => {
  const error = await fetchPage(address, signal, parts).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof WebError) return error.message
  throw new Error('Not a WebError', { cause: error })
}
const html = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8', ...headers }).end(body)

describe('fetching a page from here', () => {
  it('gives what is there, without cookies or keys', async () => {
    const { port, headers } = await site((_request, response) => html(response, '<p>hé', { 'set-cookie': 'a=b' }))
    const page = await fetchPage(`http://docs.good:${port}/a?b=c#d`, signal, lenient)
    expect(page).toMatchObject({ mediaType: 'text/html', charset: 'utf-8', url: `http://docs.good:${port}/a?b=c#d` })
    expect(Buffer.from(page.bytes).toString()).toBe('<p>hé')
    expect(Object.keys(headers[0] ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://0x7f000001:PORT/',
    'http://2130706433:PORT/',
    'http://0177.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1:PORT/',
    'http://192.168.0.1:PORT/',
    'http://private.test:PORT/',
    'http://private.test.:PORT/',
  ])('never reaches %s', async (address) => {
    const { port, paths } = await site((_request, response) => html(response, 'secret'))
    expect(await failure(address.replace('PORT', String(port)))).toMatch(/was not fetched: it is /)
    expect(paths).toEqual([])
  })

  it('looks at every hop: a redirect to this machine, to another protocol or into a circle ends there', async () => {
    const ways: Record<string, string> = {
      '/in': 'http://127.0.0.1:PORT/secret',
      '/meta': 'http://169.254.169.254/',
      '/name': 'http://private.test:PORT/secret',
      '/file': 'file:///etc/passwd',
      '/user': 'http://a:b@docs.good:PORT/page',
      '/none': 'http://[',
      '/round': '/round',
      '/there': '//docs.good:PORT/page',
    }
    const { port, paths } = await site((request, response) => {
      const to = ways[request.url ?? '']?.replace('PORT', String(port))
      if (to) response.writeHead(302, { location: to }).end()
      else html(response, 'page')
    })
    const at = (path: string) => failure(`http://docs.good:${port}${path}`)
    expect(await at('/in')).toBe('127.0.0.1 was not fetched: it is this machine itself.')
    expect(await at('/meta')).toContain('where cloud machines keep their keys')
    expect(await at('/name')).toContain('redirects to another host, which was not fetched')
    expect(await at('/file')).toBe('file: addresses are not fetched.')
    expect(await at('/user')).toContain('with a user name or a password')
    expect(await at('/none')).toContain('something that is no address')
    expect(await at('/round')).toContain('redirected more than 3 times')
    expect(paths.filter((path) => path.includes('/secret'))).toEqual([])
    const page = await fetchPage(`http://docs.good:${port}/there`, signal, lenient)
    expect(page.url).toBe(`http://docs.good:${port}/page`)
  })

  it('follows no redirect to a host that nobody was asked about, and tells where it leads', async () => {
    const { port, paths } = await site((request, response) => {
      if (request.url === '/page') html(response, 'page')
      else response.writeHead(301, { location: `http://${request.url?.slice(1)}:${port}/page` }).end()
    })
    for (const other of ['other.good', 'sub.docs.good', 'docs.good.other.good', 'www.www.docs.good'])
      expect(await failure(`http://docs.good:${port}/${other}`)).toBe(
        `docs.good:${port} redirects to another host, which was not fetched: call the tool anew with http://${other}:${port}/page if you want that page.`,
      )
    expect(paths.filter((path) => path.endsWith('/page'))).toEqual([])
    for (const [from, to] of [
      ['docs.good', 'www.docs.good'],
      ['www.docs.good', 'docs.good'],
      ['docs.good', 'DOCS.good.'],
    ])
      expect((await fetchPage(`http://${from}:${port}/${to}`, signal, lenient)).mediaType).toBe('text/html')
  })

  it('connects to what was looked at, and looks anew at each hop, whatever the name server says by then', async () => {
    const { port, paths } = await site((request, response) => {
      if (request.url === '/again') response.writeHead(302, { location: '/page' }).end()
      else html(response, 'page')
    })
    let asked = 0
    // Only what the name server said first is harmless.
    const rebinding: LocalFetchParts = {
      lookup: () => {
        asked += 1
        return Promise.resolve([LOOPBACK])
      },
      mayReach: () => asked === 1,
      limits,
    }
    expect((await fetchPage(`http://rebinding.test:${port}/page`, signal, rebinding)).mediaType).toBe('text/html')
    expect(asked).toBe(1)
    asked = 0
    expect(await failure(`http://rebinding.test:${port}/again`, rebinding)).toBe(
      'rebinding.test was not fetched: it is this machine itself.',
    )
    expect(asked).toBe(2)
    const both: LocalFetchParts = {
      lookup: () => Promise.resolve([{ address: '93.184.215.14', family: 4 }, LOOPBACK]),
      limits,
    }
    expect(await failure(`http://both.test:${port}/secret`, both)).toBe('both.test was not fetched: it is this machine itself.')
    expect(paths).toEqual([`rebinding.test:${port} /page`, `rebinding.test:${port} /again`])
  })

  describe('where a proxy stands between', () => {
    const proxyAt = (port: number) => ({
      https_proxy: undefined,
      http_proxy: `http://127.0.0.1:${port}`,
      no_proxy: 'direct.test,.direct.good',
    })

    it('has it fetch what was looked up here, and nothing else', async () => {
      const proxy = await site((_request, response) => html(response, 'by proxy'))
      const parts = { ...lenient, proxy: proxyAt(proxy.port) }
      expect(Buffer.from((await fetchPage('http://docs.good/page', signal, parts)).bytes).toString()).toBe('by proxy')
      expect(await failure('http://private.test/', parts)).toContain('this machine itself')
      expect(await failure('http://nowhere.test/', { ...parts, lookup: () => Promise.reject(new Error('ENOTFOUND')) })).toContain(
        'could not be found',
      )
      expect(proxy.paths).toEqual(['docs.good http://docs.good/page'])
    })

    it('has it make a tunnel to an encrypted page, to the host that was looked up here', async () => {
      const asked: string[] = []
      const proxy = createServer().listen(0, '127.0.0.1')
      proxy.on('connect', (tunnel, socket) => {
        asked.push(`${tunnel.url} ${JSON.stringify(tunnel.headers)}`)
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      })
      await once(proxy, 'listening')
      onTestFinished(() => void proxy.close())
      const https_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const parts = { ...lenient, proxy: { https_proxy, http_proxy: undefined, no_proxy: '' } }
      expect(await failure('https://docs.good/a?b=c', parts)).toContain('could not be reached')
      expect(await failure('https://private.test/', parts)).toContain('this machine itself')
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatch(/^docs\.good:443 /)
      expect(asked[0]).not.toContain('b=c')
    })

    it('connects directly to a host beside it, and only to what was looked at', async () => {
      const proxy = await site((_request, response) => html(response, 'by proxy'))
      const direct = await site((_request, response) => html(response, 'directly'))
      const parts = { ...lenient, proxy: proxyAt(proxy.port) }
      const page = await fetchPage(`http://docs.direct.good:${direct.port}/`, signal, parts)
      expect(Buffer.from(page.bytes).toString()).toBe('directly')
      let asked = 0
      const rebinding: LocalFetchParts = {
        ...parts,
        lookup: () => {
          asked += 1
          return Promise.resolve([asked === 1 ? { address: '93.184.215.14', family: 4 } : LOOPBACK])
        },
      }
      expect(await failure(`http://direct.test:${direct.port}/secret`, rebinding)).toBe(
        'direct.test was not fetched: it is this machine itself.',
      )
      expect(direct.paths).toHaveLength(1)
      expect(proxy.paths).toEqual([])
    })

    it('waits for no name longer than for a page', async () => {
      const proxy = await site((_request, response) => html(response, 'by proxy'))
      const parts = { ...lenient, proxy: proxyAt(proxy.port), lookup: () => new Promise<never>(() => undefined) }
      expect(await failure('http://docs.good/', { ...parts, limits: { ...limits, timeoutMs: 100 } })).toBe(
        'docs.good did not answer within 0.1 seconds.',
      )
      const stop = new AbortController()
      const fetching = fetchPage('http://docs.good/', stop.signal, parts)
      stop.abort(new Error('stopped by hand'))
      await expect(fetching).rejects.toThrow('stopped by hand')
      expect(proxy.paths).toEqual([])
    })
  })

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    ['a picture', (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'), 'its type is image/png'],
    [
      'a program',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('x'),
      'no text that can be read',
    ],
    ['a refusal', (_request, response) => response.writeHead(404).end('x'), 'answered with status 404'],
    ['a body that is too large', (_request, response) => html(response, Buffer.alloc(200_000, 'x')), 'sent more than 98 KB'],
    [
      'a small body that unpacks to a large one',
      (_request, response) => html(response, gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
      'sent more than 98 KB',
    ],
    ['no answer', () => undefined, 'did not answer within 0.3 seconds'],
    [
      'an answer that drips',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const drip = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(drip))
      },
      'did not answer within 0.3 seconds',
    ],
    ['a closed connection', (_request, response) => response.socket?.destroy(), 'could not be reached'],
    [
      'half a page',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 })
        response.write('half', () => response.socket?.destroy())
      },
      'gave no whole answer',
    ],
    [
      'a page that is packed in no way known',
      (_request, response) => html(response, 'not packed', { 'content-encoding': 'gzip' }),
      'gave no whole answer',
    ],
  ])('says what is wrong with %s', async (name, answer, words) => {
    const { port } = await site(answer)
    const isSlow = name === 'no answer' || name === 'an answer that drips'
    const parts = { ...lenient, limits: { ...limits, maxBytes: 100_000, timeoutMs: isSlow ? 300 : 20_000 } }
    expect(await failure(`http://docs.good:${port}/`, parts)).toContain(words)
  })

  it('knows whether its words are of strangers', async () => {
    const { port } = await site((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://obey.good/' }).end()
      else response.socket?.destroy()
    })
    const isQuoting = (address: string) =>
      fetchPage(address, signal, lenient).then(
        () => undefined,
        (error: unknown) => error instanceof WebError && error.isQuoting,
      )
    expect(await isQuoting(`http://docs.good:${port}/away`)).toBe(true)
    for (const own of [`http://docs.good:${port}/drop`, `http://private.test:${port}/`, 'http://127.0.0.1/', 'ftp://docs.good/'])
      expect([own, await isQuoting(own)]).toEqual([own, false])
  })

  it('ends with the reason of its signal', async () => {
    const { port } = await site(() => stop.abort(new Error('stopped by hand')))
    const stop = new AbortController()
    await expect(fetchPage(`http://docs.good:${port}/`, stop.signal, lenient)).rejects.toThrow('stopped by hand')
  })
})
