import { useEffect, useState } from 'react'
import type { FolderTrust } from '../../../shared/trust'
import { useApp, useBridge } from '../../store/app-context'
import { selectCurrentSessionId } from '../../store/selectors'

export type LoadedSurvey =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly survey: FolderTrust }
  | { readonly kind: 'failed'; readonly message: string }

/** What the folder of the open session brings, with its contents; looked at anew when the fingerprint is another. */
export function useSurvey(fingerprint: string): LoadedSurvey {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const [loaded, setLoaded] = useState<LoadedSurvey>({ kind: 'loading' })
  useEffect(() => {
    if (sessionId === undefined) return undefined
    let isCurrent = true
    void bridge.call('trust.survey', { sessionId }).then((answer) => {
      if (isCurrent) setLoaded(answer.ok ? { kind: 'ready', survey: answer.value } : { kind: 'failed', message: answer.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, fingerprint])
  return loaded
}
