import type { AccountState, KeptKey } from '../../shared/account'
import type { StateKey } from '../../shared/extension-state'
import type { ClineAccount } from '../account/cline-account'
import type { SecretStore } from '../storage/secret-store'
import type { StateManager } from '../storage/state-manager'
import { readEndpoint, searchKeyName } from '../web/search-endpoint'
import { providerStatuses } from './provider-statuses'
import type { StateSources } from './state'

interface Keys extends Pick<StateSources, 'providers'> {
  /** Of every key, by its name. */
  readonly kept: Readonly<Record<string, KeptKey>>
}

export interface AccountViewSources {
  readonly account: ClineAccount
  readonly secrets: SecretStore
  readonly settings: Pick<StateManager, 'getSettings'>
}

/** Keys and the Cline account as the window sees them: what there is, who is signed in, and what is left. Never a key or a token. */
export class AccountView {
  readonly account: ClineAccount
  readonly #sources: AccountViewSources
  readonly #post: (keys: readonly StateKey[]) => void
  #keys: Keys
  #balance: { readonly of: string; readonly amount: number | undefined } | undefined

  constructor(sources: AccountViewSources, keys: Keys, post: (keys: readonly StateKey[]) => void) {
    this.account = sources.account
    this.#sources = sources
    this.#keys = keys
    this.#post = post
  }

  get posted(): Pick<StateSources, 'providers' | 'webSearchKey' | 'account'> {
    const endpoint = readEndpoint(this.#sources.settings.getSettings().webSearchEndpoint)
    const { providers, kept } = this.#keys
    return { providers, webSearchKey: endpoint && kept[searchKeyName(endpoint.url.origin)], account: this.#state() }
  }

  /** A key was stored or forgotten. */
  async readKeys(): Promise<void> {
    this.#keys = await keysOf(this.#sources.secrets)
    this.#post(['providers', 'webSearchKey'])
  }

  /** Asks the API who is signed in and what is left. What is not known is not shown. */
  async refresh(): Promise<void> {
    const { auth, service } = this.account
    if (auth.state.kind === 'signed_in') {
      await service.refreshUser()
      const of = this.#owner()
      const amount = await service.fetchBalance()
      if (of !== undefined && of === this.#owner()) this.#balance = { of, amount }
    }
    this.#post(['account'])
  }

  #state(): AccountState {
    const { state } = this.account.auth
    const known = this.#balance?.of === this.#owner() ? this.#balance?.amount : undefined
    return state.kind === 'signed_in' && known !== undefined ? { ...state, balance: known } : state
  }

  /** Whose money it is: one person may spend that of several organisations. */
  #owner(): string | undefined {
    const { userId, organizationId = '' } = this.account.auth
    return userId === undefined ? undefined : JSON.stringify([userId, organizationId])
  }
}

export async function openAccountView(sources: AccountViewSources, post: (keys: readonly StateKey[]) => void): Promise<AccountView> {
  return new AccountView(sources, await keysOf(sources.secrets), post)
}

const keysOf = async (secrets: SecretStore): Promise<Keys> => ({
  providers: await providerStatuses(secrets),
  kept: await secrets.status(),
})
