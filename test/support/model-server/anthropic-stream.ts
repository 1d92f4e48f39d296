import { argumentPieces, defaultUsage, gate, type Piece, type ScriptedAnswer, type StreamPart } from './scripted-answer'

/** The answer as Anthropic's Messages API streams it. */
export function anthropicStream(answer: ScriptedAnswer, model: string, newId: () => string): StreamPart[] {
  const pieces = answer.pieces ?? []
  const usage = answer.usage === null ? undefined : (answer.usage ?? defaultUsage)
  const hasTool = pieces.some((piece) => typeof piece !== 'string' && 'tool' in piece)
  const start = {
    input_tokens: usage?.input ?? 0,
    output_tokens: 1,
    cache_creation_input_tokens: usage?.cacheWrites ?? 0,
    cache_read_input_tokens: usage?.cacheReads ?? 0,
  }
  let index = 0
  return [
    event('message_start', {
      message: { id: newId(), type: 'message', role: 'assistant', model, content: [], stop_reason: null, ...(usage && { usage: start }) },
    }),
    event('ping', {}),
    ...pieces.flatMap((piece): StreamPart[] => {
      if (typeof piece !== 'string' && 'gate' in piece) return [gate]
      return block(piece, index++, newId)
    }),
    ...(answer.rawEvents ?? []),
    ...(answer.withoutEnd
      ? []
      : [
          event('message_delta', {
            delta: {
              stop_reason: answer.stopReason === undefined ? (hasTool ? 'tool_use' : 'end_turn') : answer.stopReason,
              stop_sequence: null,
            },
            ...(usage && { usage: { output_tokens: usage.output } }),
          }),
          event('message_stop', {}),
        ]),
  ]
}

export const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

function block(piece: Exclude<Piece, { gate: true }>, index: number, newId: () => string): string[] {
  const start = (content: object) => event('content_block_start', { index, content_block: content })
  const delta = (content: object) => event('content_block_delta', { index, delta: content })
  const stop = event('content_block_stop', { index })
  if (typeof piece === 'string' || 'text' in piece) {
    const text = typeof piece === 'string' ? piece : piece.text
    return [start({ type: 'text', text: '' }), ...halves(text).map((half) => delta({ type: 'text_delta', text: half })), stop]
  }
  if ('thinking' in piece) {
    const signature = delta({ type: 'signature_delta', signature: piece.signature ?? 'signed' })
    const thoughts = halves(piece.thinking).map((half) => delta({ type: 'thinking_delta', thinking: half }))
    return [start({ type: 'thinking', thinking: '', signature: '' }), ...thoughts, signature, stop]
  }
  if ('redactedThinking' in piece) return [start({ type: 'redacted_thinking', data: piece.redactedThinking }), stop]
  const json = argumentPieces(piece).map((part) => delta({ type: 'input_json_delta', partial_json: part }))
  return [start({ type: 'tool_use', id: piece.id ?? `toolu_${newId()}`, name: piece.tool, input: {} }), ...json, stop]
}

/** Every text comes in two pieces, so that nothing may rely on one. */
export const halves = (text: string): string[] =>
  [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter((half) => half !== '')
