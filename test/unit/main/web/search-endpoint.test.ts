import { describe, expect, it } from 'vitest'
import { readEndpoint, searchEndpoint, type SearchEndpoint, type SearchKind } from '../../../../main/web/search-endpoint'
import { type ClineApiServer, startClineApi } from '../../../support/cline-api/cline-api-server'

const asked = { query: 'hello world', allowedDomains: [], blockedDomains: [], key: 'key-1' }
const signal = new AbortController().signal

function endpointAt({ url }: ClineApiServer, path: string, kind: SearchKind = 'searxng'): SearchEndpoint {
  const endpoint = readEndpoint(`${url}${path}`)
  if (!endpoint) throw new Error('No endpoint')
  return kind === 'searxng' ? endpoint : { kind, url: new URL(`${url}${path}`) }
}

describe('a search service of one’s own', () => {
  it.each([
    ['https://api.search.brave.com', 'brave', 'https://api.search.brave.com/res/v1/web/search'],
    ['https://api.search.brave.com/res/v1/web/search', 'brave', 'https://api.search.brave.com/res/v1/web/search'],
    ['https://api.tavily.com', 'tavily', 'https://api.tavily.com/search'],
    ['http://127.0.0.1:8080', 'searxng', 'http://127.0.0.1:8080/search'],
    ['https://searx.example/private/', 'searxng', 'https://searx.example/private/search'],
    // The words of a path, a query or another host make no Brave and no Tavily of it: the key goes another way then.
    ['https://searx.example/brave/?engine=tavily#brave', 'searxng', 'https://searx.example/brave/search?engine=tavily'],
    ['https://api.search.brave.com.evil.test', 'searxng', 'https://api.search.brave.com.evil.test/search'],
    ['https://nottavily.com/res/v1/web', 'searxng', 'https://nottavily.com/res/v1/web/search'],
  ])('is told by its address: %s', (address, kind, href) => {
    const endpoint = readEndpoint(address)
    expect([endpoint?.kind, endpoint?.url.href]).toEqual([kind, href])
  })

  it.each(['', 'searx.example', 'file:///etc', 'ftp://searx.example', 'https://me:word@searx.example'])('is none at "%s"', (address) => {
    expect(readEndpoint(address)).toBeUndefined()
  })

  it('is asked as Brave is', async () => {
    const server = await startClineApi()
    const results = [
      { title: 'One\n<b>', url: 'https://a.test/' },
      { title: 'Two', url: 'https://b.test/' },
    ]
    server.misbehave('/res/v1/web/search', { body: { web: { results } } })
    const found = await searchEndpoint(endpointAt(server, '/res/v1/web/search', 'brave'), { ...asked, blockedDomains: ['b.test'] }, signal)
    expect(found).toEqual([{ title: 'One <b>', url: 'https://a.test/' }])
    expect(server.requests[0]?.path).toBe('/res/v1/web/search?q=hello+world+-site%3Ab.test&count=10')
    expect(server.requests[0]?.header('x-subscription-token')).toBe('key-1')
  })

  it('is asked as Tavily is', async () => {
    const server = await startClineApi()
    server.misbehave('/tavily', {
      body: {
        results: [
          { title: 'One', url: 'https://docs.a.test/', content: 'x' },
          { title: 'Ad', url: 'https://ads.test/' },
        ],
      },
    })
    expect(await searchEndpoint(endpointAt(server, '/tavily', 'tavily'), { ...asked, allowedDomains: ['A.test'] }, signal)).toEqual([
      { title: 'One', url: 'https://docs.a.test/' },
    ])
    expect(server.requests[0]?.body).toBe('{"query":"hello world","max_results":10,"include_domains":["A.test"],"exclude_domains":[]}')
    expect(server.requests[0]?.header('authorization')).toBe('Bearer key-1')
  })

  it('is asked as SearXNG is, and sends no key where there is none', async () => {
    const server = await startClineApi()
    server.misbehave('/search', {
      body: {
        results: [
          { title: 'One', url: 'https://a.test/' },
          { title: 'Bad', url: 'javascript:alert(1)' },
          { title: 'Bad', url: 'x' },
        ],
      },
    })
    const found = await searchEndpoint(endpointAt(server, ''), { ...asked, key: undefined, allowedDomains: ['a.test', 'b.test'] }, signal)
    expect(found).toEqual([{ title: 'One', url: 'https://a.test/' }])
    expect(server.requests[0]?.path).toBe('/search?q=hello+world+site%3Aa.test+OR+site%3Ab.test&format=json')
    expect(server.requests[0]?.header('authorization')).toBeUndefined()
  })

  it('gets its key encrypted, or on this machine', async () => {
    const endpoint = readEndpoint('http://searx.invalid')
    if (!endpoint) throw new Error('No endpoint')
    await expect(searchEndpoint(endpoint, asked, signal)).rejects.toThrow('is not sent over an open connection')
  })

  it('keeps to the hosts that were wanted, in whatever way a model writes them', async () => {
    const server = await startClineApi()
    const results = ['https://a.test/', 'https://sub.b.test/', 'https://nota.test/', 'https://xn--mnchen-3ya.test/'].map((url) => ({
      title: 'x',
      url,
    }))
    server.misbehave('/search', { body: { results } }, true)
    const found = async (more: object) =>
      (await searchEndpoint(endpointAt(server, ''), { ...asked, ...more }, signal)).map(({ url }) => url)
    expect(await found({ allowedDomains: ['https://A.test/docs', '*.b.test', 'münchen.test'] })).toEqual([
      'https://a.test/',
      'https://sub.b.test/',
      'https://xn--mnchen-3ya.test/',
    ])
    expect(await found({ blockedDomains: ['a.test.', 'b.test'] })).toEqual(['https://nota.test/', 'https://xn--mnchen-3ya.test/'])
  })

  it.each([
    [{ status: 401, body: {} }, 'wants a key'],
    [{ status: 403, body: {} }, 'add "json" to search.formats'],
    [{ status: 500, body: {} }, 'answered with status 500'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'answered with status 302'],
    [{ body: '<html>' }, 'holds no results'],
    [{ body: { results: 7 } }, 'holds no results'],
    [{ fault: 'drop' as const }, 'could not be reached'],
  ])('fails with a sentence for %o', async (how, words) => {
    const server = await startClineApi()
    server.misbehave('/search', how)
    await expect(searchEndpoint(endpointAt(server, ''), asked, signal)).rejects.toThrow(words)
    expect(server.requests).toHaveLength(1)
  })
})
