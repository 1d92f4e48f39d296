import type { ClineAccess } from '../providers/cline'
import { aloneWith } from '../storage/file-lock'
import type { SecretMask } from '../storage/mask-secrets'
import type { SecretStore } from '../storage/secret-store'
import { makePrivateFolder } from '../storage/folders'
import { StorageError } from '../storage/storage-error'
import { acquireTaskLock, type TaskLock } from '../storage/task-lock'
import { AuthStore } from './auth-store'
import { AuthService } from './auth-service'
import { ClineAccountService } from './cline-account-service'
import { type ClineApi, createClineApi } from './cline-api'
import { type ClineEnv, readClineEnv } from './cline-env'
import { buildClineExtraHeaders, type ClineClient } from './cline-headers'
import { FeatureFlagsService } from './feature-flags'

/** The Cline account with all that belongs to it. Made once. */
export interface ClineAccount {
  readonly api: ClineApi
  readonly auth: AuthService
  readonly service: ClineAccountService
  readonly flags: FeatureFlagsService
  readonly access: ClineAccess
  /** Throws a BadAddressError. */
  env(): ClineEnv
}

export interface ClineAccountParts {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  readonly mask: SecretMask
  /** A folder of this account's own, for the lock between processes. */
  readonly folder: string
  readonly client: ClineClient
  /** What the command line says over the variables, for this provider. */
  readonly overrides: () => { readonly baseUrl?: string; readonly apiKey?: string }
  readonly changed: () => void
}

export function createClineAccount(parts: ClineAccountParts): ClineAccount {
  const { variables, secrets, mask, client, changed } = parts
  const env = () => readClineEnv(variables, parts.overrides().baseUrl)
  const api = createClineApi(env, client, (text) => mask.maskSecrets(text))
  const apiKey = (): string | undefined => {
    const key = (parts.overrides().apiKey ?? variables['CLINE_API_KEY'])?.trim() || undefined
    if (key !== undefined) mask.learn(key)
    return key
  }
  // From the first moment no text shows it.
  apiKey()
  const flags = new FeatureFlagsService({ env, variables, changed })
  const auth = new AuthService({
    api,
    store: new AuthStore(secrets, (secret) => mask.learn(secret), aloneWith(`${parts.folder}/tokens.lock`)),
    apiKey,
    exclusively: (work) => exclusively(parts.folder, work),
    changed: () => {
      // However a sign-in ended, its features end with it.
      if (auth.userId === undefined) flags.forget()
      changed()
    },
  })
  return {
    api,
    auth,
    service: new ClineAccountService(api, auth),
    flags,
    access: {
      getAuthToken: () => auth.getAuthToken(),
      replaceToken: (refused) => auth.replaceToken(refused),
      headers: buildClineExtraHeaders(client),
    },
    env,
  }
}

/**
 * Nobody is kept from working by a lock that is not let go in time, or by a folder that cannot be written: the API itself refuses a
 * token that was used before.
 */
async function exclusively<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const lock = await lockUnlessRefused(folder)
  try {
    return await work()
  } finally {
    await lock?.release()
  }
}

async function lockUnlessRefused(folder: string): Promise<TaskLock | undefined> {
  try {
    await makePrivateFolder(folder)
    const locked = await acquireTaskLock(folder)
    return locked.ok ? locked.lock : undefined
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}
