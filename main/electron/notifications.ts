import { type BrowserWindow, Notification } from 'electron'
import type { DesktopNotice } from './core'

/** Shows a notification while the person looks elsewhere; a click on it brings the window. */
export function notifier(window: () => BrowserWindow | undefined): (notice: DesktopNotice) => void {
  return ({ title, body }) => {
    const target = window()
    if (target?.isFocused() === true || !Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', () => {
      target?.show()
      target?.focus()
    })
    notification.show()
  }
}
