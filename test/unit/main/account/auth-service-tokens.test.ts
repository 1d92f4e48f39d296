import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AuthStore } from '../../../../main/account/auth-store'
import { AuthNetworkError } from '../../../../main/account/auth-service'
import { ClineApiError, createClineApi } from '../../../../main/account/cline-api'
import { readClineEnv } from '../../../../main/account/cline-env'
import { type AloneWith, withFileLock } from '../../../../main/storage/file-lock'
import type { SecretStore } from '../../../../main/storage/secret-store'
import { LOCK_RETRY_DELAYS_MS } from '../../../../main/storage/task-lock'
import { StorageError } from '../../../../main/storage/storage-error'
import { signIn, storeOn, testAccount } from '../../../support/cline-api/signed-in'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

const SIGNED_IN = {
  kind: 'signed_in',
  user: { id: 'usr-1', displayName: 'Ada Example', email: 'ada@example.test' },
  keptIn: 'file',
}

describe('the token', () => {
  it('is the one of the environment, as it is, while there is one', async () => {
    const { auth, server } = await testAccount({ apiKey: () => 'key-of-the-environment' })
    expect(await auth.getAuthToken()).toBe('key-of-the-environment')
    expect(await auth.replaceToken('key-of-the-environment')).toBeNull()
    expect(auth.state).toEqual({ kind: 'token' })
    expect([auth.userId, auth.organizationId]).toEqual([undefined, undefined])
    expect(server.requests).toEqual([])
  })

  it('is renewed five minutes before it ends, once for all who ask, and by one process for both', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 299
    await signIn(account)
    account.server.tokens.lifeSeconds = 3600
    const other = await account.again()
    const wait = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => wait.mockRestore())
    const tokens = await Promise.all([account.auth.getAuthToken(), account.auth.getAuthToken(), other.getAuthToken()])
    expect(tokens).toEqual(['workos:access-token-2', 'workos:access-token-2', 'workos:access-token-2'])
    expect(account.server.to('/api/v1/auth/refresh').map(({ body }) => body)).toEqual([
      '{"refreshToken":"refresh-token-1","grantType":"refresh_token"}',
    ])
    const longestWaitForALock = LOCK_RETRY_DELAYS_MS.reduce((sum, each) => sum + each)
    for (const [ms] of wait.mock.calls) expect(ms).toBeLessThan(longestWaitForALock)
    expect(wait).toHaveBeenCalledTimes(1)
  })

  it('is kept as soon as it is there, whoever the API says it is for', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const asked = account.server.to('/api/v1/users/me').length
    account.server.misbehave('/api/v1/users/me', { fault: 'hang' }, true)
    expect(await account.auth.getAuthToken()).toBe('workos:access-token-2')
    expect(account.server.to('/api/v1/users/me')).toHaveLength(asked)
    expect(JSON.stringify(await account.secrets.get('cline:clineAccountId'))).toContain('refresh-token-2')
    expect(account.auth.state).toEqual(SIGNED_IN)
  })

  it('is not used once it has ended while a renewal was waited for', async () => {
    let now = Date.now()
    const account = await testAccount({ now: () => now })
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const api = {
      ...createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: account.server.url }), { version: '0.1.0', type: 'desktop' }),
      call: async () => {
        asked.resolve()
        await gate.promise
        throw new ClineApiError('It is down', undefined)
      },
    }
    const auth = await account.again({ api })
    const token = auth.getAuthToken()
    await asked.promise
    now += 61_000
    gate.resolve()
    await expect(token).rejects.toThrow(AuthNetworkError)
  })

  it('cannot be read at the start: that is told as long as it holds, and nothing else stops', async () => {
    const account = await testAccount()
    let isBroken = true
    const get: SecretStore['get'] = (name) => (isBroken ? Promise.reject(new StorageError('denied', '/keys')) : account.secrets.get(name))
    const auth = await account.again({ store: storeOn({ ...account.secrets, get }) })
    expect(auth.state).toEqual({ kind: 'signed_out', problem: expect.stringContaining('does not allow access to /keys') })
    isBroken = false
    expect(await auth.getAuthToken()).toBeNull()
    expect(auth.state).toEqual({ kind: 'signed_out' })
  })

  it('is not lost where a renewed one cannot be kept: it holds until the end of the process', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    account.server.tokens.lifeSeconds = 3600
    const set = () => Promise.reject(new StorageError('full', '/keys'))
    const auth = await account.again({ store: storeOn({ ...account.secrets, set }) })
    expect(await auth.getAuthToken()).toBe('workos:access-token-2')
    expect(await auth.getAuthToken()).toBe('workos:access-token-2')
    expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(1)
    expect(auth.state).toEqual({ ...SIGNED_IN, keptIn: 'memory' })
  })

  it('is none after signing out, although the keys were read before', async () => {
    const account = await testAccount()
    await signIn(account)
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let isSlow = false
    const get: SecretStore['get'] = async (name) => {
      const read = await account.secrets.get(name)
      if (!isSlow) return read
      isSlow = false
      started.resolve()
      await gate.promise
      return read
    }
    const auth = await account.again({ store: storeOn({ ...account.secrets, get }) })
    isSlow = true
    const token = auth.getAuthToken()
    await started.promise
    await auth.handleDeauth('user_initiated')
    gate.resolve()
    expect(await token).toBeNull()
    expect(auth.state).toEqual({ kind: 'signed_out' })
  })

  it('stays away when another process signs out at the very moment in which a renewed one is kept', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const lock = join(await tempFolder(), 'tokens.lock')
    const waits = Promise.withResolvers<void>()
    const alone: AloneWith = (work) => {
      if (existsSync(lock)) waits.resolve()
      return withFileLock(lock, work, 60_000)
    }
    const other = await account.again({ store: new AuthStore(account.secrets, () => undefined, alone) })
    let leaving: Promise<void> | undefined
    const set: SecretStore['set'] = async (...given) => {
      leaving ??= other.handleDeauth('user_initiated')
      await Promise.race([leaving, waits.promise])
      return account.secrets.set(...given)
    }
    const auth = await account.again({ store: new AuthStore({ ...account.secrets, set }, () => undefined, alone) })
    await auth.getAuthToken()
    await leaving
    expect(account.server.to('/api/v1/auth/refresh')).toHaveLength(1)
    expect(await account.secrets.get('cline:clineAccountId')).toEqual({ kind: 'none' })
    expect([await auth.getAuthToken(), await other.getAuthToken()]).toEqual([null, null])
  })

  it('of a new sign-in in another process outlives the end of the old one', async () => {
    const account = await testAccount()
    account.server.tokens.lifeSeconds = 60
    await signIn(account)
    const other = await account.again()
    account.server.misbehave('/api/v1/auth/refresh', { status: 401, body: { error: 'invalid_grant' } })
    let isAnew = false
    const get: SecretStore['get'] = async (name) => {
      const found = await account.secrets.get(name)
      // What was read last is what is there no more when the old sign-in is cleared.
      if (account.server.to('/api/v1/auth/refresh').length === 1 && !isAnew) {
        isAnew = true
        await other.handleDeauth('user_initiated')
        account.server.tokens.lifeSeconds = 3600
        Object.assign(account.server.tokens, { access: 'access-token-9', refresh: 'refresh-token-9' })
        await signIn({ auth: other, server: account.server })
      }
      return found
    }
    const auth = await account.again({ store: storeOn({ ...account.secrets, get }) })
    await auth.getAuthToken()
    expect(isAnew).toBe(true)
    expect(await auth.getAuthToken()).toBe('workos:access-token-9')
  })

  it('is asked about anew: who it is of, without touching one that was renewed meanwhile', async () => {
    const account = await testAccount()
    await signIn(account)
    const other = await account.again()
    const ada = { id: 'usr-1', displayName: 'Ada Lovelace', organizations: [{ organizationId: 'org-1', active: true }] }
    account.server.misbehave('/api/v1/users/me', { body: { data: ada } })
    await account.auth.refreshUser()
    expect(account.auth.state).toMatchObject({ user: { displayName: 'Ada Lovelace' } })
    expect([account.auth.userId, account.auth.organizationId]).toEqual(['usr-1', 'org-1'])
    expect(await other.getAuthToken()).toBe('workos:access-token-1')
    expect(other.state).toMatchObject({ user: { displayName: 'Ada Lovelace' } })
    const gate = Promise.withResolvers<void>()
    account.server.misbehave('/api/v1/users/me', { until: gate.promise })
    const asked = account.server.to('/api/v1/users/me').length
    const refreshing = account.auth.refreshUser()
    await eventually(() => expect(account.server.to('/api/v1/users/me')).toHaveLength(asked + 1))
    expect(await other.replaceToken('workos:access-token-1')).toBe('workos:access-token-2')
    gate.resolve()
    await refreshing
    expect(await account.auth.getAuthToken()).toBe('workos:access-token-2')
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
