import type { Draft } from '../../../shared/extension-state'
import type { AskAnswer, ClineAskMessage } from '../../../shared/messages'
import type { RuleChoice } from '../../../shared/rules'
import type { Acting } from '../composer/use-acting'
import { setUi } from '../../store/app-store'
import { selectOpenAsk } from '../../store/selectors'
import type { Amending } from '../../store/ui-state'
import { clearSent, currentDraft } from '../composer/drafts'
import { switchMode } from '../composer/switch-mode'
import { amendingOf, amendmentOf, isApprovable } from './amending'
import type { AskAction } from './ask-buttons'

/** What a person answers an ask with: a button, or words. */
export type Answering = Exclude<AskAction, 'new_task' | 'act'> | 'words'

const NO_LONGER_OPEN = 'This question is no longer open, so the answer changed nothing.'

/** What an answer carries besides its kind. */
interface Along {
  /** In place of what stands in the composer. */
  readonly words?: Draft
  /** A rule for calls to come. */
  readonly rule?: RuleChoice
}

/** Does what a button of the card says. Words that stand in the composer go along, but for Retry. */
export async function pressAskButton(parts: Acting, ask: ClineAskMessage, action: AskAction, along: Along = {}): Promise<void> {
  if (action === 'new_task') {
    await parts.actions.clearTask()
    return
  }
  if (action === 'act') {
    await switchMode(parts, 'act')
    return
  }
  if (action === 'approve' && !isApprovable(ask, amendingOf(parts.store.getState(), ask.ts))) return
  await answerAsk(parts, ask, action, along)
}

/** Answers exactly this ask. The draft is cleared once main took it; an answer that came too late is said and keeps it. */
export async function answerAsk(parts: Acting, ask: ClineAskMessage, answering: Answering, along: Along = {}): Promise<void> {
  const { store, actions } = parts
  const sessionId = store.getState().main.currentSessionId
  const taken = along.words ?? currentDraft(store.getState())
  const wasAnswerable = store.getState().ui.answerableTs === ask.ts
  setUi(store, { answerableTs: undefined })
  const amending = amendingOf(store.getState(), ask.ts)
  const changes = answering === 'approve' ? changesOf(ask, amending, along.rule) : {}
  const outcome = await actions.answer(ask.ts, { ...toAnswer(ask, answering, taken), ...changes })
  if (outcome?.accepted) {
    setUi(store, { amending: undefined, answersTaken: store.getState().ui.answersTaken + 1 })
    if (sessionId !== undefined && answering !== 'retry') clearSent(store, sessionId, taken)
    return
  }
  if (outcome) actions.toast('error', NO_LONGER_OPEN)
  const isStillOpen = selectOpenAsk(store.getState())?.ts === ask.ts
  if (wasAnswerable && isStillOpen) setUi(store, { answerableTs: ask.ts })
}

/** What else is decided with an approval. */
function changesOf(ask: ClineAskMessage, amending: Amending | undefined, rule: RuleChoice | undefined): Partial<AskAnswer> {
  const amendment = amendmentOf(ask, amending)
  return { ...(amendment ? { amendment } : {}), ...(rule ? { rule } : {}) }
}

function toAnswer(ask: ClineAskMessage, answering: Answering, { text, images, files }: Draft): AskAnswer {
  if (answering === 'retry') return { response: 'yesButtonClicked' }
  const words = {
    ...(text.trim() ? { text: text.trim() } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(files.length > 0 ? { files } : {}),
  }
  return { response: responseTo(ask, answering), ...words }
}

function responseTo(ask: ClineAskMessage, answering: Answering): AskAnswer['response'] {
  if (answering === 'reject') return 'noButtonClicked'
  if (answering === 'approve') return 'yesButtonClicked'
  // Words to an interrupted task resume it; to anything else they are an answer of their own.
  return ask.ask === 'resume_task' || ask.ask === 'resume_completed_task' ? 'yesButtonClicked' : 'messageResponse'
}
