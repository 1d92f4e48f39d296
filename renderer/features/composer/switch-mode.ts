import type { Mode } from '../../../shared/settings'
import { clearSent, currentDraft } from './drafts'
import type { Acting } from './use-acting'

/** Changes the mode of the open session. Words that main took as the answer to a plan leave the composer, attachments with them. */
export async function switchMode({ store, actions }: Acting, mode: Mode): Promise<void> {
  const state = store.getState()
  const { currentSessionId, sessionMode } = state.main
  if (currentSessionId === undefined || mode === sessionMode) return
  const draft = currentDraft(state)
  const outcome = await actions.setMode(mode, { ...draft, text: draft.text.trim() })
  if (outcome?.consumed) clearSent(store, currentSessionId, draft)
}
