import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { guardedFetch } from '../../../../../main/mcp/transport/guarded-fetch'
import { SignInStore } from '../../../../../main/mcp/sign-in/sign-in-store'
import { SignIns } from '../../../../../main/mcp/sign-in/sign-ins'
import { type AloneWith, withFileLock } from '../../../../../main/storage/file-lock'
import { createSecretStore, type SecretStore } from '../../../../../main/storage/secret-store'
import { tempFolder } from '../../../../support/temp-folder'

interface Peer {
  readonly url: string
  /** What came, in order. */
  readonly requests: { readonly path: string; readonly body: string; readonly authorization: string | undefined }[]
}

async function read(message: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of message) body += String(chunk)
  return body
}

/** A server and its place of sign-in in one; `change` makes its description of itself a hostile one. */
async function startPeer(change: Readonly<Record<string, unknown>> = {}): Promise<Peer> {
  const requests: Peer['requests'] = []
  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(message.url ?? '', url)
    const body = await read(message)
    requests.push({ path: pathname, body, authorization: message.headers.authorization })
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) return answer(200, { resource: url, authorization_servers: [url] })
    if (pathname.startsWith('/.well-known/'))
      return answer(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        registration_endpoint: `${url}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...change,
      })
    if (pathname === '/register') return answer(201, { ...(JSON.parse(body) as object), client_id: 'client-1' })
    if (pathname === '/token')
      return answer(200, { access_token: 'access-token-1', refresh_token: 'refresh-token-1', token_type: 'Bearer', expires_in: 3600 })
    return answer(404, {})
  }
  const server = createServer((message, response) => void serve(message, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { url, requests }
}

async function signIns(openBrowser: (url: URL) => Promise<void>) {
  const secrets = createSecretStore({ file: join(await tempFolder(), 'secrets.json') })
  await secrets.set('consent', 'to the file', 'file')
  const learned: string[] = []
  const store = new SignInStore(secrets, (secret) => learned.push(secret))
  return { made: new SignIns({ store, openBrowser: (url) => openBrowser(new URL(url)) }), store, learned, secrets }
}

const targetOf = ({ url }: Peer) => ({ url, fetch: guardedFetch({ server: new URL(url), headers: {}, allowPrivate: false }) })
const status = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((settle, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      settle(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
/** Comes back from the page of sign-in, as the browser does. */
const comeBack = (authorize: URL, change: Readonly<Record<string, string>> = {}): string => {
  const back = new URL(authorize.searchParams.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries({ code: 'code-1', state: authorize.searchParams.get('state') ?? '', ...change }))
    back.searchParams.set(name, value)
  return back.href
}

describe('a sign-in to a server', { timeout: 30_000 }, () => {
  it('asks with PKCE, state and resource, takes one answer, and keeps the tokens as secrets of this address', async () => {
    const peer = await startPeer()
    let asked: URL | undefined
    const { made, store, learned } = await signIns(async (url) => {
      asked = url
      expect(await status(comeBack(url))).toBe(200)
    })
    await made.begin('one', targetOf(peer))
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      resource: peer.url,
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/[\w-]{32}$/),
    })
    const exchange = new URLSearchParams(peer.requests.find(({ path }) => path === '/token')?.body)
    expect(Object.fromEntries(exchange)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code-1',
      resource: peer.url,
      code_verifier: expect.stringMatching(/^.{43,128}$/),
    })
    expect(await store.get('one', peer.url)).toMatchObject({
      tokens: { access_token: 'access-token-1' },
      client: { client_id: 'client-1' },
    })
    expect(await store.get('one', `${peer.url}/other`)).toBeUndefined()
    expect(learned).toEqual(expect.arrayContaining(['access-token-1', 'refresh-token-1']))
    expect(['/', '/other'].map((path) => made.isSignedIn('one', `${peer.url}${path}`.replace(/\/$/, '')))).toEqual([true, false])
    await made.end('one', peer.url)
    expect(made.isSignedIn('one', peer.url)).toBe(false)
    expect(await store.get('one', peer.url)).toBeUndefined()
  })

  it('refuses whoever is not the browser that was sent away: another state, host, origin or path, and a second answer', async () => {
    const peer = await startPeer()
    const refused: number[] = []
    const { made } = await signIns(async (url) => {
      const back = comeBack(url)
      const { port } = new URL(back)
      refused.push(await status(comeBack(url, { state: 'another' })))
      refused.push(await status(back, { host: 'evil.test' }))
      refused.push(await status(back, { host: `localhost:${port}` }))
      refused.push(await status(back, { origin: 'https://evil.test' }))
      refused.push(await status(back.replace(/\/mcp\/[\w-]+/, '/mcp/guess')))
      expect(peer.requests.some(({ path }) => path === '/token')).toBe(false)
      expect(await status(back)).toBe(200)
      refused.push(await status(back).catch(() => 0))
    })
    await made.begin('one', targetOf(peer))
    expect(refused.slice(0, 5)).toEqual([403, 403, 403, 403, 404])
    expect(peer.requests.filter(({ path }) => path === '/token')).toHaveLength(1)
  })

  it.each([['file:///etc/passwd'], ['javascript:alert(1)'], ['http://example.org/authorize'], ['https://user:word@example.org/authorize']])(
    'opens no page at %s',
    async (endpoint) => {
      const peer = await startPeer({ authorization_endpoint: endpoint })
      const opened: string[] = []
      const { made } = await signIns((url) => {
        opened.push(url.href)
        return Promise.resolve()
      })
      await expect(made.begin('one', targetOf(peer))).rejects.toThrow()
      expect(opened).toEqual([])
    },
  )

  it('opens an odd address as one address: nothing of it is for a shell', async () => {
    const peer = await startPeer({ authorization_endpoint: 'https://example.org/$(touch MARK)' })
    let opened = ''
    const { made } = await signIns(async (url) => {
      opened = url.href
      expect(await status(comeBack(url))).toBe(200)
    })
    await made.begin('one', targetOf(peer))
    expect(opened).toMatch(/^https:\/\/example\.org\/\$\(touch%20MARK\)\?response_type=code/)
  })

  it('says why when the person does not agree', async () => {
    const peer = await startPeer()
    const { made } = await signIns(async (url) => {
      const back = new URL(comeBack(url, { error: 'access_denied', error_description: 'Not today.' }))
      back.searchParams.delete('code')
      await status(back.href)
    })
    await expect(made.begin('one', targetOf(peer))).rejects.toThrow(/Not today/)
    expect(made.isSignedIn('one', peer.url)).toBe(false)
  })

  it('waits for no browser once the app has ended', async () => {
    const opened = Promise.withResolvers<URL>()
    const { made } = await signIns((url) => Promise.resolve(opened.resolve(url)))
    const begun = expect(made.begin('one', targetOf(await startPeer()))).rejects.toThrow('The app has ended.')
    const back = comeBack(await opened.promise)
    made.close()
    await begun
    await expect(status(back)).rejects.toThrow('ECONNREFUSED')
  })

  it('uses what a server said when it refused us only for that address', async () => {
    const [peer, moved] = [await startPeer(), await startPeer()]
    const { made } = await signIns(async (url) => void (await status(comeBack(url))))
    const challenge = `Bearer resource_metadata="${peer.url}/.well-known/oauth-protected-resource/told"`
    made.refused('one', peer.url, new Response(null, { status: 401, headers: { 'www-authenticate': challenge } }))
    await made.begin('one', targetOf(moved))
    expect(peer.requests).toEqual([])
    await made.begin('one', targetOf(peer))
    expect(peer.requests[0]?.path).toBe('/.well-known/oauth-protected-resource/told')
  })

  it('keeps nothing that comes after the person signed out', async () => {
    const peer = await startPeer()
    const { made, store } = await signIns(async (url) => void (await status(comeBack(url))))
    const { url, fetch } = targetOf(peer)
    const begun = made.begin('one', {
      url,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (String(input).endsWith('/token')) await made.end('one', url)
        return response
      },
    })
    await expect(begun).rejects.toThrow('The person signed out.')
    expect(await store.get('one', url)).toBeUndefined()
  })

  it('is not undone by a connection whose older tokens are refused meanwhile', async () => {
    const peer = await startPeer()
    const { made, store } = await signIns(async (url) => void (await status(comeBack(url))))
    const old = { tokens: { access_token: 'older', token_type: 'Bearer' }, client: { client_id: 'client-0' } }
    await store.set('one', peer.url, old)
    const provider = await made.providerFor('one', peer.url)
    const begun = made.begin('one', targetOf(peer))
    await provider?.invalidateCredentials?.('tokens')
    await begun
    await provider?.invalidateCredentials?.('all')
    await provider?.saveTokens({ ...old.tokens, access_token: 'renewed' })
    expect((await store.get('one', peer.url))?.tokens.access_token).toBe('access-token-1')
    expect(made.isSignedIn('one', peer.url)).toBe(true)
  })
})

it('of a server that was signed out of in another process stays away, whatever is renewed at that moment', async () => {
  const peer = await startPeer()
  const { secrets } = await signIns(() => Promise.resolve())
  const lock = join(await tempFolder(), 'sign-ins.lock')
  const waits = Promise.withResolvers<void>()
  const alone: AloneWith = (work) => {
    if (existsSync(lock)) waits.resolve()
    return withFileLock(lock, work, 60_000)
  }
  const openBrowser = () => Promise.resolve()
  const there = new SignIns({ store: new SignInStore(secrets, () => undefined, alone), openBrowser })
  let leaving: Promise<void> | undefined
  const set: SecretStore['set'] = async (...given) => {
    leaving ??= there.end('one', peer.url)
    await Promise.race([leaving, waits.promise])
    return secrets.set(...given)
  }
  const old = { tokens: { access_token: 'older', token_type: 'Bearer' }, client: { client_id: 'client-0' } }
  await new SignInStore(secrets, () => undefined).set('one', peer.url, old)
  const store = new SignInStore({ ...secrets, set }, () => undefined, alone)
  const provider = await new SignIns({ store, openBrowser }).providerFor('one', peer.url)
  await provider?.saveTokens({ ...old.tokens, access_token: 'renewed' })
  await leaving
  expect(await store.get('one', peer.url)).toBeUndefined()
})

describe('the fetch of a server', () => {
  const options = { server: new URL('https://mcp.example.org/mcp'), headers: { Authorization: 'Bearer secret' }, allowPrivate: false }
  it.each([
    ['ftp://example.org/', /no way to reach a server/],
    ['http://example.org/', /must begin with https/],
    ['https://a:b@127.0.0.1/', /password does not belong/],
    ['https://169.254.169.254/latest', /never called/],
    ['https://127.0.0.1/', /leads into your own network/],
    ['https://10.0.0.7/', /leads into your own network/],
    ['https://[::ffff:10.0.0.7]/', /leads into your own network/],
  ])('refuses %s', async (url, why) => {
    await expect(guardedFetch(options)(url)).rejects.toThrow(why)
  })

  it('gives the headers of the settings to the server itself and to nobody else', async () => {
    const [own, other] = [await startPeer(), await startPeer()]
    const fetchIt = guardedFetch({ server: new URL(own.url), headers: { Authorization: 'Bearer secret' }, allowPrivate: false })
    await fetchIt(`${own.url}/x`)
    await fetchIt(`${other.url}/x`)
    expect([own.requests[0]?.authorization, other.requests[0]?.authorization]).toEqual(['Bearer secret', undefined])
  })

  it('follows no redirect, and reads no more than a message may have', async () => {
    const server = createServer((message, response) => {
      if (message.url === '/away') return response.writeHead(302, { location: 'https://example.org/' }).end()
      response.writeHead(200, { 'content-type': message.url === '/stream' ? 'text/event-stream' : 'application/json' })
      for (let at = 0; at < 6; at++) response.write('x'.repeat(1024 * 1024) + (message.url === '/stream' ? '\n\n' : ''))
      return response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const fetchIt = guardedFetch({ server: new URL(url), headers: {}, allowPrivate: false })
    expect((await fetchIt(`${url}/away`)).status).toBe(302)
    await expect((await fetchIt(`${url}/whole`)).text()).rejects.toThrow(/4 MB/)
    expect((await (await fetchIt(`${url}/stream`)).text()).length).toBe(6 * (1024 * 1024 + 2))
  })
})
