import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import type { LogEntry } from '../../store/log-entries'
import { selectEntries, selectIsBusy } from '../../store/selectors'
import { Button } from '../../ui/button'
import { scrollByKey } from './log-keys'
import { LogRow } from './log-row'
import styles from './message-list.module.css'
import { useFollowEnd } from './use-follow-end'
import { useNotedPlace, useReadingPlace } from './use-reading-place'

const ESTIMATED_ROW_PX = 72
/** Rows beyond the edge that are kept drawn, so that a quick scroll shows no gap. */
const OVERSCAN_ROWS = 8

const selectEndRequests = (state: AppState) => state.ui.endRequests

/**
 * The log. Only the rows near the window are in the page, however long the chat is. It follows the end while the reader is at the end;
 * elsewhere what is being read keeps its place, and a chip says that there is more below.
 */
export function MessageList({ chatKey }: { readonly chatKey: string }) {
  const entries = useApp(selectEntries)
  const isBusy = useApp(selectIsBusy)
  const { box, virtualizer, isAtEnd, scrollToEnd } = useLog(entries, chatKey)
  const items = virtualizer.getVirtualItems()
  const goToEnd = () => {
    // The chip leaves with its press, so the focus moves on first.
    box.current?.focus()
    scrollToEnd()
  }
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.scroller}
        role="log"
        aria-label="Chat"
        // Streamed text is not read out piece by piece: a finished reply is announced once, elsewhere.
        aria-live="off"
        aria-busy={isBusy}
        tabIndex={0}
        onKeyDown={(event) => scrollByKey(event, scrollToEnd)}
      >
        <div className={styles.sizer} style={{ height: virtualizer.getTotalSize() }}>
          <div className={styles.rows} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map((item) => {
              const entry = entries[item.index]
              return (
                entry && (
                  <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className={styles.row}>
                    <LogRow entry={entry} position={item.index + 1} />
                  </div>
                )
              )
            })}
          </div>
        </div>
      </div>
      {!isAtEnd && entries.length > 0 && (
        <Button size="small" className={styles.chip} icon={<ArrowDown aria-hidden />} onClick={goToEnd}>
          {isBusy ? 'New below' : 'Go to the end'}
        </Button>
      )}
    </div>
  )
}

function useLog(entries: readonly LogEntry[], chatKey: string) {
  const endRequests = useApp(selectEndRequests)
  const place = useReadingPlace(chatKey)
  const { box, isAtEnd, scrollToEnd, followIfAtEnd } = useFollowEnd(place === undefined)
  // oxlint-disable-next-line react/incompatible-library -- The warning is for the React compiler, which is not used here.
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => entries[index]?.ts ?? index,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: OVERSCAN_ROWS,
    ...(place ? { initialOffset: place.offset, initialMeasurementsCache: [...place.measurements] } : {}),
  })
  const height = virtualizer.getTotalSize()
  // The height tells that there may be something to follow; each request is a wish of its own.
  useLayoutEffect(followIfAtEnd, [followIfAtEnd, height])
  useNotedPlace(chatKey, box, virtualizer)
  const answered = useRef(endRequests)
  useEffect(() => {
    if (answered.current !== endRequests) scrollToEnd()
    answered.current = endRequests
  }, [scrollToEnd, endRequests])
  return { box, virtualizer, isAtEnd, scrollToEnd }
}
