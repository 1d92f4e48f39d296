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
  const plan = mode === 'plan' && settings.planActSeparateModelsSetting
  const providerId = (plan ? api.planModeApiProvider : undefined) ?? api.actModeApiProvider
  if (providerId === undefined) return undefined
  const modelId = plan && api.planModeApiProvider !== undefined ? api.planModeApiModelId : api.actModeApiModelId
  const baseUrl = baseUrlOf(settings, providerId)
  return {
    providerId,
    ...(modelId ? { modelId } : {}),
    ...(baseUrl ? { baseUrl } : {}),
    ...(providerId === 'openai' && api.openAiHeaders ? { headers: api.openAiHeaders } : {}),
    ...(api.openAiModelInfo && providerId !== 'anthropic' ? { customModelInfo: api.openAiModelInfo } : {}),
    ...(api.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: api.requestTimeoutMs }),
  }
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
