import type { ProviderId, ProviderStatus } from '../../../shared/models'
import type { ApiConfiguration } from '../../../shared/settings'

export interface ProviderChoice {
  readonly id: ProviderId
  readonly label: string
  readonly takesKey: boolean
  /** The setting that holds its address, where a person may set one. */
  readonly addressKey?: 'anthropicBaseUrl' | 'openAiBaseUrl' | 'ollamaBaseUrl' | 'lmStudioBaseUrl'
  /** An address that people will recognise. */
  readonly addressExample?: string
  readonly addressNeeded?: boolean
}

/** The providers in the order they are offered. */
export const providerChoices: readonly ProviderChoice[] = [
  { id: 'anthropic', label: 'Anthropic', takesKey: true, addressKey: 'anthropicBaseUrl', addressExample: 'https://api.anthropic.com' },
  {
    id: 'openai',
    label: 'OpenAI compatible',
    takesKey: true,
    addressKey: 'openAiBaseUrl',
    addressExample: 'https://api.openai.com/v1',
    addressNeeded: true,
  },
  { id: 'openrouter', label: 'OpenRouter', takesKey: true },
  { id: 'cline', label: 'Cline (with an account)', takesKey: false },
  { id: 'ollama', label: 'Ollama', takesKey: false, addressKey: 'ollamaBaseUrl', addressExample: 'http://localhost:11434' },
  { id: 'lmstudio', label: 'LM Studio', takesKey: false, addressKey: 'lmStudioBaseUrl', addressExample: 'http://localhost:1234' },
  { id: 'demo', label: 'Demo (a script, not a model)', takesKey: false },
]

export const choiceOf = (id: ProviderId): ProviderChoice | undefined => providerChoices.find((choice) => choice.id === id)

/** Those that a person brings a key for. */
export const keyProviders = providerChoices.filter((choice) => choice.takesKey)

/** The names of a mode's settings. */
export const modeKeys = {
  plan: {
    provider: 'planModeApiProvider',
    model: 'planModeApiModelId',
    effort: 'planModeReasoningEffort',
    budget: 'planModeThinkingBudgetTokens',
  },
  act: {
    provider: 'actModeApiProvider',
    model: 'actModeApiModelId',
    effort: 'actModeReasoningEffort',
    budget: 'actModeThinkingBudgetTokens',
  },
} as const satisfies Record<'plan' | 'act', Record<string, keyof ApiConfiguration>>

/** What is wrong with a typed address, as a sentence. An empty one means the provider's own. */
export function addressProblem(text: string): string | undefined {
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return undefined
  return 'This is not a web address. It starts with https:// or http://, as in https://api.example.com/v1.'
}

/** Where the key of a provider is kept, as a sentence. */
export function keyPlace({ hasKey, keyHint, keyBackend }: Pick<ProviderStatus, 'hasKey' | 'keyHint' | 'keyBackend'>): string {
  if (!hasKey) return 'No key is stored yet.'
  if (keyBackend === 'memory') return `${keyHint ? `The key that ends in ${keyHint}` : 'The key'} is forgotten when you quit.`
  const which = keyHint ? `The key that ends in ${keyHint}` : 'A key'
  return `${which} is kept ${placeOf(keyBackend)}.`
}

/** The place of a key in words: `memory` and `file` are ours, anything else is the name of a keychain. */
export function placeOf(backend: string | undefined): string {
  if (backend === 'memory') return 'only until you quit'
  if (backend === 'file' || backend === undefined) return 'in a file that only you can read'
  return `in ${backend}`
}
