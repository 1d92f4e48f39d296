import { z } from 'zod'
import { type AnswerReader, protocolError } from './answer-reader'
import { cutShort, type RequestPlace } from './error-sentences'
import { ProviderError } from './provider-error'
import type { ApiStreamEvent, StopReason } from './provider'
import { type CatalogEntry, longPromptCost } from './provider-catalog'

export interface AnthropicAnswer {
  readonly place: RequestPlace
  readonly entry: CatalogEntry | undefined
  readonly requestId: string | undefined
  readonly callId: (id: string) => string
}

/** Turns Anthropic's events into ours. */
export function createAnthropicReader(answer: AnthropicAnswer): AnswerReader {
  const state: State = { ...answer, open: new Map(), lastClosed: undefined, usage: noUsage, stopReason: undefined, hasEnded: false }
  return {
    hasEnded: () => state.hasEnded,
    hasAllContent: () => state.hasEnded,
    read(event) {
      const parsed = Event.safeParse(event)
      if (parsed.success) return readEvent(state, parsed.data)
      // New kinds of events may be added at any time and are to be skipped; a known kind in another shape is no answer.
      if (Envelope.safeParse(event).success) return []
      throw protocolError(answer.place, 'an event that cannot be read', event)
    },
    end() {
      if (!state.hasEnded) throw new ProviderError({ kind: 'network', message: cutShort(answer.place) })
      return []
    },
  }
}

const tokens = z.number().nullish()
const Usage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
})

const index = z.number().int().min(0)
const typed = z.looseObject({ type: z.string() })
const eventKinds = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
] as const

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: Usage.optional() }) }),
  z.object({ type: z.literal('content_block_start'), index, content_block: typed }),
  z.object({ type: z.literal('content_block_delta'), index, delta: typed }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({ type: z.literal('message_delta'), delta: z.object({ stop_reason: z.string().nullish() }), usage: Usage.optional() }),
  z.object({ type: z.literal('message_stop') }),
])
type Event = z.infer<typeof Event>
const Envelope = z.object({ type: z.string().refine((type) => !eventKinds.some((kind) => kind === type)) })

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().default('') }),
  z.object({ type: z.literal('thinking'), thinking: z.string().default(''), signature: z.string().default('') }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string().min(1), input: z.record(z.string(), z.unknown()).default({}) }),
])

/** A block that has begun. Kinds that only the provider's own tools make are `other`: nothing is told of them. */
type OpenBlock =
  | { readonly type: 'text' | 'other' }
  | { readonly type: 'thinking'; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly input: Record<string, unknown>; hasJson: boolean }

interface Totals {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
}
const noUsage: Totals = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 }

interface State extends AnthropicAnswer {
  readonly open: Map<number, OpenBlock>
  lastClosed: OpenBlock['type'] | undefined
  usage: Totals
  stopReason: string | undefined
  hasEnded: boolean
}

function readEvent(state: State, event: Event): ApiStreamEvent[] {
  switch (event.type) {
    case 'message_start':
      return readUsage(state, event.message.usage)
    case 'content_block_start':
      return startBlock(state, event.index, event.content_block)
    case 'content_block_delta':
      return readDelta(state, event.index, event.delta)
    case 'content_block_stop':
      return stopBlock(state, event.index)
    case 'message_delta':
      state.stopReason = event.delta.stop_reason ?? state.stopReason
      return readUsage(state, event.usage)
    case 'message_stop':
      return endMessage(state)
  }
}

/** Numbers are totals so far, in every event: the newer one replaces the older. */
function readUsage(state: State, usage: z.infer<typeof Usage> | undefined): ApiStreamEvent[] {
  if (!usage) return []
  const before = state.usage
  state.usage = {
    inputTokens: usage.input_tokens ?? before.inputTokens,
    outputTokens: usage.output_tokens ?? before.outputTokens,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? before.cacheWriteTokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? before.cacheReadTokens,
  }
  const totalCost = longPromptCost(state.entry, state.usage)
  return [{ type: 'usage', ...state.usage, ...(totalCost !== undefined && { totalCost }) }]
}

function startBlock(state: State, at: number, content: { readonly type: string }): ApiStreamEvent[] {
  if (state.open.has(at)) throw protocolError(state.place, `block ${at} began twice`)
  const block = Block.safeParse(content)
  if (!block.success) {
    if (Block.options.some((option) => option.shape.type.value === content.type))
      throw protocolError(state.place, 'a block that cannot be read', content)
    state.open.set(at, { type: 'other' })
    return []
  }
  const { data } = block
  switch (data.type) {
    case 'text': {
      state.open.set(at, { type: 'text' })
      // Two texts in a row are two paragraphs.
      return text(state.lastClosed === 'text' ? `\n\n${data.text}` : data.text)
    }
    case 'thinking':
      state.open.set(at, { type: 'thinking', signature: data.signature })
      return data.thinking ? [{ type: 'reasoning', text: data.thinking }] : []
    case 'redacted_thinking':
      state.open.set(at, data)
      return []
    case 'tool_use': {
      const id = state.callId(data.id)
      state.open.set(at, { type: 'tool_use', id, input: data.input, hasJson: false })
      return [{ type: 'tool_call_start', id, name: data.name }]
    }
  }
}

const text = (words: string): ApiStreamEvent[] => (words ? [{ type: 'text', text: words }] : [])

function readDelta(state: State, at: number, delta: { readonly type: string; readonly [field: string]: unknown }): ApiStreamEvent[] {
  const block = state.open.get(at)
  const field = (name: string): string => (typeof delta[name] === 'string' ? delta[name] : '')
  switch (block?.type) {
    case undefined:
      throw protocolError(state.place, `a piece of block ${at}, which is not open`)
    case 'text':
      return text(field('text'))
    case 'thinking': {
      block.signature += field('signature')
      const thought = field('thinking')
      return thought ? [{ type: 'reasoning', text: thought }] : []
    }
    case 'tool_use': {
      const json = field('partial_json')
      block.hasJson ||= json !== ''
      return json ? [{ type: 'tool_call_delta', id: block.id, json }] : []
    }
    // Citations, and whatever else may be told of a block one day.
    default:
      return []
  }
}

function stopBlock(state: State, at: number): ApiStreamEvent[] {
  const block = state.open.get(at)
  if (!block) throw protocolError(state.place, `the end of block ${at}, which is not open`)
  state.open.delete(at)
  state.lastClosed = block.type
  switch (block.type) {
    case 'thinking':
      return [{ type: 'reasoning_end', ...(block.signature && { signature: block.signature }) }]
    case 'redacted_thinking':
      return [{ type: 'reasoning_end', redacted: block.data }]
    case 'tool_use':
      return [...wholeInput(block), { type: 'tool_call_end', id: block.id }]
    case 'text':
    case 'other':
      return []
  }
}

/** Some servers that imitate this protocol send the arguments with the start of the block. */
const wholeInput = (block: OpenBlock & { type: 'tool_use' }): ApiStreamEvent[] =>
  block.hasJson || Object.keys(block.input).length === 0
    ? []
    : [{ type: 'tool_call_delta', id: block.id, json: JSON.stringify(block.input) }]

function endMessage(state: State): ApiStreamEvent[] {
  if (state.open.size > 0) throw protocolError(state.place, 'the answer ended inside a block')
  state.hasEnded = true
  const rawReason = state.stopReason ?? 'none'
  const stopReason = Object.hasOwn(stopReasons, rawReason) ? (stopReasons[rawReason] ?? 'other') : 'other'
  return [{ type: 'end', stopReason, rawReason, ...(state.requestId && { requestId: state.requestId }) }]
}

const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'end_turn',
  stop_sequence: 'end_turn',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  model_context_window_exceeded: 'max_tokens',
  refusal: 'refusal',
}
