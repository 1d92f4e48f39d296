import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BadAddressError, readClineEnv } from '../../../../main/account/cline-env'
import { FeatureFlagsService } from '../../../../main/account/feature-flags'

describe('the environment', () => {
  it('is production unless the variables say otherwise', () => {
    expect(readClineEnv({})).toEqual({
      environment: 'production',
      appBaseUrl: 'https://app.cline.bot',
      apiBaseUrl: 'https://api.cline.bot',
      mcpBaseUrl: 'https://api.cline.bot/v1/mcp',
    })
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'staging' }).environment).toBe('staging')
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'local' }).apiBaseUrl).toBe('http://localhost:7777')
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'else' }).environment).toBe('production')
  })

  it.each(['http://127.0.0.1:9', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/v1', ' http://127.0.0.1:9/v1/ '])(
    'is at %s for all calls',
    (base) => {
      expect(readClineEnv({ CLINE_API_BASE_URL: base, CLINE_ENVIRONMENT: 'staging' })).toEqual({
        environment: 'selfHosted',
        appBaseUrl: 'http://127.0.0.1:9',
        apiBaseUrl: 'http://127.0.0.1:9',
        mcpBaseUrl: 'http://127.0.0.1:9/v1/mcp',
      })
      expect(readClineEnv({ CLINE_API_BASE_URL: 'https://other.test' }, base).apiBaseUrl).toBe('http://127.0.0.1:9')
    },
  )

  it.each(['api.cline.bot', 'ftp://api.cline.bot', 'file:///etc', 'https://user:word@api.cline.bot'])('is refused at %s', (base) => {
    expect(() => readClineEnv({ CLINE_API_BASE_URL: base })).toThrow(BadAddressError)
  })
})

describe('feature flags', () => {
  const production = () => readClineEnv({})
  const none = { changed: () => undefined }

  it('are off until somebody says otherwise, and follow the variable only at an address of one’s own', () => {
    const CLINE_FEATURE_FLAGS = 'other=true, webtools=true,x'
    const at = (variables: Record<string, string>) =>
      new FeatureFlagsService({ env: () => readClineEnv(variables), variables, ...none }).isEnabled('webtools')
    expect(at({})).toBe(false)
    expect(at({ CLINE_FEATURE_FLAGS })).toBe(false)
    expect(at({ CLINE_FEATURE_FLAGS, CLINE_ENVIRONMENT: 'local' })).toBe(false)
    expect(at({ CLINE_FEATURE_FLAGS, CLINE_API_BASE_URL: 'http://127.0.0.1:9' })).toBe(true)
    expect(at({ CLINE_FEATURE_FLAGS, CLINE_API_BASE_URL: ' ' })).toBe(false)
    expect(at({ CLINE_FEATURE_FLAGS: 'webtools=false', CLINE_API_BASE_URL: 'http://127.0.0.1:9' })).toBe(false)
    expect(at({ CLINE_FEATURE_FLAGS: 'webtools=yes', CLINE_API_BASE_URL: 'http://127.0.0.1:9' })).toBe(false)
  })

  it('are asked for once an hour and user, and stay as they were when no answer comes', async () => {
    const bodies: string[] = []
    let answer: object | undefined = { flags: { webtools: { key: 'webtools', enabled: true }, other: { enabled: false } } }
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
      request.on('end', () => (answer ? response.end(JSON.stringify(answer)) : response.socket?.destroy()))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    let now = 1_000_000
    const flags = new FeatureFlagsService({
      env: production,
      variables: { CLINE_FEATURE_FLAGS_KEY: 'phc' },
      ...none,
      now: () => now,
      service: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    await Promise.all([flags.poll('one'), flags.poll('one')])
    expect(flags.isEnabled('webtools')).toBe(true)
    now += 60 * 60_000 - 1
    await flags.poll('one')
    expect(bodies).toEqual(['{"api_key":"phc","distinct_id":"one"}'])
    now += 1
    answer = undefined
    await flags.poll('one')
    expect([bodies.length, flags.isEnabled('webtools')]).toEqual([2, true])
    await flags.poll('two')
    expect(flags.isEnabled('webtools')).toBe(false)
    flags.forget()
    expect(flags.isEnabled('webtools')).toBe(false)
  })

  it('are asked of nobody without the key of the service', async () => {
    const flags = new FeatureFlagsService({ env: production, variables: {}, ...none, service: 'http://127.0.0.1:1' })
    await flags.poll('one')
    expect(flags.isEnabled('webtools')).toBe(false)
  })
})
