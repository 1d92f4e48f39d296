import { useCallback, useEffect, useState } from 'react'
import type { IpcError } from '../../../shared/ipc'
import type { Result } from '../../../shared/result'
import type { TaskChange } from '../../../shared/task-changes'
import { useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId } from '../../store/selectors'

export type LoadedChanges =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly changes: readonly TaskChange[] }
  | { readonly kind: 'failed'; readonly message: string }

/** A session that has not begun has no task, and so nothing that was changed. */
function loadedFrom(answer: Result<readonly TaskChange[], IpcError>): LoadedChanges {
  if (answer.ok) return { kind: 'ready', changes: answer.value }
  return answer.error.code === 'not_found' ? { kind: 'ready', changes: [] } : { kind: 'failed', message: answer.error.message }
}

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
      setLoaded({ of: chat, value: loadedFrom(answer) })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, chat, revision, asked])
  return { ...(loaded?.of === chat ? loaded.value : { kind: 'loading' }), reload }
}
