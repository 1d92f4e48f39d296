import { useEffect } from 'react'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { sessionsWaiting } from '../../store/selectors'
import { lastPart } from '../../words/short-path'

const selectTitle = ({ main }: AppState): string => {
  const waiting = sessionsWaiting(main.sessions).length
  const parts = [waiting > 0 && `${waiting} waiting for you`, main.cwd && lastPart(main.cwd), 'Countersign']
  return parts.filter(Boolean).join(' · ')
}

/** Says in the window's title how many sessions wait, so that it is seen from other windows too. */
export function useWindowTitle(): void {
  const title = useApp(selectTitle)
  useEffect(() => {
    document.title = title
  }, [title])
}
