import { type RefObject, useLayoutEffect } from 'react'
import { focusMessageBox } from './composer-focus'

/** What leaves the page must not take the focus with it: it goes to the message box, from where everything can be done by key. */
export function useKeptFocus(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      if (element?.contains(document.activeElement)) focusMessageBox()
    }
  }, [leaving])
}
