import { z } from 'zod'
import type { ModelChoice, ModelInfo } from '../../shared/models'
import type { HandlerChoice } from './handler-choice'
import { modelInfo } from './provider-catalog'

/** What the lists of the providers say of their models, joined with what is known of them here. */

const amount = z.number().positive().nullish().catch(undefined)
const AnthropicModel = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  max_input_tokens: amount,
  max_tokens: amount,
})

const price = z.string().nullish().catch(undefined)
const OpenAiModel = z.object({
  id: z.string(),
  name: z.string().nullish().catch(undefined),
  /** OpenRouter, and servers that imitate it. */
  context_length: amount,
  /** vLLM. */
  max_model_len: amount,
  /** LM Studio. */
  max_context_length: amount,
  top_provider: z.object({ max_completion_tokens: amount }).nullish().catch(undefined),
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .nullish()
    .catch(undefined),
  pricing: z.object({ prompt: price, completion: price, input_cache_read: price, input_cache_write: price }).nullish().catch(undefined),
})
type OpenAiModel = z.infer<typeof OpenAiModel>

/** The entries of a list that can be read; the others are left out. `undefined` when it is no list at all. */
export function readModels({ place }: HandlerChoice, answer: unknown): ModelChoice[] | undefined {
  const list = z.object({ data: z.array(z.unknown()).nullable() }).safeParse(answer)
  if (!list.success) return undefined
  const read = place.providerId === 'anthropic' ? readAnthropic : (entry: unknown) => readOpenAi(place.providerId, entry)
  return (list.data.data ?? []).flatMap((entry) => read(entry) ?? [])
}

function readAnthropic(entry: unknown): ModelChoice | undefined {
  const model = AnthropicModel.safeParse(entry)
  if (!model.success) return undefined
  const { id, display_name, max_input_tokens, max_tokens } = model.data
  const known = modelInfo('anthropic', id)
  return {
    id,
    info: withKnown(known, {
      name: known.name ?? display_name,
      contextWindow: known.contextWindow ?? max_input_tokens,
      maxTokens: max_tokens,
    }),
  }
}

function readOpenAi(providerId: HandlerChoice['place']['providerId'], entry: unknown): ModelChoice | undefined {
  const model = OpenAiModel.safeParse(entry)
  if (!model.success) return undefined
  const { data } = model
  const modalities = data.architecture?.input_modalities
  const told = {
    name: data.name,
    contextWindow: data.context_length ?? data.max_model_len ?? data.max_context_length,
    maxTokens: data.top_provider?.max_completion_tokens,
    supportsImages: modalities?.includes('image'),
    ...pricesOf(data),
  }
  return { id: data.id, info: withKnown(modelInfo(providerId, data.id), told) }
}

/** OpenRouter states prices per token, as text. */
function pricesOf({ pricing }: OpenAiModel): Partial<Record<keyof ModelInfo, number | undefined>> {
  const perMillion = (text: string | null | undefined): number | undefined => {
    const dollars = Number(text ?? Number.NaN)
    return dollars >= 0 ? Number((dollars * 1_000_000).toPrecision(6)) : undefined
  }
  return {
    inputPrice: perMillion(pricing?.prompt),
    outputPrice: perMillion(pricing?.completion),
    cacheReadsPrice: perMillion(pricing?.input_cache_read),
    cacheWritesPrice: perMillion(pricing?.input_cache_write),
  }
}

function withKnown(known: ModelInfo, told: Partial<Record<keyof ModelInfo, string | number | boolean | null | undefined>>): ModelInfo {
  const certain = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined && value !== null))
  return { ...known, ...certain }
}
