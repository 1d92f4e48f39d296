import { type RefObject, useEffect, useRef } from 'react'
import { type DraftKeeper, keepDrafts } from './drafts'
import { useActing } from './use-acting'

/** Saves drafts while the composer is there, and at once when the page goes. */
export function useDraftKeeper(): RefObject<DraftKeeper | null> {
  const { store, actions } = useActing()
  const keeper = useRef<DraftKeeper>(null)
  useEffect(() => {
    const own = keepDrafts(store, (sessionId, draft) => actions.saveDraft(sessionId, draft))
    keeper.current = own
    const flush = () => own.flush()
    const events = ['pagehide', 'beforeunload'] as const
    for (const event of events) window.addEventListener(event, flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      for (const event of events) window.removeEventListener(event, flush)
      document.removeEventListener('visibilitychange', flush)
      own.end()
    }
  }, [store, actions])
  return keeper
}
