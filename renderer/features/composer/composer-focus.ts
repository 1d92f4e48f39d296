/** The message box, by which every part of the window finds it. */
export const MESSAGE_BOX_ID = 'composer-message'

/** Puts the caret into the message box, if it is there. */
export function focusMessageBox(): void {
  document.getElementById(MESSAGE_BOX_ID)?.focus()
}
