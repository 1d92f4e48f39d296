import type { ModelChoice, ProviderId } from '../../shared/models'
import { classifyError } from './classify-error'
import { type ApiChoice, resolveChoice } from './create-api-handler'
import { nameOf, wrongAddress } from './error-sentences'
import { type HandlerChoice, refuseUnusableChoice } from './handler-choice'
import { readModels } from './list-models'
import { knownModels } from './provider-catalog'
import { ProviderError } from './provider-error'
import { startWatch } from './request-watch'

/** A provider as it is set up; the model may not be chosen yet. */
export type ProviderChoice = Omit<ApiChoice, 'modelId'> & { readonly modelId?: string }

export interface ProviderCheck {
  readonly works: boolean
  /** One sentence for people. */
  readonly message: string
  readonly models: ModelChoice[]
}

const CHECK_MS = 15_000

/** Tries key and address by asking for the list of models, which costs nothing. Rejects only for a mistake of ours. */
export async function checkProvider(choice: ProviderChoice, signal = new AbortController().signal): Promise<ProviderCheck> {
  if (choice.providerId === 'demo') return demoCheck
  const resolved = resolveChoice({ ...choice, modelId: choice.modelId ?? '' })
  const watch = startWatch(signal, { firstEventMs: CHECK_MS, idleMs: CHECK_MS, answerMs: CHECK_MS }, resolved.place)
  try {
    refuseUnusableChoice(resolved, choice.providerId === 'anthropic' || choice.providerId === 'openrouter')
    return await watch.guard(listModels(resolved, watch.signal))
  } catch (error) {
    const known = classifyError(error, resolved.place)
    if (!(known instanceof ProviderError)) throw error
    return { works: false, message: known.facts.message, models: knownModels(choice.providerId) }
  } finally {
    watch.stop()
  }
}

const demoCheck: ProviderCheck = {
  works: true,
  message: 'The demo is a script that comes with the app: it needs no key and no network.',
  models: knownModels('demo'),
}

async function listModels(choice: HandlerChoice, signal: AbortSignal): Promise<ProviderCheck> {
  const client = await openClient(choice)
  // OpenRouter's list of models is open to all: only this tells whether the key is good.
  if (choice.place.providerId === 'openrouter') await client.get('/key', signal)
  const models = readModels(choice, await client.get(listPath(choice.place.providerId), signal))
  if (!models) return { works: false, message: wrongAddress(choice.place, 'something else than a list of models'), models: [] }
  return { works: models.length > 0, message: describe(choice, models), models }
}

const listPath = (providerId: ProviderId): string => (providerId === 'anthropic' ? '/v1/models?limit=1000' : '/models')

function describe({ place }: HandlerChoice, models: readonly ModelChoice[]): string {
  const who = nameOf(place)
  if (models.length === 0)
    return `${who} answers, but has no model${place.providerId === 'ollama' ? ': fetch one with "ollama pull"' : ' to offer'}.`
  const missing = place.modelId !== '' && !models.some((model) => model.id === place.modelId)
  const count = models.length === 1 ? 'one model' : `${models.length} models`
  return missing ? `${who} answers and offers ${count}, but ${place.modelId} is not among them.` : `${who} answers and offers ${count}.`
}

interface GetClient {
  get(path: string, signal: AbortSignal): Promise<unknown>
}

async function openClient(choice: HandlerChoice): Promise<GetClient> {
  const { createTransport } = await import('./transport')
  const transport = createTransport(choice.place, 'json')
  if (choice.place.providerId === 'anthropic') {
    const client = (await import('./anthropic')).createAnthropicClient(choice, transport)
    return { get: (path, signal) => client.get(path, { signal }) }
  }
  const client = (await import('./openai-compatible')).createOpenAiClient(choice, transport)
  return { get: (path, signal) => client.get(path, { signal }) }
}
