import { type SecretName, WEB_SEARCH_SECRET } from '../../shared/account'
import type { Handlers } from '../../shared/ipc'
import type { ProviderId } from '../../shared/models'
import { checkProvider } from '../providers/check-provider'
import { findLocalServers } from '../providers/find-local-servers'
import type { SecretStore } from '../storage/secret-store'
import type { StateManager } from '../storage/state-manager'
import { mayGetKey, readEndpoint, type SearchEndpoint, searchKeyName } from '../web/search-endpoint'
import type { AccountView } from './account-view'
import { CallError } from './call-error'
import { baseUrlOf } from './choose-model'
import type { Notices } from './notices'

export interface AccountParts {
  readonly settings: StateManager
  readonly secrets: SecretStore
  readonly notices: Notices
  readonly accountView: AccountView
  /** The window's list of providers is to be made anew. */
  readonly providersChanged: () => Promise<void>
  readonly openExternal: (url: string) => Promise<void>
}

type AccountHandlers = Pick<
  Handlers,
  'settings.update' | 'secret.set' | 'secret.delete' | 'provider.check' | 'servers.find' | 'link.open' | 'notice.dismiss'
>

/** Settings, keys and providers. */
export function accountCalls({ settings, secrets, notices, accountView, providersChanged, openExternal }: AccountParts): AccountHandlers {
  return {
    'settings.update': ({ patch }) => {
      const refused = settings.update(patch)
      if (refused.length > 0) throw new CallError('bad_input', `Not saved, because the value does not fit: ${refused.join(', ')}.`)
      return null
    },
    'secret.set': async ({ provider, address, key, keep }) => {
      if (provider === WEB_SEARCH_SECRET && !mayGetKey(endpointAt(address)))
        throw new CallError('bad_input', 'A key is not sent over an open connection: give the address with https first.')
      const result = await secrets.set(nameOfKey(provider, address), key.trim(), keep)
      await providersChanged()
      return result
    },
    'secret.delete': async ({ provider, address }) => {
      await secrets.delete(nameOfKey(provider, address))
      await providersChanged()
      return null
    },
    'provider.check': async ({ provider }) =>
      provider === 'cline'
        ? { ...(await accountView.account.service.check()), models: [] }
        : checkProvider(await choiceFor(provider, settings, secrets)),
    'servers.find': () => findLocalServers(),
    'link.open': async ({ url }) => {
      if (!/^https?:\/\//i.test(url)) throw new CallError('refused', 'Only web addresses can be opened.')
      await openExternal(url)
      return null
    },
    'notice.dismiss': ({ id }) => {
      notices.withdraw(id)
      return null
    },
  }
}

function nameOfKey(provider: SecretName, address: string | undefined): string {
  return provider === WEB_SEARCH_SECRET ? searchKeyName(endpointAt(address).url.origin) : provider
}

function endpointAt(address = ''): SearchEndpoint {
  const endpoint = readEndpoint(address)
  if (!endpoint) throw new CallError('bad_input', 'A key of a search service is kept for its address: enter that first.')
  return endpoint
}

async function choiceFor(providerId: ProviderId, settings: StateManager, secrets: SecretStore) {
  const stored = await secrets.get(providerId)
  if (stored.kind === 'sealed') throw new CallError('refused', `The key is sealed by ${stored.backend}, which cannot be opened now.`)
  const current = settings.getSettings()
  const baseUrl = baseUrlOf(current, providerId)
  const { actModeApiProvider, actModeApiModelId, openAiHeaders } = current.apiConfiguration
  return {
    providerId,
    ...(actModeApiProvider === providerId && actModeApiModelId ? { modelId: actModeApiModelId } : {}),
    ...(baseUrl ? { baseUrl } : {}),
    ...(providerId === 'openai' && openAiHeaders ? { headers: openAiHeaders } : {}),
    ...(stored.kind === 'found' ? { apiKey: stored.key } : {}),
  }
}
