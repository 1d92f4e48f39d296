import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages'
import type { ReasoningBlock } from './conversation'
import type { HandlerChoice } from './handler-choice'
import type { LegalUserBlock } from './legal-blocks'
import { createLegalConversation, type LegalAssistantTurn, type LegalTurn, type LegalUserTurn } from './legal-conversation'
import type { ApiRequest, ToolDefinition } from './provider'
import { thinkingKind } from './provider-catalog'

type Params = MessageCreateParamsStreaming

/** Builds requests for one model. Turns are converted once and remembered by identity. */
export function createAnthropicRequests(choice: HandlerChoice): (request: ApiRequest) => Params {
  const makeLegal = createLegalConversation({
    providerId: choice.place.providerId,
    modelId: choice.model.id,
    supportsImages: choice.model.info.supportsImages ?? true,
    keepsReasoning: (block) => block.signature !== undefined || block.redacted !== undefined,
    maxCallIdLength: 64,
  })
  const converted = new WeakMap<LegalTurn, MessageParam>()
  const convert = (turn: LegalTurn): MessageParam => {
    const known = converted.get(turn)
    if (known) return known
    const message = turn.role === 'user' ? userMessage(turn) : assistantMessage(turn)
    converted.set(turn, message)
    return message
  }
  return (request) => {
    const turns = makeLegal(request.conversation)
    return {
      model: choice.model.id,
      max_tokens: maxTokens(choice),
      stream: true,
      ...(request.systemPrompt && { system: [{ type: 'text', text: request.systemPrompt, cache_control: { type: 'ephemeral' } }] }),
      messages: withCachePoints(turns.map(convert)),
      ...(request.tools.length > 0 && { tools: request.tools.map(toolParam) }),
      ...thinkingParams(request, choice, turns),
    }
  }
}

const DEFAULT_MAX_TOKENS = 8192

const maxTokens = (choice: HandlerChoice): number => choice.model.info.maxTokens ?? DEFAULT_MAX_TOKENS

/** Marks the end of the last two user turns: one is read by the next request, the other is what this one reads. */
function withCachePoints(messages: readonly MessageParam[]): MessageParam[] {
  const users = messages.flatMap((message, index) => (message.role === 'user' ? [index] : [])).slice(-2)
  return messages.map((message, index) => (users.includes(index) ? withCachePoint(message) : message))
}

function withCachePoint(message: MessageParam): MessageParam {
  // Built here, and always a list.
  const content = message.content as ContentBlockParam[]
  const last = content.at(-1)
  if (!last || last.type === 'thinking' || last.type === 'redacted_thinking') return message
  return { role: 'user', content: [...content.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }] }
}

/** The system prompt's cache point covers the tools too: they come before it. */
const toolParam = (tool: ToolDefinition): ToolUnion => ({
  name: tool.name,
  description: tool.description,
  input_schema: { ...tool.inputSchema, type: 'object' },
})

const userMessage = (turn: LegalUserTurn): MessageParam => ({
  role: 'user',
  content: [
    ...turn.results.map(
      (result): ToolResultBlockParam => ({
        type: 'tool_result',
        tool_use_id: result.callId,
        content: result.content.map(userBlock),
        ...(result.isError && { is_error: true }),
      }),
    ),
    ...turn.content.map(userBlock),
  ],
})

function userBlock(block: LegalUserBlock): TextBlockParam | ImageBlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text }
  // Other kinds of image were turned away when the conversation was made legal.
  const mediaType = block.mediaType as 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: block.data } }
}

const assistantMessage = (turn: LegalAssistantTurn): MessageParam => ({
  role: 'assistant',
  content: turn.content.map((block): ContentBlockParam => {
    if (block.type === 'text') return { type: 'text', text: block.text }
    return block.type === 'reasoning' ? thinkingBlock(block) : { type: 'tool_use', id: block.id, name: block.name, input: block.input }
  }),
})

const thinkingBlock = (block: ReasoningBlock): ContentBlockParam =>
  block.redacted === undefined
    ? { type: 'thinking', thinking: block.text, signature: block.signature ?? '' }
    : { type: 'redacted_thinking', data: block.redacted }

const MIN_BUDGET_TOKENS = 1024

/** Newer models refuse a temperature, and thinking ones take none: it is left at the provider's default. */
function thinkingParams(
  request: ApiRequest,
  choice: HandlerChoice,
  turns: readonly LegalTurn[],
): Pick<Params, 'thinking' | 'output_config'> {
  const kind = thinkingKind(choice.model.id)
  const budget = request.thinkingBudgetTokens ?? 0
  if (kind === 'budget') return budgetParams(Math.min(budget, maxTokens(choice) - 1), turns)
  const { reasoningEffort: effort } = request
  const isOff = effort === 'none' || (kind === 'adaptive' && effort === undefined && budget === 0)
  if (isOff && kind !== 'adaptive_always') return kind === 'adaptive_on' ? { thinking: { type: 'disabled' } } : {}
  return {
    // Without a summary there is nothing to see, for minutes perhaps.
    thinking: { type: 'adaptive', display: 'summarized' },
    ...(effort !== undefined && { output_config: { effort: effort === 'none' ? 'low' : effort } }),
  }
}

function budgetParams(budget: number, turns: readonly LegalTurn[]): Pick<Params, 'thinking'> {
  if (budget < MIN_BUDGET_TOKENS) return {}
  const last = turns.findLast((turn) => turn.role === 'assistant')
  const isInToolUse = last?.content.some((block) => block.type === 'tool_call') ?? false
  // A tool use that another model began has no thinking before it, and such a request is refused.
  if (isInToolUse && last?.content[0]?.type !== 'reasoning') return {}
  return { thinking: { type: 'enabled', budget_tokens: budget } }
}
