import type { AssistantTurn, ImageBlock, ReasoningBlock, TextBlock, ToolCallBlock, ToolResultBlock, UserBlock } from './conversation'

/** Single blocks made legal: no empty text, no broken characters, images only where they can be seen. */

/** Who the request is for. Turns are converted once per target, so keep one target per handler. */
export interface ConversationTarget {
  readonly providerId: string
  readonly modelId: string
  readonly supportsImages: boolean
  /** Whether a reasoning block of this very model may go back: Anthropic wants it signed, others never see it. */
  keepsReasoning(block: ReasoningBlock): boolean
  readonly maxCallIdLength: number
}

export interface LegalToolCall {
  readonly type: 'tool_call'
  readonly id: string
  readonly name: string
  readonly input: Record<string, unknown>
}

export type LegalUserBlock = TextBlock | ImageBlock

/** `call` is what was stored, `legal` what may be sent (its id is settled by the conversation). */
interface LegalCallBlock {
  readonly type: 'tool_call'
  readonly call: ToolCallBlock
  readonly legal: LegalToolCall
}

export function legalAssistantBlocks(turn: AssistantTurn, target: ConversationTarget): (ReasoningBlock | TextBlock | LegalCallBlock)[] {
  const isOwn = turn.providerId === target.providerId && turn.modelId === target.modelId
  const blocks = turn.content.flatMap((block): (ReasoningBlock | TextBlock | LegalCallBlock)[] => {
    if (block.type === 'text') return legalText(block.text)
    if (block.type === 'tool_call') return [{ type: 'tool_call', call: block, legal: legalCall(block) }]
    return isOwn && target.keepsReasoning(block) ? [block] : []
  })
  // Reasoning that led to nothing may not stand alone.
  return blocks.some((block) => block.type !== 'reasoning') ? blocks : []
}

export function legalUserBlocks(blocks: readonly Exclude<UserBlock, ToolResultBlock>[], target: ConversationTarget): LegalUserBlock[] {
  return blocks.flatMap((block): LegalUserBlock[] => (block.type === 'text' ? legalText(block.text) : [legalImage(block, target)]))
}

export function legalResult(
  { call, id }: { readonly call: ToolCallBlock; readonly id: string },
  result: ToolResultBlock | undefined,
  target: ConversationTarget,
): ToolResultBlock {
  if (!result) return { type: 'tool_result', callId: id, content: [{ type: 'text', text: missingResult(call) }], isError: true }
  const content = legalUserBlocks(result.content, target)
  return { ...result, callId: id, content: content.length > 0 ? content : [{ type: 'text', text: '(no output)' }] }
}

/** A result whose call is gone (it was cut away, or it came too late) is still worth telling. */
export function orphanedResult(result: ToolResultBlock, target: ConversationTarget): LegalUserBlock[] {
  const content = legalUserBlocks(result.content, target)
  return content.length > 0 ? [{ type: 'text', text: '(Result of an earlier tool call:)' }, ...content] : []
}

const missingResult = (call: ToolCallBlock): string =>
  call.input === undefined
    ? 'No result: the arguments of this call did not arrive whole, so it was not run.'
    : 'No result: interrupted before this call had finished. It may have had part of its effect.'

function legalCall(call: ToolCallBlock): LegalToolCall {
  const name = call.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)
  // Parsed JSON stays JSON: only the characters inside its strings change.
  const input = (call.input === undefined ? {} : wellFormed(call.input)) as Record<string, unknown>
  return { type: 'tool_call', id: call.id, name: name || 'unknown', input }
}

/** Providers refuse text that is only white space, and half surrogate pairs. */
function legalText(text: string): TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.toWellFormed() }]
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]))
}

const MAX_IMAGE_BYTES = 5_000_000
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

function legalImage(image: ImageBlock, target: ConversationTarget): LegalUserBlock {
  const reason = imageRefusal(image, target)
  return reason === undefined ? image : { type: 'text', text: `(An image was left out: ${reason}.)` }
}

function imageRefusal(image: ImageBlock, target: ConversationTarget): string | undefined {
  if (!target.supportsImages) return 'this model does not take images'
  if (!imageTypes.includes(image.mediaType)) return `${image.mediaType} is no kind of image that models take`
  if (image.data.length === 0) return 'it is empty'
  return (image.data.length * 3) / 4 > MAX_IMAGE_BYTES ? 'it is larger than 5 MB' : undefined
}
