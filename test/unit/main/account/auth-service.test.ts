import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import type { AuthService } from '../../../../main/account/auth-service'
import { createClineApi } from '../../../../main/account/cline-api'
import { readClineEnv } from '../../../../main/account/cline-env'
import { createSecretStore, type SecretStore } from '../../../../main/storage/secret-store'
import { StorageError } from '../../../../main/storage/storage-error'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { signIn, storeOn, testAccount } from '../../../support/cline-api/signed-in'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

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

  it('says what did not work: an API that refuses, a page that is none', async () => {
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
  })

  it('tells the address where no browser can be opened, and waits for the person who goes there', async () => {
    const account = await testAccount()
    const signing = account.auth.createAuthRequest(() => Promise.reject(new Error('There is no display.')))
    const address = await eventually(() => {
      const { state } = account.auth
      if (state.kind !== 'signing_in' || state.address === undefined) throw new Error('There is no address yet.')
      return state.address
    })
    await account.server.signIn(address)
    await signing
    expect(account.auth.state).toEqual(SIGNED_IN)
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

  it('does not wait for a browser that says it is open only once it is closed, and can be cancelled meanwhile', async () => {
    const account = await testAccount()
    const never = new Promise<void>(() => undefined)
    let callback = ''
    await account.auth.createAuthRequest((opened) => {
      callback = new URL(opened).searchParams.get('callback_url') ?? ''
      account.auth.cancelAuthRequest()
      return never
    })
    expect(account.auth.state).toEqual({ kind: 'signed_out' })
    expect(await ask(`${callback}&code=late`)).toBe('ECONNREFUSED')
    expect(account.server.to('/api/v1/auth/token')).toEqual([])
    await account.auth.createAuthRequest((opened) => {
      void account.server.signIn(opened)
      return never
    })
    expect(account.auth.state).toEqual(SIGNED_IN)
  })

  it('hears nothing of a browser that was opened for an earlier one', async () => {
    const account = await testAccount()
    const first = Promise.withResolvers<void>()
    await account.auth.createAuthRequest((opened) => {
      void account.server.signIn(opened)
      return first.promise
    })
    await account.auth.handleDeauth('user_initiated')
    const states: unknown[] = []
    await account.auth.createAuthRequest(async () => {
      first.reject(new Error('It was closed.'))
      await first.promise.catch(() => undefined)
      states.push(account.auth.state)
      account.auth.cancelAuthRequest()
    })
    expect(states).toEqual([{ kind: 'signing_in' }])
  })

  it('takes one of two that come at once', async () => {
    const account = await testAccount()
    const statuses: unknown[] = []
    await account.auth.createAuthRequest(async (opened) => {
      const callback = new URL(opened).searchParams.get('callback_url') ?? ''
      statuses.push(...(await Promise.all([ask(`${callback}&code=one`), ask(`${callback}&code=two`)])))
    })
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(account.server.to('/api/v1/auth/token')).toHaveLength(1)
  })

  it('is not asked for by who is signed in already, by whatever process', async () => {
    const account = await testAccount()
    await signIn(account)
    const open = vi.fn()
    const other = await account.again()
    await other.handleDeauth('user_initiated')
    await signIn({ auth: other, server: account.server })
    const before = account.server.requests.length
    await account.auth.createAuthRequest(open)
    expect(open).not.toHaveBeenCalled()
    expect(account.server.requests).toHaveLength(before)
    expect(account.auth.state).toEqual(SIGNED_IN)
  })

  it.each(['sign out', 'cancel'])('is undone by who does that while the tokens are being kept: %s', async (stop) => {
    const account = await testAccount()
    const keeping = {
      nowhere: () => ({ outcome: 'needs_consent' }) as const,
      refused: () => {
        throw new StorageError('full', '/keys')
      },
    }
    for (const [how, end] of Object.entries(keeping)) {
      const gate = Promise.withResolvers<void>()
      const set = vi.fn(() => gate.promise.then(end))
      const auth = await account.again({ store: storeOn({ ...account.secrets, set }) })
      const signing = signIn({ auth, server: account.server })
      await eventually(() => expect(set).toHaveBeenCalled())
      const stopped = stop === 'cancel' ? auth.cancelAuthRequest() : auth.handleDeauth('user_initiated')
      gate.resolve()
      await Promise.allSettled([signing, stopped])
      expect([how, auth.state]).toEqual([how, { kind: 'signed_out' }])
      expect(await auth.getAuthToken()).toBeNull()
    }
  })

  it('does not look open for ever when the keys cannot be read any more, and says so', async () => {
    const account = await testAccount()
    const states: unknown[] = []
    let isBroken = false
    const get: SecretStore['get'] = (name) => (isBroken ? Promise.reject(new StorageError('denied', '/keys')) : account.secrets.get(name))
    const auth: AuthService = await account.again({
      store: storeOn({ ...account.secrets, get }),
      changed: () => states.push(auth.state.kind),
    })
    const signing = auth.createAuthRequest(() => {
      isBroken = true
      auth.cancelAuthRequest()
      return Promise.resolve()
    })
    await expect(signing).rejects.toThrow('does not allow access to /keys')
    expect(states).toEqual(['signing_in', 'signed_out'])
  })

  it('tells of a sign-in that is sealed only while it is', async () => {
    const account = await testAccount()
    await signIn(account)
    let isSealed = true
    const get: SecretStore['get'] = (name) =>
      isSealed ? Promise.resolve({ kind: 'sealed', backend: 'kwallet' }) : account.secrets.get(name)
    const changed = vi.fn()
    const auth = await account.again({ store: storeOn({ ...account.secrets, get }), changed })
    expect(auth.state).toEqual({ kind: 'signed_out', problem: expect.stringContaining('sealed by kwallet') })
    expect(changed).toHaveBeenCalledTimes(1)
    isSealed = false
    expect(await auth.getAuthToken()).toBe('workos:access-token-1')
    expect(auth.state).toEqual(SIGNED_IN)
    await auth.handleDeauth('user_initiated')
    expect(auth.state).toEqual({ kind: 'signed_out' })
  })

  it('holds until the end of the process where nothing may be kept, and in a file once the person says so', async () => {
    const account = await testAccount()
    const secrets = createSecretStore({ file: `${await tempFolder()}/secrets.json` })
    const auth = await account.again({ store: storeOn(secrets) })
    await signIn({ auth, server: account.server })
    expect(auth.state).toMatchObject({ kind: 'signed_in', keptIn: 'memory' })
    expect(await secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
    await auth.keepInFile()
    expect(auth.state).toMatchObject({ kind: 'signed_in', keptIn: 'file' })
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
