import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readClineEnv } from '../../../../main/account/cline-env'
import { FeatureFlagsService } from '../../../../main/account/feature-flags'
import { eventually } from '../../../support/eventually'

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
    now += 5 * 60_000 - 1
    await flags.poll('one')
    expect(bodies).toHaveLength(2)
    now += 1
    await flags.poll('one')
    expect([bodies.length, flags.isEnabled('webtools')]).toEqual([3, true])
    await flags.poll('two')
    expect(flags.isEnabled('webtools')).toBe(false)
    flags.forget()
    expect(flags.isEnabled('webtools')).toBe(false)
  })

  it('are those of who is signed in now, however late the answer for another comes', async () => {
    const gates: PromiseWithResolvers<void>[] = []
    const asked: string[] = []
    const server = createServer((request, response) => {
      const gate = Promise.withResolvers<void>()
      request.setEncoding('utf8').on('data', (text: string) => {
        asked.push(text.includes('"one"') ? 'one' : 'two')
        gates.push(gate)
      })
      const isOne = () => asked[gates.indexOf(gate)] === 'one'
      void gate.promise.then(() => response.end(JSON.stringify({ flags: { webtools: { enabled: isOne() } } })))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const flags = new FeatureFlagsService({
      env: production,
      variables: { CLINE_FEATURE_FLAGS_KEY: 'phc' },
      ...none,
      service: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    const one = flags.poll('one')
    await eventually(() => expect(asked).toEqual(['one']))
    const two = flags.poll('two')
    await eventually(() => expect(asked).toEqual(['one', 'two']))
    gates[0]?.resolve()
    await one
    const again = flags.poll('two')
    gates[1]?.resolve()
    await Promise.all([two, again])
    expect(asked).toEqual(['one', 'two'])
    expect(flags.isEnabled('webtools')).toBe(false)
    const back = flags.poll('one')
    await eventually(() => expect(gates).toHaveLength(3))
    flags.forget()
    gates[2]?.resolve()
    await back
    expect(flags.isEnabled('webtools')).toBe(false)
  })

  it('are asked of nobody at an address that cannot be used', async () => {
    const variables = { CLINE_API_BASE_URL: 'nowhere', CLINE_FEATURE_FLAGS_KEY: 'phc' }
    const flags = new FeatureFlagsService({ env: () => readClineEnv(variables), variables, ...none, service: 'http://127.0.0.1:1' })
    await flags.poll('one')
    expect(flags.isEnabled('webtools')).toBe(false)
  })

  it('are asked of nobody without the key of the service', async () => {
    const flags = new FeatureFlagsService({ env: production, variables: {}, ...none, service: 'http://127.0.0.1:1' })
    await flags.poll('one')
    expect(flags.isEnabled('webtools')).toBe(false)
  })
})
