import { stat } from 'node:fs/promises'
import { type BrowserWindow, dialog, shell } from 'electron'
import type { Desktop } from './core'

/** The system's dialogs and the person's other programs. `parent` is the window that asks, where there is one. */
export function systemDesktop(parent: () => BrowserWindow | undefined): Desktop {
  return {
    pickFolder: async () => {
      const window = parent()
      const options = { title: 'Open a project folder', properties: ['openDirectory' as const, 'createDirectory' as const] }
      const chosen = window === undefined ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options)
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null)
    },
    openExternal: async (url) => {
      const { protocol, href } = new URL(url)
      if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Only http and https addresses are opened, not ${protocol}`)
      await shell.openExternal(href).catch((cause: unknown) => {
        // What the system says of it repeats the whole address.
        throw new Error('No browser could be opened here: copy the address, and open it yourself.', { cause })
      })
    },
    revealFile: async (path) => {
      // The system shows nothing at all, and says nothing, for a path that is not there.
      await stat(path)
      shell.showItemInFolder(path)
    },
    trashFile: (path) =>
      shell.trashItem(path).then(
        () => true,
        // The system has none there, or no room: whoever asked knows what to do then.
        () => false,
      ),
  }
}
