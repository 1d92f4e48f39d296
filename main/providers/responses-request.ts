import type {
  ResponseCreateParamsStreaming,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { HandlerChoice } from './handler-choice'
import type { LegalUserBlock } from './legal-blocks'
import { createLegalConversation, type LegalAssistantTurn, type LegalTurn, type LegalUserTurn } from './legal-conversation'
import { parseJson } from '../../shared/parse-json'
import type { ApiRequest } from './provider'
import { acceptedEffort } from './provider-catalog'

/** What is sent: `input` is always the list of what was said. */
export type ResponsesRequest = ResponseCreateParamsStreaming & { readonly input: ResponseInputItem[] }

/** Requests to OpenAI's Responses API, which keeps nothing: the whole conversation goes along each time. */
export function createResponsesRequests(choice: HandlerChoice): (request: ApiRequest) => ResponsesRequest {
  const { place, model } = choice
  const makeLegal = createLegalConversation({
    providerId: place.providerId,
    modelId: model.id,
    supportsImages: model.info.supportsImages ?? true,
    keepsReasoning: (block) => readReasoningItem(block.signature) !== undefined,
    maxCallIdLength: 64,
  })
  const converted = new WeakMap<LegalTurn, readonly ResponseInputItem[]>()
  const convert = (turn: LegalTurn): readonly ResponseInputItem[] => {
    const known = converted.get(turn)
    if (known) return known
    const items = turn.role === 'user' ? userItems(turn) : assistantItems(turn)
    converted.set(turn, items)
    return items
  }
  return (request) => {
    const effort = acceptedEffort(place.providerId, model.id, request.reasoningEffort)
    return {
      model: model.id,
      stream: true,
      store: false,
      // Comes back sealed, and goes back as it came: the model then goes on thinking where it was.
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: request.taskId,
      ...(request.systemPrompt && { instructions: request.systemPrompt }),
      input: makeLegal(request.conversation).flatMap(convert),
      ...(request.tools.length > 0 && {
        tools: request.tools.map(({ name, description, inputSchema }) => ({
          type: 'function' as const,
          name,
          description,
          parameters: inputSchema,
          strict: false,
        })),
      }),
      ...(model.info.maxTokens !== undefined && { max_output_tokens: model.info.maxTokens }),
      ...(effort !== undefined && { reasoning: { effort } }),
    }
  }
}

/** A thought of the model as the API gave it, kept in the signature of the reasoning block. */
export const ReasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })).default([]),
  encrypted_content: z.string(),
})
export type ReasoningItem = z.infer<typeof ReasoningItem>

function readReasoningItem(signature: string | undefined): ReasoningItem | undefined {
  const parsed = ReasoningItem.safeParse(signature === undefined ? undefined : parseJson(signature))
  return parsed.success ? parsed.data : undefined
}

function userItems(turn: LegalUserTurn): ResponseInputItem[] {
  const results = turn.results.map((result): ResponseInputItem => {
    const content = result.content.map(contentPart)
    const [first] = content
    const isText = content.length === 1 && first?.type === 'input_text'
    return { type: 'function_call_output', call_id: result.callId, output: isText ? first.text : content }
  })
  return turn.content.length > 0 ? [...results, { role: 'user', content: turn.content.map(contentPart) }] : results
}

const contentPart = (block: LegalUserBlock): ResponseInputText | ResponseInputImage =>
  block.type === 'text'
    ? { type: 'input_text', text: block.text }
    : { type: 'input_image', detail: 'auto', image_url: `data:${block.mediaType};base64,${block.data}` }

const assistantItems = (turn: LegalAssistantTurn): ResponseInputItem[] =>
  turn.content.flatMap((block): ResponseInputItem[] => {
    if (block.type === 'text') return [{ role: 'assistant', content: block.text }]
    if (block.type === 'tool_call') {
      return [{ type: 'function_call', call_id: block.id, name: block.name, arguments: JSON.stringify(block.input) }]
    }
    const item = readReasoningItem(block.signature)
    return item ? [item] : []
  })
