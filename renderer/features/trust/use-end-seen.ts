import { type RefObject, useEffect, useState } from 'react'

/** Whether the end of what scrolls was in view once: `end` is the last thing of it, a child of what scrolls. `isThere`: it is drawn. */
export function useEndSeen(end: RefObject<HTMLElement | null>, isThere: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const scroller = isThere ? end.current?.parentElement : undefined
    if (!scroller) return undefined
    const look = () => {
      const bottom = end.current?.getBoundingClientRect().bottom
      // A part of a pixel is no more to be seen.
      if (bottom !== undefined && bottom <= scroller.getBoundingClientRect().bottom + 1) setSeen(true)
    }
    look()
    const observer = new ResizeObserver(look)
    for (const each of [scroller, ...scroller.children]) observer.observe(each)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [end, isThere])
  return isSeen
}
