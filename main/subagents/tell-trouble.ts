import type { TaskError } from '../../shared/messages'
import type { MessageState } from '../task/message-state'

/** Of the raw text of an error, in characters. */
const MAX_DETAIL = 500

/** Why the model gave no answer: a row of the subagent's log, and the same in words for whoever started it. */
export function tellTrouble(rows: MessageState, trouble: TaskError | undefined): string {
  if (!trouble) return 'The model gave no answer.'
  rows.say({ say: 'error', data: trouble })
  const { message, detail } = trouble
  return detail === undefined ? message : `${message}\n${detail.slice(0, MAX_DETAIL)}`
}
