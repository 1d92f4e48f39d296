import { type RefObject, useLayoutEffect } from 'react'
import { focusMessageBox } from './composer-focus'

/**
 * What leaves the page must not take the focus with it: unless `handOn` has a better place, it goes to the message box, from where
 * everything can be done by key. `handOn` is a constant function.
 */
export function useKeptFocus(leaving: RefObject<HTMLElement | null>, handOn: (leaving: HTMLElement) => void = focusMessageBox): void {
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      if (element?.contains(document.activeElement)) handOn(element)
    }
  }, [leaving, handOn])
}
