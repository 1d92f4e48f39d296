import { z } from 'zod'
import { type AnswerReader, protocolError } from './answer-reader'
import { cutShort, type RequestPlace } from './error-sentences'
import { ProviderError } from './provider-error'
import type { ApiStreamEvent, StopReason } from './provider'
import { type CatalogEntry, longPromptCost } from './provider-catalog'
import { type ReasoningMark, writeReasoningMark } from './reasoning-mark'

export interface OpenAiAnswer {
  readonly place: RequestPlace
  readonly entry: CatalogEntry | undefined
  readonly requestId: string | undefined
  readonly callId: (id: string | undefined) => string
  /** Whether the server said that the stream is over. */
  readonly sawDone: () => boolean
}

/** Turns chunks of chat completions into our events, whatever the server leaves out. */
export function createOpenAiReader(answer: OpenAiAnswer): AnswerReader {
  const state: State = { ...answer, calls: [], reasoning: undefined, finishReason: undefined, usage: '' }
  return {
    // The usage comes after the reason, so only the end of the stream is its end.
    hasEnded: () => false,
    read(event) {
      const chunk = Chunk.safeParse(event)
      if (!chunk.success) throw protocolError(answer.place, 'a chunk that cannot be read', event)
      return readChunk(state, chunk.data)
    },
    hasAllContent: () => state.finishReason !== undefined,
    end() {
      if (state.finishReason === undefined && !answer.sawDone())
        throw new ProviderError({ kind: 'network', message: cutShort(answer.place) })
      return endAnswer(state)
    },
  }
}

const text = z.string().nullish()
const ToolDelta = z.object({
  index: z.number().int().min(0).nullish(),
  id: text,
  function: z.object({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish() }).nullish(),
})
type ToolDelta = z.infer<typeof ToolDelta>

const Delta = z.object({
  content: text,
  reasoning: text,
  reasoning_content: text,
  reasoning_details: z.array(z.record(z.string(), z.unknown())).nullish(),
  refusal: text,
  tool_calls: z.array(ToolDelta).nullish(),
})
type Delta = z.infer<typeof Delta>

const count = z.number().nullish()
const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count,
  /** OpenRouter: what it charges, and what the provider behind it charges to one's own key. */
  cost: count,
  cost_details: z.object({ upstream_inference_cost: count }).nullish(),
  is_byok: z.boolean().nullish(),
})

type Usage = z.infer<typeof Usage>

const Chunk = z.object({
  choices: z.array(z.object({ delta: Delta.nullish(), finish_reason: text })).nullish(),
  usage: Usage.nullish(),
})

interface Call {
  readonly id: string
  /** As the server named it, to tell one call from the next. */
  readonly givenId: string | undefined
  readonly index: number | undefined
}

interface State extends OpenAiAnswer {
  readonly calls: Call[]
  reasoning: ReasoningMark | undefined
  finishReason: string | undefined
  /** The last usage as text, so that the same one is not told again with each chunk. */
  usage: string
}

function readChunk(state: State, chunk: z.infer<typeof Chunk>): ApiStreamEvent[] {
  const choice = chunk.choices?.[0]
  const events = choice?.delta ? readDelta(state, choice.delta) : []
  state.finishReason = choice?.finish_reason || state.finishReason
  return chunk.usage ? [...events, ...readUsage(state, chunk.usage)] : events
}

function readDelta(state: State, delta: Delta): ApiStreamEvent[] {
  const events = readReasoning(state, delta)
  const words = delta.content || delta.refusal
  if (words) events.push(...endReasoning(state), { type: 'text', text: words })
  for (const call of delta.tool_calls ?? []) events.push(...endReasoning(state), ...readToolDelta(state, call))
  return events
}

function readReasoning(state: State, delta: Delta): ApiStreamEvent[] {
  const field = delta.reasoning_content ? 'reasoning_content' : 'reasoning'
  const thought = delta[field]
  const details = delta.reasoning_details ?? []
  if (!thought && details.length === 0) return []
  const before = state.reasoning ?? { field }
  state.reasoning = details.length > 0 ? { ...before, details: mergeDetails(before.details ?? [], details) } : before
  return thought ? [{ type: 'reasoning', text: thought }] : []
}

/** Pieces of one detail (same index and type) are joined: the whole is wanted back. */
function mergeDetails(before: readonly Record<string, unknown>[], pieces: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const merged = [...before]
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (last && last['type'] === piece['type'] && last['index'] === piece['index']) merged[merged.length - 1] = joinDetail(last, piece)
    else merged.push(piece)
  }
  return merged
}

function joinDetail(before: Record<string, unknown>, piece: Record<string, unknown>): Record<string, unknown> {
  const joined = { ...before }
  for (const [key, value] of Object.entries(piece)) {
    const grows = (key === 'text' || key === 'summary' || key === 'data') && typeof value === 'string' && typeof joined[key] === 'string'
    if (grows) joined[key] = `${String(joined[key])}${value}`
    else if (value !== null && value !== undefined) joined[key] = value
  }
  return joined
}

function endReasoning(state: State): ApiStreamEvent[] {
  const mark = state.reasoning
  if (!mark) return []
  state.reasoning = undefined
  return [{ type: 'reasoning_end', signature: writeReasoningMark(mark) }]
}

function readToolDelta(state: State, delta: ToolDelta): ApiStreamEvent[] {
  const name = delta.function?.name ?? ''
  const known = findCall(state, delta, name !== '')
  if (!known && !name) throw protocolError(state.place, 'a piece of a tool call that did not begin', delta)
  const { id } = known ?? beginCall(state, delta)
  const json = argumentsOf(delta)
  return [
    ...(known ? [] : [{ type: 'tool_call_start' as const, id, name }]),
    ...(json ? [{ type: 'tool_call_delta' as const, id, json }] : []),
  ]
}

function beginCall(state: State, delta: ToolDelta): Call {
  const call = { id: state.callId(delta.id ?? undefined), givenId: delta.id ?? undefined, index: delta.index ?? undefined }
  state.calls.push(call)
  return call
}

/** Some servers send the arguments parsed. */
function argumentsOf(delta: ToolDelta): string {
  const given = delta.function?.arguments ?? ''
  return typeof given === 'string' ? given : JSON.stringify(given)
}

/**
 * The call that a piece belongs to; none means that a new one begins. Some servers give every call the index 0, or none at
 * all, so another id, or a name where nothing tells the calls apart, begins a new one too.
 */
function findCall(state: State, delta: ToolDelta, hasName: boolean): Call | undefined {
  const { index, id } = delta
  if (index === undefined || index === null) return hasName ? undefined : state.calls.at(-1)
  const known = state.calls.findLast((call) => call.index === index)
  return known && id && known.givenId !== undefined && known.givenId !== id ? undefined : known
}

function readUsage(state: State, usage: Usage): ApiStreamEvent[] {
  const totals = tokensOf(usage)
  const totalCost = statedCost(usage, state.place) ?? longPromptCost(state.entry, totals)
  const event: ApiStreamEvent = { type: 'usage', ...totals, ...(totalCost !== undefined && { totalCost }) }
  const told = JSON.stringify(event)
  if (told === state.usage) return []
  state.usage = told
  return [event]
}

/** The protocol counts cached tokens among those of the prompt. */
function tokensOf(usage: Usage) {
  const cacheReadTokens = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0
  const cacheWriteTokens = usage.prompt_tokens_details?.cache_write_tokens ?? 0
  const inputTokens = Math.max(0, (usage.prompt_tokens ?? 0) - cacheReadTokens - cacheWriteTokens)
  return { inputTokens, outputTokens: usage.completion_tokens ?? 0, cacheReadTokens, cacheWriteTokens }
}

/** Cline pays the provider behind it apart from what it charges, as OpenRouter does with a key of one's own. */
function statedCost(usage: Usage, { providerId }: RequestPlace): number | undefined {
  if (typeof usage.cost !== 'number') return undefined
  return usage.cost + (usage.is_byok || providerId === 'cline' ? (usage.cost_details?.upstream_inference_cost ?? 0) : 0)
}

function endAnswer(state: State): ApiStreamEvent[] {
  const rawReason = state.finishReason ?? 'none'
  return [
    ...endReasoning(state),
    ...state.calls.map((call) => ({ type: 'tool_call_end' as const, id: call.id })),
    { type: 'end', stopReason: stopReason(state), rawReason, ...(state.requestId && { requestId: state.requestId }) },
  ]
}

/** Some servers say `stop`, or nothing, after tool calls. */
function stopReason({ finishReason, calls }: State): StopReason {
  switch (finishReason) {
    case undefined:
    case 'stop':
    case 'tool_calls':
    case 'function_call':
      return calls.length > 0 ? 'tool_use' : 'end_turn'
    case 'length':
      return 'max_tokens'
    case 'content_filter':
      return 'refusal'
    default:
      return 'other'
  }
}
