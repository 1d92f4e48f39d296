import { halves } from './anthropic-stream'
import { argumentPieces, defaultUsage, gate, type Piece, type ScriptedAnswer, type StreamPart } from './scripted-answer'

/** The answer as OpenAI's Responses API streams it; thinking comes as a summary, sealed in `encrypted_content`. */
export function responsesStream(answer: ScriptedAnswer, _model: string, newId: () => string): StreamPart[] {
  const usage = answer.usage === null ? undefined : (answer.usage ?? defaultUsage)
  const id = newId()
  const isCut = typeof answer.stopReason === 'string'
  const end = {
    id,
    status: isCut ? 'incomplete' : 'completed',
    ...(isCut && { incomplete_details: { reason: answer.stopReason } }),
    ...(usage && {
      usage: {
        input_tokens: usage.input + (usage.cacheReads ?? 0),
        input_tokens_details: { cached_tokens: usage.cacheReads ?? 0 },
        output_tokens: usage.output,
      },
    }),
  }
  let index = 0
  return [
    event('response.created', { response: { id, status: 'in_progress' } }),
    ...(answer.pieces ?? []).flatMap((piece): StreamPart[] =>
      typeof piece !== 'string' && 'gate' in piece ? [gate] : item(piece, index++, newId),
    ),
    ...(answer.rawEvents ?? []),
    ...(answer.withoutEnd ? [] : [event(`response.${end.status}`, { response: end })]),
  ]
}

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

function item(piece: Exclude<Piece, { gate: true }>, index: number, newId: () => string): string[] {
  const around = (whole: object, deltas: readonly string[]) => [
    event('response.output_item.added', { output_index: index, item: whole }),
    ...deltas,
    event('response.output_item.done', { output_index: index, item: whole }),
  ]
  const delta = (kind: string) => (text: string) => event(`response.${kind}.delta`, { output_index: index, delta: text })
  if (typeof piece === 'string' || 'text' in piece) {
    return around({ type: 'message', id: newId() }, halves(typeof piece === 'string' ? piece : piece.text).map(delta('output_text')))
  }
  if ('thinking' in piece) {
    const summary = [{ type: 'summary_text', text: piece.thinking }]
    const thought = { type: 'reasoning', id: `rs_${index}`, summary, encrypted_content: piece.signature ?? 'sealed' }
    return around(thought, halves(piece.thinking).map(delta('reasoning_summary_text')))
  }
  if ('redactedThinking' in piece) {
    return around({ type: 'reasoning', id: `rs_${index}`, summary: [], encrypted_content: piece.redactedThinking }, [])
  }
  const call = { type: 'function_call', id: `fc_${newId()}`, call_id: piece.id ?? `call_${newId()}`, name: piece.tool }
  return [
    event('response.output_item.added', { output_index: index, item: { ...call, arguments: '' } }),
    ...argumentPieces(piece).map(delta('function_call_arguments')),
    event('response.output_item.done', { output_index: index, item: { ...call, arguments: argumentPieces(piece).join('') } }),
  ]
}
