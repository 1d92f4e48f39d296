import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The reader is "at the end" only at the very end; a finger's width above it is a place of their own. */
const END_THRESHOLD_PX = 4

/** How long a key or a wheel may take until the box moves. */
const LEAVING_MS = 200

export interface FollowEnd {
  /** For the box that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly scrollToEnd: () => void
  /** To be called before the page is painted whenever the content may have grown. */
  readonly followIfAtEnd: () => void
}

/** Keeps a growing box at its end while the reader is there, and leaves it alone as soon as they move away. */
export function useFollowEnd(startsAtEnd: boolean): FollowEnd {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(startsAtEnd)
  const follows = useRef(startsAtEnd)
  const scrollToEnd = useCallback(() => {
    const element = box.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    follows.current = true
    setAtEnd(true)
  }, [])
  const followIfAtEnd = useCallback(() => {
    if (follows.current) scrollToEnd()
  }, [scrollToEnd])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const moved = () => {
      follows.current = standsAtEnd(element)
      setAtEnd(follows.current)
    }
    // The page hears of a scroll a frame later; text that comes in between must not pull the reader back.
    let check: ReturnType<typeof setTimeout> | undefined
    const leaves = (event: Event) => {
      if (element.scrollTop === 0 || !wantsUp(event)) return
      follows.current = false
      clearTimeout(check)
      // It may have scrolled something else, or nothing.
      check = setTimeout(moved, LEAVING_MS)
    }
    // The box gets lower when a card is docked below it; who was at the end stays there.
    const observer = new ResizeObserver(followIfAtEnd)
    observer.observe(element)
    element.addEventListener('scroll', moved, { passive: true })
    for (const name of leavingEvents) element.addEventListener(name, leaves, { passive: true })
    return () => {
      clearTimeout(check)
      observer.disconnect()
      element.removeEventListener('scroll', moved)
      for (const name of leavingEvents) element.removeEventListener(name, leaves)
    }
  }, [followIfAtEnd])
  return { box, isAtEnd, scrollToEnd, followIfAtEnd }
}

const leavingEvents = ['wheel', 'keydown', 'touchmove'] as const
const upKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home'])

function wantsUp(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0
  if (event instanceof KeyboardEvent) return upKeys.has(event.key)
  return true
}

/** Whether a box is scrolled to its very end. */
export const standsAtEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.clientHeight - element.scrollTop <= END_THRESHOLD_PX
