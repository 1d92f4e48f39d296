import { useCallback, useEffect, useState } from 'react'
import type { TaskChange } from '../../../shared/task-changes'
import { useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId } from '../../store/selectors'

export type LoadedChanges =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly changes: readonly TaskChange[] }
  | { readonly kind: 'failed'; readonly message: string }

const selectRevision = (state: AppState) => state.main.changesRevision
const selectTaskId = (state: AppState) => state.main.currentTaskItem?.id

/**
 * What the open task changed. Asked for anew when main says that it is another, and when the window comes back: the person may have
 * edited meanwhile, which nobody tells. The last list stays until the new one is there.
 */
export function useChanges(): LoadedChanges & { readonly reload: () => void } {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const taskId = useApp(selectTaskId)
  const revision = useApp(selectRevision)
  const [asked, setAsked] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly value: LoadedChanges }>()
  const chat = `${sessionId ?? ''} ${taskId ?? ''}`
  const reload = useCallback(() => setAsked((times) => times + 1), [])
  useEffect(() => {
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [reload])
  useEffect(() => {
    if (sessionId === undefined) return undefined
    let isCurrent = true
    void bridge.call('changes.list', { sessionId }).then((answer) => {
      if (!isCurrent) return
      const value: LoadedChanges = answer.ok ? { kind: 'ready', changes: answer.value } : { kind: 'failed', message: answer.error.message }
      setLoaded({ of: chat, value })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, chat, revision, asked])
  return { ...(loaded?.of === chat ? loaded.value : { kind: 'loading' }), reload }
}
