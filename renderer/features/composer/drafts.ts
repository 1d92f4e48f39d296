import { type Draft, emptyDraft } from '../../../shared/extension-state'
import { type AppState, type AppStore, setUi } from '../../store/app-store'

/** What stands in the composer of the open session: as it was typed here, else as main kept it. */
export function currentDraft(state: AppState): Draft {
  const { currentSessionId } = state.main
  return currentSessionId === undefined ? emptyDraft : draftOf(state, currentSessionId)
}

/** What stands in the composer of a session. Main tells only that of the open one; of another only what was touched here is known. */
export function draftOf({ main, ui }: AppState, sessionId: string): Draft {
  return ui.drafts.get(sessionId) ?? (main.currentSessionId === sessionId ? main.draft : emptyDraft)
}

export const isEmptyDraft = ({ text, images, files }: Draft): boolean => text.trim() === '' && images.length === 0 && files.length === 0

/** True while files for the message of a session are being read. */
export const isAttaching = ({ ui }: AppState, sessionId: string): boolean => (ui.attaching.get(sessionId) ?? 0) > 0

/** Changes the draft of a session. */
export function changeDraft(store: AppStore, sessionId: string, change: Partial<Draft>): void {
  const state = store.getState()
  setUi(store, { drafts: new Map(state.ui.drafts).set(sessionId, { ...draftOf(state, sessionId), ...change }) })
}

/** Puts a text behind what stands in a draft. */
export function addToDraft(store: AppStore, sessionId: string, text: string): void {
  const before = draftOf(store.getState(), sessionId).text.trimEnd()
  changeDraft(store, sessionId, { text: before === '' ? text : `${before}\n\n${text}` })
}

/** Takes out of a draft what was sent. What was typed or attached since then stays. */
export function clearSent(store: AppStore, sessionId: string, sent: Draft): void {
  const now = draftOf(store.getState(), sessionId)
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
