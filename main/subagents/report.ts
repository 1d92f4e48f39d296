import type { TaskError } from '../../shared/messages'
import type { SubagentKey } from '../../shared/subagents'
import type { ConversationTurn } from '../providers/conversation'
import type { MessageState } from '../task/message-state'
import type { SubagentFiles } from './subagent-files'

/** How one subagent ended. `error` is a sentence. */
export type SubagentEnd =
  | { readonly status: 'completed'; readonly result: string }
  | { readonly status: 'failed' | 'cancelled'; readonly error: string }

/** Longer results go to a file, in characters. */
const MAX_WHOLE = 24_000
/** What is told of one in a file. */
const BEGINNING = 8_000
/** Of what it said last, in characters. */
const MAX_WORDS = 2_000
/** Of the raw text of an error, in characters. */
const MAX_DETAIL = 500

/** What the model is told of one subagent: its result whole, or the beginning and where the rest is. Rejects with a StorageError. */
export async function describeEnd(end: SubagentEnd, key: SubagentKey, files: SubagentFiles): Promise<string> {
  if (end.status !== 'completed') return end.error
  const { result } = end
  if (result.trim() === '') return '(It gave an empty result.)'
  if (result.length <= MAX_WHOLE) return result
  const path = await files.writeReport(key, result)
  const beginning = result.slice(0, BEGINNING).toWellFormed()
  return `${beginning}\n\n[The result has ${result.length.toLocaleString('en')} characters, of which these are the first ${BEGINNING.toLocaleString('en')}. All of it is in ${path}: open it with read_file or search_files.]`
}

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

/** Why the model gave no answer: a row of the subagent's log, and the same in words for whoever started it. */
export function tellTrouble(rows: MessageState, trouble: TaskError | undefined): string {
  if (!trouble) return 'The model gave no answer.'
  rows.say({ say: 'error', data: trouble })
  const { message, detail } = trouble
  return detail === undefined ? message : `${message}\n${detail.slice(0, MAX_DETAIL)}`
}
