import { type AccountState, WEB_SEARCH_SECRET } from '../../shared/account'
import type { StateKey } from '../../shared/extension-state'
import type { ClineAccount } from '../account/cline-account'
import type { SecretStore } from '../storage/secret-store'
import { providerStatuses } from './provider-statuses'
import type { StateSources } from './state'

type Keys = Pick<StateSources, 'providers' | 'webSearchKey'>

/** Keys and the Cline account as the window sees them: what there is, who is signed in, and what is left. Never a key or a token. */
export class AccountView {
  readonly account: ClineAccount
  readonly #secrets: SecretStore
  readonly #post: (keys: readonly StateKey[]) => void
  #keys: Keys
  #balance: number | undefined

  constructor(account: ClineAccount, secrets: SecretStore, keys: Keys, post: (keys: readonly StateKey[]) => void) {
    this.account = account
    this.#secrets = secrets
    this.#keys = keys
    this.#post = post
  }

  get posted(): Keys & Pick<StateSources, 'account'> {
    return { ...this.#keys, account: this.#state() }
  }

  /** A key was stored or forgotten. */
  async readKeys(): Promise<void> {
    this.#keys = await keysOf(this.#secrets)
    this.#post(['providers', 'webSearchKey'])
  }

  /** Asks the API what is left. What is not known is not shown. */
  async refresh(): Promise<void> {
    this.#balance = this.account.auth.state.kind === 'signed_in' ? await this.account.service.fetchBalance() : undefined
    this.#post(['account'])
  }

  #state(): AccountState {
    const { state } = this.account.auth
    return state.kind === 'signed_in' && this.#balance !== undefined ? { ...state, balance: this.#balance } : state
  }
}

export async function openAccountView(
  { account, secrets }: { readonly account: ClineAccount; readonly secrets: SecretStore },
  post: (keys: readonly StateKey[]) => void,
): Promise<AccountView> {
  return new AccountView(account, secrets, await keysOf(secrets), post)
}

const keysOf = async (secrets: SecretStore): Promise<Keys> => ({
  providers: await providerStatuses(secrets),
  webSearchKey: (await secrets.status())[WEB_SEARCH_SECRET],
})
