import type { KeyboardEvent } from 'react'

/** What browsers report for a key that an input method took, even where `isComposing` is already off. */
const TAKEN_BY_INPUT_METHOD = 229

/** Enter sends, Shift+Enter starts a line, and Enter that ends a composition does neither. */
export function useMessageKeys(onSend: () => void) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (event.key !== 'Enter' || isComposing(event)) return
      // With a modifier it is an answer, which the list of actions knows.
      if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onSend()
    },
  }
}

function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // `keyCode` is the only sign that Safari-like orders of events leave.
  return nativeEvent.isComposing || Reflect.get(nativeEvent, 'keyCode') === TAKEN_BY_INPUT_METHOD
}
