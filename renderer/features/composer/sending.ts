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

export type SendWord = 'Send' | 'Queue' | 'Answer' | 'Reject with this'

/** The word on the send button. Words to something that waits to be approved reject it, which must be seen before. */
export function sendWord(state: AppState): SendWord {
  const sending = sendingFor(state)
  if (sending.kind === 'queue') return 'Queue'
  if (sending.kind !== 'answer' || !isWaitingForPerson(state.main.taskState)) return 'Send'
  return isApproval(sending.ask) && !isEmptyDraft(currentDraft(state)) ? 'Reject with this' : 'Answer'
}

/** True when what waits is a tool call or a command: words alone reject it. */
export const selectRejectsWithWords = (state: AppState): boolean => {
  const sending = sendingFor(state)
  return sending.kind === 'answer' && isApproval(sending.ask)
}

const isApproval = ({ ask }: ClineAskMessage): boolean => ask === 'tool' || ask === 'command'

const NOT_SENT = 'Not sent yet: the question has only just appeared.'

/** True for words that would reject what nobody can have read yet: they were most likely meant for what was there before. */
function isTooEarly(state: AppState, sending: Sending): boolean {
  return sending.kind === 'answer' && isApproval(sending.ask) && state.ui.answerableTs !== sending.ask.ts
}

/** Says that words are held back, if they are. */
export function tellHeldBack({ store, actions }: Acting): boolean {
  const state = store.getState()
  const isHeld = !isEmptyDraft(currentDraft(state)) && isTooEarly(state, sendingFor(state))
  if (isHeld) actions.toast('info', NOT_SENT)
  return isHeld
}

/** Sends what stands in the composer to where it belongs now. The words stay until main has taken them. */
export async function send(parts: Acting): Promise<void> {
  const { store, actions } = parts
  const state = store.getState()
  const { currentSessionId } = state.main
  const draft = currentDraft(state)
  if (currentSessionId === undefined || isEmptyDraft(draft)) return
  const sending = sendingFor(state)
  if (sending.kind === 'ended' || tellHeldBack(parts)) return
  if (sending.kind === 'answer') return answerAsk(parts, sending.ask, 'words', draft)
  const words = { ...draft, text: draft.text.trim() }
  const taken = sending.kind === 'start' ? await actions.startTask(words) : await actions.queueMessage(words)
  if (taken) clearSent(store, currentSessionId, draft)
}
