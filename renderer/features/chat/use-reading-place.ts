import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useAppStore } from '../../store/app-context'
import { type AppStore, setUi } from '../../store/app-store'
import type { ReadingPlace } from '../../store/ui-state'
import { standsAtEnd } from './use-follow-end'

/** Where the reader was when they left this chat, if it was not its end. */
export function useReadingPlace(chatKey: string): ReadingPlace | undefined {
  const store = useAppStore()
  const [place] = useState(() => store.getState().ui.places.get(chatKey))
  return place
}

/** Notes, when a chat is left, where the reader was in it. At the end there is nothing to note: it is where every chat opens. */
export function useNotedPlace(chatKey: string, box: RefObject<HTMLDivElement | null>, log: Virtualizer<HTMLDivElement, Element>): void {
  const store = useAppStore()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    return () => {
      const place = standsAtEnd(element) ? undefined : { offset: element.scrollTop, measurements: log.takeSnapshot() }
      notePlace(store, chatKey, place)
    }
  }, [store, chatKey, log, box])
}

function notePlace(store: AppStore, chatKey: string, place: ReadingPlace | undefined): void {
  const places = new Map(store.getState().ui.places)
  if (place) places.set(chatKey, place)
  else places.delete(chatKey)
  setUi(store, { places })
}
