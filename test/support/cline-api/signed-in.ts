import { join } from 'node:path'
import { AuthService, type AuthParts } from '../../../main/account/auth-service'
import { AuthStore } from '../../../main/account/auth-store'
import { type ClineAccount, type ClineAccountParts, createClineAccount } from '../../../main/account/cline-account'
import { createClineApi } from '../../../main/account/cline-api'
import { readClineEnv } from '../../../main/account/cline-env'
import { createSecretMask } from '../../../main/storage/mask-secrets'
import { createSecretStore, type SecretStore } from '../../../main/storage/secret-store'
import { tempFolder } from '../temp-folder'
import { type ClineApiServer, startClineApi } from './cline-api-server'

export interface TestAccount {
  readonly server: ClineApiServer
  readonly secrets: SecretStore
  readonly auth: AuthService
  /** Another process on the same store. */
  again(over?: Partial<AuthParts>): Promise<AuthService>
}

/** An AuthService on a real store of keys, at a local Cline API. The person agreed to keys in a file. */
export async function testAccount(over: Partial<AuthParts> = {}): Promise<TestAccount> {
  const server = await startClineApi()
  const folder = await tempFolder()
  const api = createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: server.url }), { version: '0.1.0', type: 'desktop' })
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
      changed: () => undefined,
      ...over,
      ...more,
    })
  const secrets = await keysIn(folder)
  return {
    server,
    secrets,
    auth: make(secrets),
    again: async (more) => {
      const other = make(secretsOf(folder), more)
      await other.restoreRefreshTokenAndRetrieveAuthInfo()
      return other
    },
  }
}

const secretsOf = (folder: string): SecretStore => createSecretStore({ file: join(folder, 'secrets.json') })

/** Keys in a file of a folder, as the person agreed. */
export async function keysIn(folder: string): Promise<SecretStore> {
  const secrets = secretsOf(folder)
  await secrets.set('any', 'a key that was kept in the file', 'file')
  return secrets
}

/** The whole account at an API, with what it keeps in a folder. */
export const accountAt = (url: string, folder: string, over: Partial<ClineAccountParts> = {}): ClineAccount =>
  createClineAccount({
    variables: { CLINE_API_BASE_URL: url },
    secrets: secretsOf(folder),
    mask: createSecretMask(),
    folder: join(folder, 'account'),
    client: { version: '1', type: 'desktop' },
    overrides: () => ({}),
    changed: () => undefined,
    ...over,
  })

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
