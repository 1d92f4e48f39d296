import { describe, expect, it } from 'vitest'
import { type ProxiedTarget, proxyFor } from '../../../../main/network/proxy-for'

const secure = (host: string, port = 443): ProxiedTarget => ({ protocol: 'https:', host, port })
const env = { HTTPS_PROXY: 'http://proxy.test:3128', HTTP_PROXY: 'https://plain.test' }

describe('the proxy for a connection', () => {
  it('is the one of its protocol, in small letters first', () => {
    expect(proxyFor(secure('good.test'), env)?.host).toBe('proxy.test:3128')
    expect(proxyFor({ protocol: 'http:', host: 'good.test', port: 80 }, env)?.host).toBe('plain.test')
    expect(proxyFor(secure('good.test'), { ...env, https_proxy: 'http://small.test' })?.host).toBe('small.test')
  })

  it.each(['', 'socks5://proxy.test', 'proxy.test:3128', 'no address'])('is none where %j is named', (proxy) => {
    expect(proxyFor(secure('good.test'), { HTTPS_PROXY: proxy })).toBeUndefined()
    expect(proxyFor(secure('good.test'), {})).toBeUndefined()
  })

  it.each(['localhost', 'app.localhost', '127.0.0.1', '::1'])('is none for %s', (host) => {
    expect(proxyFor(secure(host), env)).toBeUndefined()
  })

  it.each([
    ['*', 'good.test'],
    ['other.test, GOOD.test', 'good.test'],
    ['good.test:443', 'good.test'],
    ['.good.test', 'good.test'],
    ['.good.test', 'a.good.test'],
    ['*.good.test', 'a.good.test'],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1 - 10.0.0.9', '10.0.0.5'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('is none where NO_PROXY=%s names %s', (direct, host) => {
    expect(proxyFor(secure(host), { ...env, NO_PROXY: direct })).toBeUndefined()
  })

  it.each([
    ['good.test:80', 'good.test'],
    ['good.test', 'a.good.test'],
    ['.good.test', 'notgood.test'],
    ['*.good.test', 'good.test'],
    ['10.0.0.1-10.0.0.9', '10.0.0.10'],
    ['10.0.0.9-10.0.0.1', '10.0.0.5'],
    ['', 'good.test'],
  ])('stays where NO_PROXY=%s does not name %s', (direct, host) => {
    expect(proxyFor(secure(host), { ...env, NO_PROXY: direct })?.host).toBe('proxy.test:3128')
  })
})
