import { z } from 'zod'
import { type AnswerReader, protocolError } from './answer-reader'
import { cutShort, type RequestPlace } from './error-sentences'
import { ProviderError } from './provider-error'
import type { ApiStreamEvent, StopReason } from './provider'
import { type CatalogEntry, longPromptCost } from './provider-catalog'
import { ReasoningItem } from './responses-request'

export interface ResponsesAnswer {
  readonly place: RequestPlace
  readonly entry: CatalogEntry | undefined
  readonly requestId: string | undefined
  readonly callId: (id: string) => string
}

/** Turns the events of OpenAI's Responses API into ours. */
export function createResponsesReader(answer: ResponsesAnswer): AnswerReader {
  const state: State = { ...answer, calls: new Map(), hasCalls: false, hasEnded: false }
  return {
    hasEnded: () => state.hasEnded,
    hasAllContent: () => state.hasEnded,
    read(event) {
      const kind = Kind.safeParse(event)
      if (!kind.success) throw protocolError(answer.place, 'an event that cannot be read', event)
      // There are dozens of other kinds, and most repeat what was told already.
      if (!eventKinds.has(kind.data.type)) return []
      const parsed = Event.safeParse(event)
      if (!parsed.success) throw protocolError(answer.place, 'an event that cannot be read', event)
      return readEvent(state, parsed.data)
    },
    end() {
      if (!state.hasEnded) throw new ProviderError({ kind: 'network', message: cutShort(answer.place) })
      return []
    },
  }
}

const Kind = z.object({ type: z.string() })
const position = { output_index: z.number().int().min(0) }
const item = z.looseObject({ type: z.string() })
const count = z.number().nullish()

const Response = z.object({
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.unknown().optional(),
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
    })
    .nullish(),
})
type Response = z.infer<typeof Response>

const deltaOf = <Type extends string>(type: Type) => z.object({ type: z.literal(type), ...position, delta: z.string() })
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response.output_item.added'), ...position, item }),
  z.object({ type: z.literal('response.output_item.done'), ...position, item }),
  deltaOf('response.output_text.delta'),
  deltaOf('response.refusal.delta'),
  deltaOf('response.reasoning_text.delta'),
  deltaOf('response.reasoning_summary_text.delta'),
  deltaOf('response.function_call_arguments.delta'),
  z.object({ type: z.literal('response.completed'), response: Response }),
  z.object({ type: z.literal('response.incomplete'), response: Response }),
  z.object({ type: z.literal('response.failed'), response: Response }),
])
type Event = z.infer<typeof Event>
const eventKinds: ReadonlySet<string> = new Set(Event.options.map((option) => option.shape.type.value))

const FunctionCall = z.object({ call_id: z.string(), name: z.string().min(1), arguments: z.string().nullish() })

interface State extends ResponsesAnswer {
  /** Calls that have begun and not ended, by their place in the output. */
  readonly calls: Map<number, { readonly id: string; hasJson: boolean }>
  hasCalls: boolean
  hasEnded: boolean
}

function readEvent(state: State, event: Event): ApiStreamEvent[] {
  switch (event.type) {
    case 'response.output_item.added':
      return event.item.type === 'function_call' ? beginCall(state, event.output_index, event.item) : []
    case 'response.output_item.done':
      return endItem(state, event.output_index, event.item)
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return event.delta ? [{ type: 'text', text: event.delta }] : []
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return event.delta ? [{ type: 'reasoning', text: event.delta }] : []
    case 'response.function_call_arguments.delta':
      return readArguments(state, event.output_index, event.delta)
    case 'response.completed':
    case 'response.incomplete':
      return endAnswer(state, event.response)
    case 'response.failed':
      // In the shape of an error of the SDK: it is classed like one.
      throw Object.assign(new Error('response.failed'), { status: undefined, headers: undefined, error: event.response.error ?? {} })
  }
}

function beginCall(state: State, at: number, given: unknown): ApiStreamEvent[] {
  const call = FunctionCall.safeParse(given)
  if (!call.success || state.calls.has(at)) throw protocolError(state.place, 'a call that cannot be read', given)
  const id = state.callId(call.data.call_id)
  state.calls.set(at, { id, hasJson: false })
  state.hasCalls = true
  return [{ type: 'tool_call_start', id, name: call.data.name }]
}

function readArguments(state: State, at: number, json: string): ApiStreamEvent[] {
  const call = state.calls.get(at)
  if (!call) throw protocolError(state.place, `a piece of call ${at}, which did not begin`)
  call.hasJson ||= json !== ''
  return json ? [{ type: 'tool_call_delta', id: call.id, json }] : []
}

function endItem(state: State, at: number, given: { readonly type: string }): ApiStreamEvent[] {
  if (given.type === 'reasoning') return endReasoning(given)
  if (given.type !== 'function_call') return []
  const begun = state.calls.has(at) ? [] : beginCall(state, at, given)
  const call = state.calls.get(at)
  const whole = FunctionCall.safeParse(given)
  if (!call || !whole.success) throw protocolError(state.place, 'a call that cannot be read', given)
  state.calls.delete(at)
  const json = call.hasJson ? '' : (whole.data.arguments ?? '')
  return [...begun, ...(json ? [{ type: 'tool_call_delta' as const, id: call.id, json }] : []), { type: 'tool_call_end', id: call.id }]
}

function endReasoning(given: unknown): ApiStreamEvent[] {
  const thought = ReasoningItem.safeParse(given)
  return [{ type: 'reasoning_end', ...(thought.success && { signature: JSON.stringify(thought.data) }) }]
}

function endAnswer(state: State, response: Response): ApiStreamEvent[] {
  if (state.calls.size > 0 && !response.incomplete_details) throw protocolError(state.place, 'the answer ended inside a call')
  state.hasEnded = true
  const rawReason = response.incomplete_details?.reason ?? 'completed'
  return [
    ...readUsage(state, response),
    { type: 'end', stopReason: stopReason(rawReason, state.hasCalls), rawReason, ...(state.requestId && { requestId: state.requestId }) },
  ]
}

function stopReason(raw: string, hasCalls: boolean): StopReason {
  if (raw === 'completed') return hasCalls ? 'tool_use' : 'end_turn'
  if (raw === 'max_output_tokens') return 'max_tokens'
  return raw === 'content_filter' ? 'refusal' : 'other'
}

function readUsage(state: State, { usage }: Response): ApiStreamEvent[] {
  if (!usage) return []
  const cacheReadTokens = usage.input_tokens_details?.cached_tokens ?? 0
  const cacheWriteTokens = usage.input_tokens_details?.cache_write_tokens ?? 0
  const inputTokens = Math.max(0, (usage.input_tokens ?? 0) - cacheReadTokens - cacheWriteTokens)
  const totals = { inputTokens, outputTokens: usage.output_tokens ?? 0, cacheReadTokens, cacheWriteTokens }
  const totalCost = longPromptCost(state.entry, totals)
  return [{ type: 'usage', ...totals, ...(totalCost !== undefined && { totalCost }) }]
}
