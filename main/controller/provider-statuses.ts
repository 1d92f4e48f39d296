import { providerIds, type ProviderStatus } from '../../shared/models'
import { knownModels, providerFacts } from '../providers/provider-catalog'
import type { SecretStore } from '../storage/secret-store'

/** What the window may know of each provider: whether there is a key, never the key. */
export async function providerStatuses(secrets: SecretStore): Promise<ProviderStatus[]> {
  const kept = await secrets.status()
  return providerIds.map((id) => {
    const { label, needsKey, defaultModelId } = providerFacts(id)
    const key = kept[id]
    return {
      id,
      label,
      needsKey,
      hasKey: key !== undefined,
      models: knownModels(id),
      ...(key ? { keyHint: key.hint, keyBackend: key.backend } : {}),
      ...(defaultModelId === undefined ? {} : { defaultModelId }),
    }
  })
}
