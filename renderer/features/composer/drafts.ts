import { type Draft, emptyDraft } from '../../../shared/extension-state'
import { type AppState, type AppStore, setUi } from '../../store/app-store'

/** What stands in the composer of the open session: as it was typed here, else as main kept it. */
export function currentDraft(state: AppState): Draft {
  const { currentSessionId, draft } = state.main
  if (currentSessionId === undefined) return emptyDraft
  return state.ui.drafts.get(currentSessionId) ?? draft
}

export const isEmptyDraft = ({ text, images, files }: Draft): boolean => text.trim() === '' && images.length === 0 && files.length === 0

/** Changes the draft of a session. */
export function changeDraft(store: AppStore, sessionId: string, change: Partial<Draft>): void {
  const state = store.getState()
  const before = state.ui.drafts.get(sessionId) ?? (state.main.currentSessionId === sessionId ? state.main.draft : emptyDraft)
  setUi(store, { drafts: new Map(state.ui.drafts).set(sessionId, { ...before, ...change }) })
}

/** Takes out of a draft what was sent. What was typed or attached since then stays. */
export function clearSent(store: AppStore, sessionId: string, sent: Draft): void {
  const state = store.getState()
  const now = state.ui.drafts.get(sessionId) ?? state.main.draft
  changeDraft(store, sessionId, {
    text: now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text,
    images: now.images.filter((image) => !sent.images.includes(image)),
    files: now.files.filter((file) => !sent.files.includes(file)),
  })
}

/** The least time between two saves of what is being typed, in ms: at most this much is lost with the app. */
export const SAVE_EVERY_MS = 300

export interface DraftKeeper {
  /** Saves now what was not saved yet. */
  flush(): void
  end(): void
}

/** Saves every draft that changes: the first change at once, what follows a little later and all at a flush. */
export function keepDrafts(store: AppStore, save: (sessionId: string, draft: Draft) => unknown): DraftKeeper {
  const unsaved = new Map<string, Draft>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [sessionId, draft] of unsaved) save(sessionId, draft)
    unsaved.clear()
  }
  const unsubscribe = store.subscribe((state, before) => {
    if (state.ui.drafts === before.ui.drafts) return
    for (const [sessionId, draft] of state.ui.drafts) {
      if (before.ui.drafts.get(sessionId) !== draft) unsaved.set(sessionId, draft)
    }
    if (timer !== undefined) return
    flush()
    timer = setTimeout(flush, SAVE_EVERY_MS)
  })
  return {
    flush,
    end() {
      unsubscribe()
      flush()
    },
  }
}
