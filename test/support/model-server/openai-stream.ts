import { halves } from './anthropic-stream'
import {
  argumentPieces,
  defaultUsage,
  gate,
  type Piece,
  type ScriptedAnswer,
  type ScriptedToolCall,
  type StreamPart,
} from './scripted-answer'

/** The answer as OpenAI's chat completions stream it; thinking goes into `reasoning_content`, as most servers have it. */
export function openAiStream(answer: ScriptedAnswer, model: string, newId: () => string): StreamPart[] {
  const pieces = answer.pieces ?? []
  const usage = answer.usage === null ? undefined : (answer.usage ?? defaultUsage)
  const hasTool = pieces.some((piece) => typeof piece !== 'string' && 'tool' in piece)
  const finish = answer.stopReason === undefined ? (hasTool ? 'tool_calls' : 'stop') : answer.stopReason
  const id = newId()
  const chunk = (fields: object): string => `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model, ...fields })}\n\n`
  const choice = (delta: object, finishReason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finishReason }] })
  let calls = 0
  return [
    choice({ role: 'assistant', content: '' }),
    ...pieces.flatMap((piece): StreamPart[] => {
      if (typeof piece !== 'string' && 'gate' in piece) return [gate]
      if (typeof piece !== 'string' && 'tool' in piece) return toolDeltas(piece, calls++, newId).map((delta) => choice(delta))
      return words(piece).map((delta) => choice(delta))
    }),
    ...(answer.rawEvents ?? []),
    ...(finish === null || answer.withoutEnd ? [] : [choice({}, finish)]),
    ...(usage && !answer.withoutEnd ? [chunk({ choices: [], usage: openAiUsage(usage) })] : []),
    ...(answer.withoutEnd ? [] : ['data: [DONE]\n\n']),
  ]
}

function openAiUsage(usage: NonNullable<ScriptedAnswer['usage']>) {
  const { input, output, cacheReads = 0, cacheWrites = 0, cost } = usage
  return {
    prompt_tokens: input + cacheReads + cacheWrites,
    completion_tokens: output,
    total_tokens: input + cacheReads + cacheWrites + output,
    prompt_tokens_details: { cached_tokens: cacheReads, ...(cacheWrites > 0 && { cache_write_tokens: cacheWrites }) },
    ...(cost !== undefined && { cost }),
  }
}

function words(piece: Exclude<Piece, ScriptedToolCall | { gate: true }>): object[] {
  if (typeof piece === 'string') return halves(piece).map((content) => ({ content }))
  if ('text' in piece) return halves(piece.text).map((content) => ({ content }))
  return 'thinking' in piece ? halves(piece.thinking).map((thought) => ({ reasoning_content: thought })) : []
}

function toolDeltas(call: ScriptedToolCall, index: number, newId: () => string): object[] {
  const id = call.id === null ? {} : { id: call.id ?? `call_${newId()}` }
  const delta = (fields: object) => ({ tool_calls: [{ index, ...fields }] })
  return [
    delta({ ...id, type: 'function', function: { name: call.tool, arguments: '' } }),
    ...argumentPieces(call).map((part) => delta({ function: { arguments: part } })),
  ]
}
