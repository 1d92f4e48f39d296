import type { ClineAskMessage } from '../../../shared/messages'
import { isBusy, isWaitingForPerson } from '../../../shared/task-state'
import type { Acting } from './use-acting'
import type { AppState } from '../../store/app-store'
import { selectOpenAsk } from '../../store/selectors'
import { answerAsk } from '../approval/answer-ask'
import { clearSent, currentDraft, isEmptyDraft } from './drafts'

/** What becomes of the composer's words when they are sent now. */
export type Sending =
  | { readonly kind: 'start' }
  | { readonly kind: 'queue' }
  | { readonly kind: 'answer'; readonly ask: ClineAskMessage }
  /** Nothing can take them. */
  | { readonly kind: 'ended' }

export function sendingFor(state: AppState): Sending {
  const { taskState } = state.main
  if (isBusy(taskState)) return { kind: 'queue' }
  const ask = selectOpenAsk(state)
  if (ask) return { kind: 'answer', ask }
  if (taskState.kind === 'idle') return { kind: 'start' }
  // The state is a step ahead of its row, which is on its way: what is typed waits for the agent.
  return taskState.kind === 'failed' ? { kind: 'ended' } : { kind: 'queue' }
}

/** The word on the send button. */
export function sendWord(state: AppState): 'Send' | 'Queue' | 'Answer' {
  const { kind } = sendingFor(state)
  if (kind === 'queue') return 'Queue'
  return kind === 'answer' && isWaitingForPerson(state.main.taskState) ? 'Answer' : 'Send'
}

/** Sends what stands in the composer to where it belongs now. The words stay until main has taken them. */
export async function send(parts: Acting): Promise<void> {
  const { store, actions } = parts
  const state = store.getState()
  const { currentSessionId } = state.main
  const draft = currentDraft(state)
  if (currentSessionId === undefined || isEmptyDraft(draft)) return
  const sending = sendingFor(state)
  if (sending.kind === 'ended') return
  if (sending.kind === 'answer') return answerAsk(parts, sending.ask, 'words', draft)
  const words = { ...draft, text: draft.text.trim() }
  const taken = sending.kind === 'start' ? await actions.startTask(words) : await actions.queueMessage(words)
  if (taken) clearSent(store, currentSessionId, draft)
}
