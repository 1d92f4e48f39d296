import { describe, expect, it } from 'vitest'
import { ClineApiError, createClineApi } from '../../../../main/account/cline-api'
import { readClineEnv } from '../../../../main/account/cline-env'
import { ClineAccountService } from '../../../../main/account/cline-account-service'
import { type Misbehaviour, startClineApi } from '../../../support/cline-api/cline-api-server'
import { signIn, testAccount } from '../../../support/cline-api/signed-in'

async function apiAt() {
  const server = await startClineApi()
  return { server, api: createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: server.url }), { version: '1.2.3', type: 'cli' }) }
}
const path = '/api/v1/search/webfetch'

describe('a call of the Cline API', () => {
  it('carries who calls, and its body to the byte', async () => {
    const { server, api } = await apiAt()
    await api.call({
      method: 'POST',
      path,
      body: { Url: 'https://é.test/', Prompt: '1 "x"\n' },
      token: 'key-1',
      headers: { 'X-Task-ID': 'task' },
    })
    const [request] = server.requests
    expect([request?.method, request?.path, request?.body]).toEqual(['POST', path, '{"Url":"https://é.test/","Prompt":"1 \\"x\\"\\n"}'])
    const expected = {
      'User-Agent': 'Cline/1.2.3',
      'X-PLATFORM': 'Countersign',
      'X-PLATFORM-VERSION': '1.2.3',
      'X-CLIENT-TYPE': 'cli',
      'X-CLIENT-VERSION': '1.2.3',
      'X-CORE-VERSION': '1.2.3',
      'X-IS-MULTIROOT': 'false',
      'X-Task-ID': 'task',
      'Content-Type': 'application/json',
      Authorization: 'Bearer key-1',
    }
    expect(Object.fromEntries(request?.headers.filter(([name]) => name in expected) ?? [])).toEqual(expected)
  })

  it.each<[string, Misbehaviour, string]>([
    ['a refusal', { status: 402, body: { error: { code: 'x', message: 'No credits\n\u202eleft' } } }, 'status 402: No credits left'],
    ['a refusal in one word', { status: 500, body: { error: 'broken' } }, 'status 500: broken'],
    ['a refusal without words', { status: 503, body: '<html>' }, 'refused with status 503'],
    ['a web page', { body: '<html>' }, 'no JSON'],
    ['a way to elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'status 307'],
    ['a closed connection', { fault: 'drop' }, 'could not be reached'],
    ['an endless body', { fault: 'endless' }, 'sent more than 5 MB'],
    ['silence', { fault: 'hang' }, 'did not answer within 0.2 seconds'],
  ])('fails with a sentence for %s', async (_name, how, words) => {
    const { server, api } = await apiAt()
    server.misbehave(path, how)
    const timeoutMs = how.fault === 'hang' ? 200 : 20_000
    const failed = api.call({ method: 'POST', path, body: {}, token: 'key-1', timeoutMs })
    await expect(failed).rejects.toThrow(ClineApiError)
    await expect(failed).rejects.toThrow(words)
    expect(server.requests).toHaveLength(1)
  })

  it('shows no token that the API repeats', async () => {
    const server = await startClineApi()
    const env = () => readClineEnv({ CLINE_API_BASE_URL: server.url })
    const api = createClineApi(env, { version: '1.2.3', type: 'cli' }, (text) => text.replaceAll('key-1', '[secret]'))
    server.misbehave(path, { status: 400, body: { message: 'Not key-1.' } })
    await expect(api.call({ method: 'POST', path, body: {}, token: 'key-1' })).rejects.toThrow('status 400: Not [secret].')
  })

  it('ends with the reason of its signal', async () => {
    const { server, api } = await apiAt()
    server.misbehave(path, { fault: 'hang' })
    const stop = new AbortController()
    const called = api.call({ method: 'POST', path, token: 'key-1', signal: stop.signal })
    stop.abort(new Error('stopped by hand'))
    await expect(called).rejects.toThrow('stopped by hand')
  })
})

describe('the account', () => {
  it('tells its balance in dollars, and nothing while nobody is signed in or the API is silent', async () => {
    const account = await testAccount()
    const service = new ClineAccountService(
      createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: account.server.url }), { version: '1', type: 'cli' }),
      account.auth,
    )
    expect(await service.fetchBalance()).toBeUndefined()
    await signIn(account)
    expect(await service.fetchBalance()).toBe(12.345678)
    account.server.misbehave('/api/v1/users/usr-1/balance', { fault: 'drop' })
    expect(await service.fetchBalance()).toBeUndefined()
  })
})
