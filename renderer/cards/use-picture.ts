import { useEffect, useState } from 'react'
import { useApp, useBridge } from '../store/app-context'
import { selectCurrentSessionId } from '../store/selectors'

export interface ShownPicture {
  /** As a data URL. While one loads the last one stays. */
  readonly image: string | undefined
  /** False while it is still the last one. */
  readonly isCurrent: boolean
  /** It is kept no longer. */
  readonly isGone: boolean
}

/** A picture of a page, by its name. */
export function usePicture(name: string | undefined): ShownPicture {
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
  const isCurrent = loaded !== undefined && loaded.name === name
  return { image: loaded?.image, isCurrent, isGone: isCurrent && loaded.image === undefined }
}
