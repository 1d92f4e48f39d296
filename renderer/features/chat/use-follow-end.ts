import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The reader is "at the end" only at the very end; a finger's width above it is a place of their own. */
const END_THRESHOLD_PX = 4

interface FollowEnd {
  /** For the box that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly scrollToEnd: () => void
  /** To be called before the page is painted whenever the content may have grown. */
  readonly followIfAtEnd: () => void
}

/** Keeps a growing box at its end while the reader is there, and leaves it alone as soon as they move away. */
export function useFollowEnd(): FollowEnd {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
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
      follows.current = isEnd(element)
      setAtEnd(follows.current)
    }
    // The page hears of a scroll a frame later; text that comes in between must not pull the reader back.
    const leaves = (event: Event) => {
      if (element.scrollTop > 0 && wantsUp(event)) follows.current = false
    }
    // The box gets lower when a card is docked below it; who was at the end stays there.
    const observer = new ResizeObserver(followIfAtEnd)
    observer.observe(element)
    element.addEventListener('scroll', moved, { passive: true })
    for (const name of leavingEvents) element.addEventListener(name, leaves, { passive: true })
    return () => {
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

const isEnd = (element: HTMLElement): boolean => element.scrollHeight - element.clientHeight - element.scrollTop <= END_THRESHOLD_PX
