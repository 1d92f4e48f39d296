/**
 * The conversation as it is stored: neutral, of no provider's shape. Each request is built from it anew
 * (legal-conversation.ts), so that a cut, a cancel or a change of model never leaves an illegal history behind.
 */

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

export interface ImageBlock {
  readonly type: 'image'
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly callId: string
  readonly content: readonly (TextBlock | ImageBlock)[]
  readonly isError: boolean
}

/** Thinking. Only the model that wrote it may see it again: `signature` and `redacted` mean nothing to another. */
export interface ReasoningBlock {
  readonly type: 'reasoning'
  readonly text: string
  readonly signature?: string
  readonly redacted?: string
}

export interface ToolCallBlock {
  readonly type: 'tool_call'
  readonly id: string
  readonly name: string
  /** Parsed arguments; `undefined` when they did not arrive whole, and then the call never ran. */
  readonly input: Record<string, unknown> | undefined
}

export type UserBlock = TextBlock | ImageBlock | ToolResultBlock
export type AssistantBlock = ReasoningBlock | TextBlock | ToolCallBlock

export interface UserTurn {
  readonly role: 'user'
  readonly content: readonly UserBlock[]
}

export interface AssistantTurn {
  readonly role: 'assistant'
  readonly content: readonly AssistantBlock[]
  readonly providerId: string
  readonly modelId: string
}

export type ConversationTurn = UserTurn | AssistantTurn
