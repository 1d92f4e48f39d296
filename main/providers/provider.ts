import type { ModelInfo } from '../../shared/models'
import type { ReasoningEffort } from '../../shared/settings'
import type { ConversationTurn } from './conversation'

/** One tool as a model is told of it. `inputSchema` is a JSON schema of type object. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: Record<string, unknown>
}

export interface ApiRequest {
  readonly systemPrompt: string
  /** The whole conversation, neutral; the handler makes it legal for its own protocol. */
  readonly conversation: readonly ConversationTurn[]
  readonly tools: readonly ToolDefinition[]
  /** Tokens that may be spent on thinking; 0 or absent means none. */
  readonly thinkingBudgetTokens?: number
  readonly reasoningEffort?: ReasoningEffort
  /** The task's ULID, for providers that route or cache by it. */
  readonly taskId: string
}

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal' | 'other'

/**
 * What a model's answer is made of, in order. Every tool call is `tool_call_start`, any number of
 * `tool_call_delta`, `tool_call_end` (also for a call without arguments). A stream that ends without `end` was cut.
 */
export type ApiStreamEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  /** Closes one thinking block; carries what the provider wants to see again. */
  | { readonly type: 'reasoning_end'; readonly signature?: string; readonly redacted?: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_call_delta'; readonly id: string; readonly json: string }
  | { readonly type: 'tool_call_end'; readonly id: string }
  /** Totals of this request so far (the last one holds). `inputTokens` excludes cached tokens. `totalCost` in US dollars if the provider states it. */
  | {
      readonly type: 'usage'
      readonly inputTokens: number
      readonly outputTokens: number
      readonly cacheWriteTokens?: number
      readonly cacheReadTokens?: number
      readonly totalCost?: number
    }
  | { readonly type: 'end'; readonly stopReason: StopReason; readonly rawReason: string; readonly requestId?: string }

/** One provider with one model, ready to be asked. Holds no state between requests. */
export interface ApiHandler {
  readonly providerId: string
  getModel(): { readonly id: string; readonly info: ModelInfo }
  /**
   * Streams one answer. Makes exactly one request and never retries (the task does, before anything was shown).
   * Rejects with a ProviderError, or with the signal's reason once it is aborted, within 100 ms also when no bytes arrive.
   */
  createMessage(request: ApiRequest, signal: AbortSignal): AsyncIterable<ApiStreamEvent>
}
