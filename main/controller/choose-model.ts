import type { CustomModelInfo, Mode, Settings } from '../../shared/settings'
import type { ProviderId } from '../../shared/models'

/** Which model answers, and where. Without its key. */
export interface ModelSelection {
  readonly providerId: ProviderId
  /** Absent: the provider's default. */
  readonly modelId?: string
  readonly baseUrl?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly customModelInfo?: CustomModelInfo
  readonly requestTimeoutMs?: number
}

/** The model that a mode's settings name. Undefined while nothing is set up. */
export function selectModel(settings: Settings, mode: Mode): ModelSelection | undefined {
  const { apiConfiguration: api } = settings
  const named = modelOfMode(settings, mode)
  if (!named) return undefined
  const baseUrl = baseUrlOf(settings, named.providerId)
  return {
    ...named,
    ...(baseUrl ? { baseUrl } : {}),
    ...(named.providerId === 'openai' && api.openAiHeaders ? { headers: api.openAiHeaders } : {}),
    ...(named.providerId !== 'anthropic' && api.openAiModelInfo ? { customModelInfo: api.openAiModelInfo } : {}),
    ...(api.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: api.requestTimeoutMs }),
  }
}

/** Plan mode has a model of its own only when that is switched on and one is named. */
function modelOfMode(settings: Settings, mode: Mode): Pick<ModelSelection, 'providerId' | 'modelId'> | undefined {
  const { apiConfiguration: api } = settings
  const plan = mode === 'plan' && settings.planActSeparateModelsSetting && api.planModeApiProvider !== undefined
  const providerId = plan ? api.planModeApiProvider : api.actModeApiProvider
  const modelId = plan ? api.planModeApiModelId : api.actModeApiModelId
  if (providerId === undefined) return undefined
  return modelId ? { providerId, modelId } : { providerId }
}

/** The address that a person set for this provider, if any. */
export function baseUrlOf(settings: Settings, providerId: ProviderId): string | undefined {
  const { apiConfiguration: api } = settings
  switch (providerId) {
    case 'anthropic':
      return api.anthropicBaseUrl
    case 'openai':
      return api.openAiBaseUrl
    case 'ollama':
      return api.ollamaBaseUrl
    case 'lmstudio':
      return api.lmStudioBaseUrl
    default:
      return undefined
  }
}
