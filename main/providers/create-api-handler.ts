import type { ProviderId } from '../../shared/models'
import type { CustomModelInfo } from '../../shared/settings'
import type { ClineAccess } from './cline'
import { type HandlerChoice, isOpenAiReasoner } from './handler-choice'
import type { ApiHandler } from './provider'
import { modelInfo, providerFacts } from './provider-catalog'
import { limitsFor } from './request-watch'

/** A provider and a model, as settings and options name them. */
export interface ApiChoice {
  readonly providerId: ProviderId
  readonly modelId: string
  /** Without `/v1` for Anthropic and Cline, with it for everyone else; the provider's own unless given. */
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly customModelInfo?: CustomModelInfo
  readonly requestTimeoutMs?: number
}

/**
 * One provider with one model, ready to be asked. Never fails on a wrong choice: the first request does, with a sentence.
 * The SDK behind it is loaded here and not before. `account` is the sign-in of the provider `cline`.
 */
export async function createApiHandler(choice: ApiChoice, account?: ClineAccess): Promise<ApiHandler> {
  const resolved = resolveChoice(choice)
  switch (choice.providerId) {
    case 'anthropic':
      return (await import('./anthropic')).createAnthropicHandler(resolved)
    case 'openai': {
      const { createResponsesHandler, prefersResponses } = await import('./openai-responses')
      if (prefersResponses(resolved)) return createResponsesHandler(resolved)
      return (await import('./openai-compatible')).createOpenAiHandler(resolved)
    }
    case 'cline':
      return (await import('./cline')).createClineHandler(resolved, account)
    case 'openrouter':
    case 'ollama':
    case 'lmstudio':
      return (await import('./openai-compatible')).createOpenAiHandler(resolved)
    case 'demo':
      return (await import('./demo')).createDemoHandler()
  }
}

/** Loads a provider's SDK ahead of its first use, beside other work: the import is what a first request waits for. */
export async function warmUpProvider(providerId: ProviderId): Promise<void> {
  if (providerId === 'anthropic') await import('./anthropic')
  else if (providerId === 'cline') await import('./cline')
  else if (providerId !== 'demo') await import('./openai-compatible')
}

/** Fills in what the choice leaves open. */
export function resolveChoice(choice: ApiChoice): HandlerChoice {
  const { providerId, modelId } = choice
  const facts = providerFacts(providerId)
  const apiKey = choice.apiKey?.trim() || undefined
  const place = {
    providerId,
    label: facts.label,
    baseUrl: normalBaseUrl(providerId, choice.baseUrl?.trim() || facts.defaultBaseUrl || ''),
    modelId,
    hasKey: apiKey !== undefined,
    secrets: [apiKey ?? '', ...Object.values(choice.headers ?? {})].filter((secret) => secret !== ''),
  }
  const model = { id: modelId, info: modelInfo(providerId, modelId, choice.customModelInfo) }
  const limits = limitsFor(choice.requestTimeoutMs, isOpenAiReasoner({ place, model }))
  return { place, model, apiKey, headers: choice.headers ?? {}, limits }
}

/** What people enter comes with and without `/v1`, with a slash at its end, and without `http://` before it. */
function normalBaseUrl(providerId: ProviderId, given: string): string {
  const url = withoutPassword(withScheme(given)).replace(/\/+$/, '')
  if (providerId === 'anthropic') return url.replace(/\/v1$/, '')
  if (providerId === 'cline') return `${url.replace(/\/v1$/, '')}/api/v1`
  const isLocal = providerId === 'ollama' || providerId === 'lmstudio'
  return isLocal && URL.canParse(url) && new URL(url).pathname === '/' ? `${url}/v1` : url
}

function withScheme(given: string): string {
  if (given.includes('://') || !/^[\w.-]+(?::\d+)?(?:\/|$)/.test(given)) return given
  return /^(?:localhost|127\.|10\.|192\.168\.)/.test(given) ? `http://${given}` : `https://${given}`
}

/** `fetch` refuses such addresses, and this one is shown in messages. */
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}
