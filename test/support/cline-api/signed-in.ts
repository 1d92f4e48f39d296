import { join } from 'node:path'
import { AuthService, type AuthParts } from '../../../main/account/auth-service'
import { AuthStore } from '../../../main/account/auth-store'
import { createClineApi } from '../../../main/account/cline-api'
import { readClineEnv } from '../../../main/account/cline-env'
import { createSecretStore, type SecretStore } from '../../../main/storage/secret-store'
import { tempFolder } from '../temp-folder'
import { type ClineApiServer, startClineApi } from './cline-api-server'

export interface TestAccount {
  readonly server: ClineApiServer
  readonly secrets: SecretStore
  readonly auth: AuthService
  /** Times that something changed. */
  readonly changes: () => number
  /** Another process on the same store. */
  again(over?: Partial<AuthParts>): Promise<AuthService>
}

/** An AuthService on a real store of keys, at a local Cline API. The person agreed to keys in a file. */
export async function testAccount(over: Partial<AuthParts> = {}): Promise<TestAccount> {
  const server = await startClineApi()
  const file = join(await tempFolder(), 'secrets.json')
  const api = createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: server.url }), { version: '0.1.0', type: 'desktop' })
  let changes = 0
  let last: Promise<unknown> = Promise.resolve()
  const exclusively = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work)
    last = next
    return next
  }
  const make = (secrets: SecretStore, more: Partial<AuthParts> = {}) =>
    new AuthService({
      api,
      store: storeOn(secrets),
      apiKey: () => undefined,
      exclusively,
      changed: () => (changes += 1),
      ...over,
      ...more,
    })
  const secrets = createSecretStore({ file })
  await secrets.set('any', 'a key that was kept in the file', 'file')
  return {
    server,
    secrets,
    auth: make(secrets),
    changes: () => changes,
    again: async (more) => {
      const other = make(createSecretStore({ file }), more)
      await other.restoreRefreshTokenAndRetrieveAuthInfo()
      return other
    },
  }
}

/** Where tokens are kept, on these keys. */
export const storeOn = (secrets: SecretStore): AuthStore => new AuthStore(secrets, () => undefined)

/** Signs in as a person would, with a browser that says yes. Gives the page they see in the end. */
export async function signIn({ auth, server }: Pick<TestAccount, 'auth' | 'server'>): Promise<string> {
  let page: Promise<string> = Promise.resolve('')
  await auth.createAuthRequest((url) => {
    page = server.signIn(url)
    return Promise.resolve()
  })
  return page
}
