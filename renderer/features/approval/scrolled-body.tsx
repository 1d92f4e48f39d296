import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { counted } from '../../../shared/amounts'
import styles from './approval-card.module.css'

/** So many lines of a diff are read by scrolling the card; only a longer one is folded. */
export const LINES_TO_SCROLL = 400

/** The part of a card that scrolls. Says how much of it is out of sight, so that nobody takes the last line seen for the last. */
export function ScrolledBody({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { hidden, scrolls } = useHiddenLines(box, content)
  return (
    <>
      <div ref={box} className={styles.scroll} {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': 'What waits for you' } : {})}>
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </div>
      {hidden > 0 && <p className={styles.rest}>{`${counted(hidden, 'more line')} below. Scroll to read all of it.`}</p>}
    </>
  )
}

/** The height of a line of the base text, which code has as well. */
const LINE_PIXELS = 20

/** Lines out of sight below, and whether there is anything to scroll at all: then the keys must be able to. */
function useHiddenLines(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState(0)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    // Less than half a line is only padding.
    const measure = () => {
      const beyond = element.scrollHeight - element.clientHeight
      setHidden(Math.max(0, Math.round((beyond - element.scrollTop) / LINE_PIXELS)))
      setScrolls(beyond > 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (content.current) observer.observe(content.current)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box, content])
  return { hidden, scrolls }
}
