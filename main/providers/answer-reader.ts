import { randomUUID } from 'node:crypto'
import type { ConversationTurn } from './conversation'
import { type RequestPlace, sentenceFor } from './error-sentences'
import { ProviderError } from './provider-error'
import type { ApiStreamEvent } from './provider'

/** Reads the events of one answer. What is no legal stream is a ProviderError, never a guess. */
export interface AnswerReader {
  read(event: unknown): ApiStreamEvent[]
  /** What is left to say once the stream is over; throws when it was cut before its end. */
  end(): ApiStreamEvent[]
  /** True once nothing more can come: the connection need not be waited for. */
  hasEnded(): boolean
  /** True once only numbers may follow: they are waited for a little, and a connection that breaks now breaks nothing. */
  hasAllContent(): boolean
}

export function protocolError(place: RequestPlace, what: string, event?: unknown): ProviderError {
  const detail = event === undefined ? what : `${what}: ${JSON.stringify(event)?.slice(0, 500)}`
  return new ProviderError({ kind: 'protocol', message: sentenceFor('protocol', place), detail })
}

const MAX_TOOL_CALLS = 500

/** Every call id is unique in the whole task, also where a server numbers its calls anew each time, or not at all. */
export function createCallIds(conversation: readonly ConversationTurn[], place: RequestPlace): (id: string | undefined) => string {
  const taken = new Set(
    conversation.flatMap((turn) =>
      turn.role === 'assistant' ? turn.content.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])) : [],
    ),
  )
  let count = 0
  return (id) => {
    count += 1
    if (count > MAX_TOOL_CALLS) throw protocolError(place, `more than ${MAX_TOOL_CALLS} tool calls in one answer`)
    const unique = id && !taken.has(id) ? id : `call_${randomUUID().replaceAll('-', '')}`
    taken.add(unique)
    return unique
  }
}
