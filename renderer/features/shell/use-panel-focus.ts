import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { focusMessageBox } from '../composer/composer-focus'

/**
 * A panel that leaves gives the focus it held back to where it was before, or to the message box. `isDrawer`: it lies above everything else,
 * so it also takes the focus when it comes, and `close` is called when the focus goes to what it covers.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, isDrawer: boolean, close: () => void): void {
  // A drawer that becomes a part of a wider window is the same panel, and keeps the focus: only one that leaves gives it back.
  useLayoutEffect(() => {
    const element = panel.current
    const before = document.activeElement
    return () => {
      if (!element?.contains(document.activeElement)) return
      if (before instanceof HTMLElement && before !== document.body && before.isConnected && !element.contains(before)) before.focus()
      else focusMessageBox()
    }
  }, [panel])
  useLayoutEffect(() => {
    if (isDrawer) panel.current?.focus()
  }, [panel, isDrawer])
  useEffect(() => {
    if (!isDrawer) return
    const moved = ({ target }: FocusEvent) => {
      if (target instanceof Element && !panel.current?.contains(target) && !target.closest(ABOVE_ALL)) close()
    }
    document.addEventListener('focusin', moved)
    return () => document.removeEventListener('focusin', moved)
  }, [panel, isDrawer, close])
}

/** What opens above a drawer and gives the focus back to it. */
const ABOVE_ALL = '[role="dialog"], [role="menu"]'
