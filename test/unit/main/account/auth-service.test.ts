import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { AuthNetworkError } from '../../../../main/account/auth-service'
import { createClineApi } from '../../../../main/account/cline-api'
import { readClineEnv } from '../../../../main/account/cline-env'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { signIn, testAccount } from '../../../support/cline-api/signed-in'
import { eventually } from '../../../support/eventually'

const SIGNED_IN = {
  kind: 'signed_in',
  user: { id: 'usr-1', displayName: 'Ada Example', email: 'ada@example.test' },
  keptIn: 'file',
}

describe('signing in', () => {
  it('goes through the browser with PKCE and state and keeps the tokens with the keys', async () => {
    const account = await testAccount()
    expect(account.auth.state).toEqual({ kind: 'signed_out' })
    expect(await signIn(account)).toContain('You can close this page')
    expect(account.auth.state).toEqual(SIGNED_IN)
    expect(await account.auth.getAuthToken()).toBe('workos:access-token-1')
    const [authorize] = account.server.to('/api/v1/auth/authorize')
    const query = new URL(authorize?.path ?? '', account.server.url).searchParams
    expect(query.get('client_type')).toBe('extension')
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('redirect_uri')).toBe(query.get('callback_url'))
    expect(query.get('callback_url')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\?state=/)
    expect(JSON.parse(account.server.to('/api/v1/auth/token')[0]?.body ?? '')).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      client_type: 'extension',
      redirect_uri: query.get('callback_url'),
      provider: 'google',
      code_verifier: expect.stringMatching(/^[\w-]{64}$/),
    })
    const kept = await account.secrets.get('cline:clineAccountId')
    expect(kept.kind === 'found' && JSON.parse(kept.key)).toMatchObject({
      idToken: 'access-token-1',
      refreshToken: 'refresh-token-1',
      provider: 'cline',
      userInfo: { id: 'usr-1' },
    })
  })

  it('holds for another process and for the next start', async () => {
    const account = await testAccount()
    await signIn(account)
    const other = await account.again()
    expect(other.state).toEqual(SIGNED_IN)
    await other.handleDeauth('user_initiated')
    expect(await account.auth.getAuthToken()).toBeNull()
    expect(account.auth.state).toEqual({ kind: 'signed_out' })
  })

  it('takes nothing from anyone but the browser that was sent, and only once', async () => {
    const account = await testAccount()
    let callback = ''
    const statuses: unknown[] = []
    await account.auth.createAuthRequest(async (opened) => {
      callback = new URL(opened).searchParams.get('callback_url') ?? ''
      const at = new URL(callback)
      statuses.push(
        await ask(`${at.origin}/auth?code=stolen`),
        await ask(`${at.origin}/auth?code=stolen&state=guessed`),
        await ask(`${callback}&state=guessed&code=stolen`),
        await ask(`${callback}&code=stolen`, { host: 'evil.test' }),
        await ask(`${callback}&code=stolen`, { host: `localhost:${at.port}` }),
        await ask(`${callback}&code=stolen`, { origin: 'https://evil.test' }),
        await ask(`${callback}&code=stolen`, { 'sec-fetch-mode': 'no-cors' }),
        await ask(`${callback}&code=stolen`, {}, 'POST'),
        await ask(`${at.origin}/elsewhere?state=${at.searchParams.get('state')}&code=stolen`),
      )
      void account.server.signIn(opened)
    })
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 404, 404])
    expect(account.auth.state).toEqual(SIGNED_IN)
    expect(await ask(`${callback}&code=again`)).toBe('ECONNREFUSED')
  })

  it('says so when the person does not go through with it, and can be cancelled', async () => {
    const account = await testAccount()
    await account.auth.createAuthRequest(async (opened) => {
      const callback = new URL(opened).searchParams.get('callback_url') ?? ''
      await fetch(`${callback}&error=access_denied&error_description=They+said%0Ano`)
    })
    expect(account.auth.state).toEqual({ kind: 'signed_out', problem: 'The sign-in was not completed: They said no.' })
    await account.auth.createAuthRequest(() => {
      expect(account.auth.state).toEqual({ kind: 'signing_in' })
      account.auth.cancelAuthRequest()
      return Promise.resolve()
    })
    expect(account.auth.state).toEqual({ kind: 'signed_out' })
  })

  it('says what did not work: an API that refuses, a page that is none, a browser that is not there', async () => {
    const account = await testAccount()
    const attempt = async (): Promise<unknown> => {
      await signIn(account)
      return account.auth.state
    }
    account.server.misbehave('/api/v1/auth/authorize', { status: 503, body: { error: 'Down for the night' } })
    expect(await attempt()).toMatchObject({ problem: expect.stringContaining('refused with status 503: Down for the night.') })
    account.server.misbehave('/api/v1/auth/authorize', { status: 302, headers: { location: 'file:///etc/passwd' } })
    expect(await attempt()).toMatchObject({ problem: expect.stringContaining('no secure web address') })
    account.server.misbehave('/api/v1/auth/token', { status: 400, body: { error_description: 'Too late' } })
    expect(await attempt()).toMatchObject({ problem: expect.stringContaining('status 400: Too late.') })
    await account.auth.createAuthRequest(() => Promise.reject(new Error('No browser here.')))
    expect(account.auth.state).toEqual({ kind: 'signed_out', problem: 'The sign-in did not work: No browser here.' })
  })

  it('sends nobody to an open page for an API that is reached safely', async () => {
    const client = { version: '0.1.0', type: 'desktop' } as const
    const api = { ...createClineApi(() => readClineEnv({}), client), redirectOf: () => Promise.resolve('http://sink.test/login') }
    const { auth } = await testAccount({ api })
    const open = vi.fn()
    await auth.createAuthRequest(open)
    expect(auth.state).toMatchObject({ problem: expect.stringContaining('no secure web address') })
    expect(open).not.toHaveBeenCalled()
  })

  it('stays undone when it is cancelled, or the person signs out, at the very end', async () => {
    const account = await testAccount()
    for (const stop of [() => Promise.resolve(account.auth.cancelAuthRequest()), () => account.auth.handleDeauth('user_initiated')]) {
      const gate = Promise.withResolvers<void>()
      account.server.misbehave('/api/v1/users/me', { until: gate.promise })
      const before = account.server.to('/api/v1/users/me').length
      const signing = signIn(account)
      await eventually(() => expect(account.server.to('/api/v1/users/me')).toHaveLength(before + 1))
      await stop()
      gate.resolve()
      await signing
      expect(account.auth.state).toEqual({ kind: 'signed_out' })
      expect(await account.secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
    }
  })

  it('is for the address it was made at: the tokens go to no other', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const other = await startClineApi()
    const api = createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: other.url }), { version: '0.1.0', type: 'desktop' })
    const elsewhere = await account.again({ api })
    expect(elsewhere.state).toEqual({ kind: 'signed_out' })
    expect(await elsewhere.getAuthToken()).toBeNull()
    expect(other.requests).toEqual([])
    expect(await account.auth.getAuthToken()).toBe('workos:access-token-2')
  })

  it('holds until the end of the process where nothing may be kept, and in a file once the person says so', async () => {
    const account = await testAccount()
    const { createSecretStore } = await import('../../../../main/storage/secret-store')
    const { AuthStore } = await import('../../../../main/account/auth-info')
    const { tempFolder } = await import('../../../support/temp-folder')
    const secrets = createSecretStore({ file: `${await tempFolder()}/secrets.json` })
    const auth = await account.again({ store: new AuthStore(secrets, () => undefined) })
    await signIn({ auth, server: account.server })
    expect(auth.state).toMatchObject({ kind: 'signed_in', keptIn: 'memory' })
    expect(await secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
    await auth.keepInFile()
    expect(auth.state).toMatchObject({ kind: 'signed_in', keptIn: 'file' })
  })
})

describe('the token', () => {
  it('is the one of the environment, as it is, while there is one', async () => {
    const { auth, server } = await testAccount({ apiKey: () => 'key-of-the-environment' })
    expect(await auth.getAuthToken()).toBe('key-of-the-environment')
    expect(await auth.replaceToken('key-of-the-environment')).toBeNull()
    expect(auth.state).toEqual({ kind: 'token' })
    expect(server.requests).toEqual([])
  })

  it('is renewed five minutes before it ends, once for all who ask, and by one process for both', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 299
    await signIn(account)
    account.server.tokens.lifeSeconds = 3600
    const other = await account.again()
    const tokens = await Promise.all([account.auth.getAuthToken(), account.auth.getAuthToken(), other.getAuthToken()])
    expect(tokens).toEqual(['workos:access-token-2', 'workos:access-token-2', 'workos:access-token-2'])
    expect(account.server.to('/api/v1/auth/refresh').map(({ body }) => body)).toEqual([
      '{"refreshToken":"refresh-token-1","grantType":"refresh_token"}',
    ])
  })

  it.each([400, 401])('ends the sign-in when renewing it is answered with %i', async (status) => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    account.server.misbehave('/api/v1/auth/refresh', { status, body: { error: 'invalid_grant' } })
    expect(await account.auth.getAuthToken()).toBeNull()
    expect(account.auth.state).toMatchObject({ kind: 'signed_out', problem: expect.stringContaining('Sign in again') })
    expect(await account.secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
  })

  it('outlives an API that is down: used while it lasts, and asked for three times before a pause', async () => {
    let now = Date.now()
    const account = await testAccount({ now: () => now })
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    account.server.misbehave('/api/v1/auth/refresh', { fault: 'drop' }, true)
    expect(await account.auth.getAuthToken()).toBe('workos:access-token-1')
    now += 61_000
    for (let count = 0; count < 4; count += 1) await expect(account.auth.getAuthToken()).rejects.toThrow(AuthNetworkError)
    expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(3)
    now += 30_001
    await expect(account.auth.getAuthToken()).rejects.toThrow(AuthNetworkError)
    expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(4)
    expect(account.auth.state).toEqual(SIGNED_IN)
  })

  it.each(['this process', 'another'])('is not brought back by a renewal during which the person signs out in %s', async (where) => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const other = await account.again()
    const gate = Promise.withResolvers<void>()
    account.server.misbehave('/api/v1/auth/refresh', { until: gate.promise })
    const token = account.auth.getAuthToken()
    await eventually(() => expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(1))
    await (where === 'another' ? other : account.auth).handleDeauth('user_initiated')
    gate.resolve()
    expect(await token).toBeNull()
    expect(await account.secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
    expect(account.auth.state).toEqual({ kind: 'signed_out' })
  })

  it('is not lost when a renewal fails because the person signed in anew in another process', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const other = await account.again()
    const gate = Promise.withResolvers<void>()
    account.server.misbehave('/api/v1/auth/refresh', { until: gate.promise })
    const token = account.auth.getAuthToken()
    await eventually(() => expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(1))
    await other.handleDeauth('user_initiated')
    Object.assign(account.server.tokens, { access: 'newer', refresh: 'newer-refresh', lifeSeconds: 3600 })
    await signIn({ auth: other, server: account.server })
    gate.resolve()
    expect(await token).toBe('workos:newer')
    expect(await other.getAuthToken()).toBe('workos:newer')
  })

  it('is replaced once the API refuses it', async () => {
    const account = await testAccount()
    await signIn(account)
    expect(await account.auth.replaceToken('workos:access-token-1')).toBe('workos:access-token-2')
    expect(await account.auth.replaceToken('workos:access-token-1')).toBe('workos:access-token-2')
    expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(1)
  })

  it('is gone after signing out, and nothing is sent for it', async () => {
    const account = await testAccount()
    await signIn(account)
    const before = account.server.requests.length
    const told = vi.fn()
    account.auth.handleDeauth('user_initiated').then(told, told)
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(await account.auth.getAuthToken()).toBeNull()
    expect(account.server.requests).toHaveLength(before)
  })
})

/** The status, or the system's name of the failure. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request(url, { headers, method }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end()
  })
}
