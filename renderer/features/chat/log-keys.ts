import type { KeyboardEvent } from 'react'

/** What of a page is scrolled at once, so that a line or two stays to find the place again. */
const PAGE_SHARE = 0.9

/**
 * The keys that scroll far. Left to itself the browser glides there, and stops where a row on the way turns out higher than it was
 * estimated; these jump. Returns true for a key that was one of them.
 */
export function scrollByKey(event: KeyboardEvent<HTMLElement>, scrollToEnd: () => void): boolean {
  const box = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey || belongsElsewhere(event.target)) return false
  const page = box.clientHeight * PAGE_SHARE
  const moves: Readonly<Record<string, () => void>> = {
    Home: () => box.scrollTo({ top: 0 }),
    End: scrollToEnd,
    PageUp: () => box.scrollBy({ top: -page }),
    PageDown: () => box.scrollBy({ top: page }),
  }
  const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
  if (!move) return false
  event.preventDefault()
  move()
  return true
}

/** Output and code within a row scroll by themselves. */
const belongsElsewhere = (target: EventTarget): boolean => target instanceof Element && target.closest('[role="group"]') !== null
