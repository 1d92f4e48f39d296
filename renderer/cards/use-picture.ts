import { useEffect, useState } from 'react'
import { useApp, useBridge } from '../store/app-context'
import { selectCurrentSessionId } from '../store/selectors'

/** A picture of a page as a data URL; `gone` when it is kept no longer. While one loads the last one stays. */
export function usePicture(name: string | undefined): { readonly image: string | undefined; readonly isGone: boolean } {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly image: string | undefined }>()
  useEffect(() => {
    if (sessionId === undefined || name === undefined) return undefined
    let isCurrent = true
    void bridge.call('browser.picture', { sessionId, name }).then((answer) => {
      if (isCurrent) setLoaded({ name, image: answer.ok ? (answer.value.image ?? undefined) : undefined })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, name])
  return { image: loaded?.image, isGone: loaded !== undefined && loaded.name === name && loaded.image === undefined }
}
