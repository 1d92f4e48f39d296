import { type RefObject, useLayoutEffect } from 'react'
import { focusMessageBox } from '../composer/composer-focus'

/**
 * A panel that leaves gives the focus it held back to where it was before, or to the message box. `takesFocus`: it also takes it when it
 * comes, because it lies above everything else.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    const before = document.activeElement
    if (takesFocus) element?.focus()
    return () => {
      if (!element?.contains(document.activeElement)) return
      if (before instanceof HTMLElement && before !== document.body && before.isConnected && !element.contains(before)) before.focus()
      else focusMessageBox()
    }
  }, [panel, takesFocus])
}
