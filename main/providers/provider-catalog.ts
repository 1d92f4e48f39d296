import type { ModelChoice, ModelInfo, ProviderId } from '../../shared/models'
import type { CustomModelInfo, ReasoningEffort } from '../../shared/settings'
import catalog from './models.json'

export interface ProviderFacts {
  readonly id: ProviderId
  readonly label: string
  readonly needsKey: boolean
  /** The environment variable that usually holds the key. */
  readonly keyEnv?: string
  /** Without `/v1` for Anthropic and Cline, with it for everyone who speaks OpenAI's protocol. */
  readonly defaultBaseUrl?: string
  /** Absent where the server at hand decides what there is. */
  readonly defaultModelId?: string
}

const providers: { readonly [Id in ProviderId]: ProviderFacts } = {
  anthropic: {
    id: 'anthropic',
    label: 'Anthropic',
    needsKey: true,
    keyEnv: 'ANTHROPIC_API_KEY',
    defaultBaseUrl: 'https://api.anthropic.com',
    defaultModelId: 'claude-sonnet-5-5',
  },
  openai: {
    id: 'openai',
    label: 'OpenAI-compatible',
    needsKey: true,
    keyEnv: 'OPENAI_API_KEY',
    defaultBaseUrl: 'https://api.openai.com/v1',
    defaultModelId: 'gpt-6.1-sol',
  },
  openrouter: {
    id: 'openrouter',
    label: 'OpenRouter',
    needsKey: true,
    keyEnv: 'OPENROUTER_API_KEY',
    defaultBaseUrl: 'https://openrouter.ai/api/v1',
    defaultModelId: 'anthropic/claude-sonnet-5.5',
  },
  cline: {
    id: 'cline',
    label: 'Cline',
    // A sign-in stands in for it.
    needsKey: false,
    keyEnv: 'CLINE_API_KEY',
    defaultBaseUrl: 'https://api.cline.bot',
    defaultModelId: 'anthropic/claude-sonnet-5.5',
  },
  ollama: { id: 'ollama', label: 'Ollama', needsKey: false, keyEnv: 'OLLAMA_API_KEY', defaultBaseUrl: 'http://127.0.0.1:11434/v1' },
  lmstudio: { id: 'lmstudio', label: 'LM Studio', needsKey: false, keyEnv: 'LM_API_KEY', defaultBaseUrl: 'http://127.0.0.1:1234/v1' },
  demo: { id: 'demo', label: 'Demo (a script, no model)', needsKey: false, defaultModelId: 'demo-script' },
}

export const providerFacts = (id: ProviderId): ProviderFacts => providers[id]

/**
 * How a Claude model is told to think. `budget`: by a number of tokens. `adaptive`: by effort, off unless asked.
 * `adaptive_on`: on unless switched off. `adaptive_always`: cannot be switched off.
 */
export type ThinkingKind = 'budget' | 'adaptive' | 'adaptive_on' | 'adaptive_always'

interface Prices {
  readonly inputPrice?: number
  readonly outputPrice?: number
  readonly cacheWritesPrice?: number
  readonly cacheReadsPrice?: number
}

export interface CatalogEntry extends ModelInfo {
  readonly thinking?: string
  /** Efforts the model accepts, for models that reason. */
  readonly efforts?: readonly string[]
  /** Prices of a whole request whose prompt is longer than this. */
  readonly longPrompt?: Prices & { readonly aboveTokens: number }
}

const anthropicModels: Readonly<Record<string, CatalogEntry>> = catalog.anthropic
const openAiModels: Readonly<Record<string, CatalogEntry>> = catalog.openai

/** Models that may be offered without asking the provider. */
export function knownModels(providerId: ProviderId): ModelChoice[] {
  if (providerId === 'demo') return [{ id: 'demo-script', info: demoModel }]
  const models = providerId === 'anthropic' ? anthropicModels : providerId === 'openai' ? openAiModels : {}
  return Object.keys(models).map((id) => ({ id, info: modelInfo(providerId, id) }))
}

/** What is known of a model. A model nobody told us of has no window and no price: they are never guessed. */
export function modelInfo(providerId: ProviderId, modelId: string, custom: CustomModelInfo = {}): ModelInfo {
  const { thinking: _thinking, efforts: _efforts, longPrompt: _longPrompt, ...info } = entryOf(providerId, modelId)
  return { ...info, ...withoutUndefined(custom) }
}

export function catalogEntry(providerId: ProviderId, modelId: string): CatalogEntry | undefined {
  if (providerId === 'anthropic') return lookUp(anthropicModels, modelId)
  return providerId === 'openai' ? lookUp(openAiModels, modelId) : undefined
}

export function thinkingKind(modelId: string): ThinkingKind {
  const kind = lookUp(anthropicModels, modelId)?.thinking
  if (kind === 'budget' || kind === 'adaptive' || kind === 'adaptive_always') return kind
  // Models that are newer than this list think adaptively; other makers' models behind this protocol take a budget.
  return modelId.startsWith('claude-') ? 'adaptive_on' : 'budget'
}

/** The nearest effort the model accepts; `undefined` leaves the choice to the provider. */
export function acceptedEffort(providerId: ProviderId, modelId: string, effort: ReasoningEffort | undefined): ReasoningEffort | undefined {
  const accepted = catalogEntry(providerId, modelId)?.efforts
  if (effort === undefined || !accepted || accepted.includes(effort)) return effort
  const wanted = efforts.indexOf(effort)
  const byDistance = efforts.filter((name) => accepted.includes(name)).toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
  return byDistance[0]
}

const efforts: readonly ReasoningEffort[] = ['none', 'low', 'medium', 'high', 'xhigh']
const distance = (effort: ReasoningEffort, wanted: number): number => Math.abs(efforts.indexOf(effort) - wanted)

/** US dollars of a request that was long enough to be billed at other prices than `ModelInfo` states; else `undefined`. */
export function longPromptCost(
  entry: CatalogEntry | undefined,
  usage: {
    readonly inputTokens: number
    readonly outputTokens: number
    readonly cacheWriteTokens?: number
    readonly cacheReadTokens?: number
  },
): number | undefined {
  const prices = entry?.longPrompt
  const { inputTokens, outputTokens, cacheWriteTokens = 0, cacheReadTokens = 0 } = usage
  if (!prices || inputTokens + cacheWriteTokens + cacheReadTokens <= prices.aboveTokens) return undefined
  const { inputPrice = 0, outputPrice = 0, cacheWritesPrice = inputPrice, cacheReadsPrice = inputPrice } = prices
  const dollars =
    inputTokens * inputPrice + outputTokens * outputPrice + cacheWriteTokens * cacheWritesPrice + cacheReadTokens * cacheReadsPrice
  return dollars / 1_000_000
}

const demoModel: ModelInfo = {
  name: 'Demo script',
  description: 'A fixed script that shows the whole loop on a sample project. It is not a model.',
  supportsPromptCache: false,
  supportsImages: false,
  inputPrice: 0,
  outputPrice: 0,
}

function entryOf(providerId: ProviderId, modelId: string): CatalogEntry {
  switch (providerId) {
    case 'anthropic':
      return lookUp(anthropicModels, modelId) ?? unknownAnthropic(modelId)
    case 'openai':
      return lookUp(openAiModels, modelId) ?? { supportsPromptCache: false }
    case 'openrouter':
    case 'cline':
      return routedModel(modelId)
    case 'ollama':
    case 'lmstudio':
      // Runs on the person's own machine; models that Ollama passes on to its cloud are not free.
      return { supportsPromptCache: false, ...(/[:-]cloud$/.test(modelId) ? {} : { inputPrice: 0, outputPrice: 0 }) }
    case 'demo':
      return demoModel
  }
}

const unknownAnthropic = (modelId: string): CatalogEntry =>
  modelId.startsWith('claude-')
    ? { supportsPromptCache: true, supportsImages: true, supportsReasoning: true, maxTokens: 32_000 }
    : { supportsPromptCache: true }

/** True for those that pass requests on to the makers of models, with the fields that OpenRouter added to the protocol. */
export const isRouter = (providerId: ProviderId): boolean => providerId === 'openrouter' || providerId === 'cline'

/** OpenRouter states the cost with each answer, so only the sizes of the model behind the name are taken over. */
function routedModel(modelId: string): CatalogEntry {
  const [maker = '', name = ''] = modelId.split('/')
  const bare = name.split(':')[0] ?? ''
  const known = maker === 'anthropic' ? lookUp(anthropicModels, bare.replaceAll('.', '-')) : lookUp(openAiModels, bare)
  if (!known || (maker !== 'anthropic' && maker !== 'openai')) return { supportsPromptCache: false }
  const { inputPrice: _in, outputPrice: _out, cacheWritesPrice: _writes, cacheReadsPrice: _reads, longPrompt: _long, ...sizes } = known
  return sizes
}

/** A dated id is the model of that name. */
function lookUp(models: Readonly<Record<string, CatalogEntry>>, modelId: string): CatalogEntry | undefined {
  const undated = modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return Object.hasOwn(models, undated) ? models[undated] : undefined
}

const withoutUndefined = (custom: CustomModelInfo): CustomModelInfo =>
  Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined))
