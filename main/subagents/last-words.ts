import type { ConversationTurn } from '../providers/conversation'

/** In characters. */
const MAX_WORDS = 2_000

/** What the model said last in words, for whoever started it; undefined when it said nothing. */
export function lastWords(turns: readonly ConversationTurn[]): string | undefined {
  for (const turn of turns.toReversed()) {
    const words =
      turn.role === 'assistant'
        ? turn.content
            .map((block) => (block.type === 'text' ? block.text : ''))
            .join('')
            .trim()
        : ''
    if (words !== '') return `Its last words were:\n${words.slice(0, MAX_WORDS).toWellFormed()}`
  }
  return undefined
}
