import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions/completions'
import type { ReasoningBlock, ToolResultBlock } from './conversation'
import { type HandlerChoice, isOpenAiReasoner } from './handler-choice'
import type { LegalUserBlock } from './legal-blocks'
import { createLegalConversation, type LegalAssistantTurn, type LegalTurn, type LegalUserTurn } from './legal-conversation'
import type { ApiRequest } from './provider'
import { acceptedEffort, isRouter } from './provider-catalog'
import { readReasoningMark } from './reasoning-mark'

/** Chat completions with the fields that only some servers know. */
type Params = ChatCompletionCreateParamsStreaming & { readonly reasoning?: object; readonly usage?: object }

export function createOpenAiRequests(choice: HandlerChoice): (request: ApiRequest) => Params {
  const makeLegal = createLegalConversation({
    providerId: choice.place.providerId,
    modelId: choice.model.id,
    supportsImages: choice.model.info.supportsImages ?? true,
    // A mark says in which field this server wants its own reasoning back. Without one it does not want it.
    keepsReasoning: (block) => readReasoningMark(block.signature) !== undefined,
    maxCallIdLength: 40,
  })
  const converted = new WeakMap<LegalTurn, readonly ChatCompletionMessageParam[]>()
  const convert = (turn: LegalTurn): readonly ChatCompletionMessageParam[] => {
    const known = converted.get(turn)
    if (known) return known
    const messages = turn.role === 'user' ? userMessages(turn) : [assistantMessage(turn)]
    converted.set(turn, messages)
    return messages
  }
  return (request) => {
    const history = makeLegal(request.conversation).flatMap(convert)
    const prompt = systemMessage(request, choice)
    const needsMarks = isRouter(choice.place.providerId) && cachesByMark.test(choice.model.id)
    return {
      model: choice.model.id,
      stream: true,
      stream_options: { include_usage: true },
      messages: needsMarks ? [...prompt.map(withCachePoint), ...withCachePoints(history)] : [...prompt, ...history],
      ...(request.tools.length > 0 && {
        tools: request.tools.map(({ name, description, inputSchema }) => ({
          type: 'function' as const,
          function: { name, description, parameters: inputSchema },
        })),
      }),
      ...lengthParams(choice),
      ...reasoningParams(request, choice),
    }
  }
}

/** Models that refuse tools together with thinking in this protocol, even when no effort is asked for. */
const toolsForbidThinking = /^gpt-(?:5\.[6-9]|[6-9]|\d\d)/

function systemMessage({ systemPrompt }: ApiRequest, choice: HandlerChoice): ChatCompletionMessageParam[] {
  if (!systemPrompt) return []
  return [isOpenAiReasoner(choice) ? { role: 'developer', content: systemPrompt } : { role: 'system', content: systemPrompt }]
}

function lengthParams(choice: HandlerChoice): Partial<Params> {
  const { maxTokens } = choice.model.info
  if (maxTokens === undefined) return {}
  // The older name is what all other servers know.
  return { [isOpenAiReasoner(choice) ? 'max_completion_tokens' : 'max_tokens']: maxTokens }
}

function reasoningParams(request: ApiRequest, choice: HandlerChoice): Partial<Params> {
  const { providerId } = choice.place
  if (isRouter(providerId)) return { usage: { include: true }, ...routedReasoning(request) }
  const effort = acceptedEffort(providerId, choice.model.id, request.reasoningEffort)
  if (!isOpenAiReasoner(choice)) return effort === undefined || effort === 'none' ? {} : { reasoning_effort: effort }
  if (request.tools.length > 0 && toolsForbidThinking.test(choice.model.id)) return { reasoning_effort: 'none' }
  return effort === undefined ? {} : { reasoning_effort: effort }
}

function routedReasoning({ reasoningEffort, thinkingBudgetTokens = 0 }: ApiRequest): Partial<Params> {
  if (reasoningEffort === 'none') return { reasoning: { enabled: false } }
  if (reasoningEffort !== undefined) return { reasoning: { effort: reasoningEffort } }
  return thinkingBudgetTokens > 0 ? { reasoning: { max_tokens: thinkingBudgetTokens } } : {}
}

/** Behind OpenRouter these cache only what is marked; the others cache by themselves. */
const cachesByMark = /^(?:anthropic|minimax)\//

function withCachePoints(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const users = messages.flatMap((message, index) => (message.role === 'user' ? [index] : [])).slice(-2)
  return messages.map((message, index) => (users.includes(index) ? withCachePoint(message) : message))
}

function withCachePoint(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : [...(message.content ?? [])]
  const last = parts.at(-1)
  if (!last) return message
  // `cache_control` on a part is OpenRouter's addition to the protocol.
  return { ...message, content: [...parts.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }] } as ChatCompletionMessageParam
}

function userMessages(turn: LegalUserTurn): ChatCompletionMessageParam[] {
  // A tool's message holds text only, and nothing may stand between it and its neighbours: images come after them.
  const images = turn.results.flatMap((result) => result.content.filter((block) => block.type === 'image'))
  const shown: LegalUserBlock[] = images.length > 0 ? [{ type: 'text', text: '(Images from the tool results above:)' }, ...images] : []
  const content = [...shown, ...turn.content].map(contentPart)
  return [
    ...turn.results.map((result) => ({ role: 'tool' as const, tool_call_id: result.callId, content: resultText(result) })),
    ...(content.length > 0 ? [{ role: 'user' as const, content: simplified(content) }] : []),
  ]
}

function resultText(result: ToolResultBlock): string {
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : '(an image: see below)'))
  return (result.isError ? 'Error: ' : '') + texts.join('\n')
}

/** One text alone goes as a string: simple servers know nothing else. */
function simplified(parts: ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === parts.length ? texts.join('\n\n') : parts
}

const contentPart = (block: LegalUserBlock): ChatCompletionContentPart =>
  block.type === 'text'
    ? { type: 'text', text: block.text }
    : { type: 'image_url', image_url: { url: `data:${block.mediaType};base64,${block.data}` } }

function assistantMessage(turn: LegalAssistantTurn): ChatCompletionAssistantMessageParam {
  const text = turn.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  const calls = turn.content.flatMap((block): ChatCompletionMessageToolCall[] =>
    block.type === 'tool_call'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  )
  return {
    role: 'assistant',
    content: text || null,
    ...(calls.length > 0 && { tool_calls: calls }),
    // Only while tools are being used does anybody read it again.
    ...(calls.length > 0 && reasoningFields(turn.content.filter((block) => block.type === 'reasoning'))),
  }
}

function reasoningFields(blocks: readonly ReasoningBlock[]): object {
  const marks = blocks.flatMap((block) => readReasoningMark(block.signature) ?? [])
  const details = marks.flatMap((mark) => mark.details ?? [])
  const [first] = marks
  if (details.length > 0) return { reasoning_details: details }
  return first ? { [first.field]: blocks.map((block) => block.text).join('') } : {}
}
