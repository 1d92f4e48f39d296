import type { Draft } from '../../../shared/extension-state'
import { type ClineAskMessage, isApprovalAsk } from '../../../shared/messages'
import { isBusy, isWaitingForPerson } from '../../../shared/task-state'
import type { Acting } from './use-acting'
import { type AppState, setUi } from '../../store/app-store'
import { selectOpenAsk } from '../../store/selectors'
import { answerAsk } from '../approval/answer-ask'
import { clearSent, currentDraft, isAttaching, isEmptyDraft } from './drafts'

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
  return isApprovalAsk(sending.ask) && !isEmptyDraft(currentDraft(state)) ? 'Reject with this' : 'Answer'
}

/** True when what waits is a tool call or a command: words alone reject it. */
export const selectRejectsWithWords = (state: AppState): boolean => {
  const sending = sendingFor(state)
  return sending.kind === 'answer' && isApprovalAsk(sending.ask)
}

const NOT_SENT = 'Not sent yet: the question has only just appeared.'
const STILL_READING = 'Not sent yet: an attachment is still being read.'

/** By which key words are sent: the one that answers cards is as deaf as their buttons, whatever they ask. */
export type SendKey = 'enter' | 'answer'

/** Why the words in the composer may not go now, as a sentence. */
function heldBack(state: AppState, key: SendKey): string | undefined {
  const { currentSessionId } = state.main
  if (currentSessionId === undefined || isEmptyDraft(currentDraft(state))) return undefined
  if (isAttaching(state, currentSessionId)) return STILL_READING
  return isTooEarly(state, key) ? NOT_SENT : undefined
}

/** True for words to what nobody can have read yet: they were most likely meant for what was there before. */
function isTooEarly(state: AppState, key: SendKey): boolean {
  const sending = sendingFor(state)
  if (sending.kind !== 'answer' || state.ui.answerableTs === sending.ask.ts) return false
  return isApprovalAsk(sending.ask) || (key === 'answer' && isWaitingForPerson(state.main.taskState))
}

/** Sends what stands in the composer to where it belongs now, or says why it must wait. The words stay until main has taken them. */
export async function send(parts: Acting, key: SendKey = 'enter'): Promise<void> {
  const { store, actions } = parts
  const state = store.getState()
  const { currentSessionId } = state.main
  const draft = currentDraft(state)
  if (currentSessionId === undefined || isEmptyDraft(draft) || state.ui.isSending) return
  const sending = sendingFor(state)
  if (sending.kind === 'ended') return
  const reason = heldBack(state, key)
  if (reason !== undefined) return actions.toast('info', reason)
  setUi(store, { isSending: true })
  try {
    await sendTo(sending, parts, currentSessionId, draft)
  } finally {
    setUi(store, { isSending: false })
  }
}

async function sendTo(sending: Exclude<Sending, { kind: 'ended' }>, parts: Acting, sessionId: string, draft: Draft): Promise<void> {
  if (sending.kind === 'answer') return answerAsk(parts, sending.ask, 'words', { words: draft })
  const words = { ...draft, text: draft.text.trim() }
  const taken = sending.kind === 'start' ? await parts.actions.startTask(words) : await parts.actions.queueMessage(words)
  if (taken) clearSent(parts.store, sessionId, draft)
}
