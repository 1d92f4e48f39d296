import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createSecretMask } from '../../../../main/storage/mask-secrets'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { accountAt, keysIn, signIn } from '../../../support/cline-api/signed-in'
import { tempFolder } from '../../../support/temp-folder'

describe('the Cline account', () => {
  it('renews its token once for two processes that share a data folder, and shows it nowhere', async () => {
    const server = await startClineApi()
    const folder = await tempFolder()
    const mask = createSecretMask()
    await keysIn(folder)
    const open = (variables: Record<string, string> = {}) =>
      accountAt(server.url, folder, { variables: { CLINE_API_BASE_URL: server.url, ...variables }, mask })
    const [one, two] = [open(), open()]
    server.tokens.lifeSeconds = 60
    await signIn({ auth: one.auth, server })
    server.tokens.lifeSeconds = 3600
    const tokens = await Promise.all([one.access.getAuthToken(), two.access.getAuthToken()])
    expect(tokens).toEqual(['workos:access-token-2', 'workos:access-token-2'])
    expect(server.to('/api/v1/auth/refresh')).toHaveLength(1)
    expect(mask.maskSecrets('access-token-2 refresh-token-2')).toBe('[secret] [secret]')
    const withKey = open({ CLINE_API_KEY: ' key-of-the-environment\n' })
    expect(mask.maskSecrets('x key-of-the-environment')).toBe('x [secret]')
    expect(await withKey.access.getAuthToken()).toBe('key-of-the-environment')
  })

  it('forgets the features of a sign-in that has ended by itself', async () => {
    const server = await startClineApi()
    const folder = await tempFolder()
    await keysIn(folder)
    const account = accountAt(server.url, folder)
    server.tokens.lifeSeconds = 60
    await signIn({ auth: account.auth, server })
    const forget = vi.spyOn(account.flags, 'forget')
    server.misbehave('/api/v1/auth/refresh', { status: 401, body: {} })
    expect(await account.access.getAuthToken()).toBeNull()
    expect(forget).toHaveBeenCalled()
  })

  it('is renewed also where the folder of its lock cannot be made', async () => {
    const server = await startClineApi()
    const folder = await tempFolder()
    await writeFile(join(folder, 'account'), 'a file')
    const account = accountAt(server.url, folder)
    server.tokens.lifeSeconds = 60
    await signIn({ auth: account.auth, server })
    expect(await account.access.getAuthToken()).toBe('workos:access-token-2')
  })

  it('uses no address that is none, and says so', async () => {
    const account = accountAt('api.cline.bot', await tempFolder(), { overrides: () => ({ apiKey: 'key-1' }) })
    expect(await account.service.check()).toEqual({
      works: false,
      message: expect.stringContaining('"api.cline.bot", which is no web address'),
    })
  })

  it('is checked like a provider', async () => {
    const server = await startClineApi()
    const folder = await tempFolder()
    const open = (apiKey?: string) =>
      accountAt(server.url, folder, { overrides: () => (apiKey === undefined ? {} : { apiKey }) }).service.check()
    expect(await open('key-1')).toEqual({ works: true, message: 'The Cline API answers and takes the sign-in.' })
    expect(await open('other')).toMatchObject({ works: false, message: expect.stringContaining('status 401') })
    const before = server.requests.length
    expect(await open()).toMatchObject({ works: false, message: expect.stringContaining('not signed in') })
    expect(server.requests).toHaveLength(before)
  })
})
