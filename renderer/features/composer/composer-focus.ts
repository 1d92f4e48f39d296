/** The message box, by which every part of the window finds it. */
export const MESSAGE_BOX_ID = 'composer-message'

/** Nobody writes anywhere: what asks for words now may have the focus. */
export function isFocusFree(): boolean {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return true
  return focused.id === MESSAGE_BOX_ID && focused instanceof HTMLTextAreaElement && focused.value === ''
}

/** Puts the caret into the message box, if it is there. */
export function focusMessageBox(): void {
  document.getElementById(MESSAGE_BOX_ID)?.focus()
}
