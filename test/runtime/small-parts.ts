import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { dirname } from 'node:path'
import type Electron from 'electron'
import { refuseUnknown } from './refuse-unknown'

/** There are no dialogs of the system here: each is as if it had been closed at once. Tests put their own answers in their place. */
export const createDialog = () =>
  refuseUnknown('dialog', {
    showOpenDialog: async (): Promise<Electron.OpenDialogReturnValue> => ({ canceled: true, filePaths: [] }),
    showErrorBox: (title, content) => {
      process.stderr.write(`${title}\n${content}\n`)
    },
  } satisfies Pick<Electron.Dialog, 'showErrorBox'> & { showOpenDialog(): Promise<Electron.OpenDialogReturnValue> })

/** Opens other programs only where there is a display to show them on. */
export const createShell = (isVisible: boolean) =>
  refuseUnknown('shell', {
    openExternal: (url) => openWithSystem(isVisible, url),
    showItemInFolder: (path) => void openWithSystem(isVisible, dirname(path)).catch(tellOf(path)),
    trashItem: (path) => Promise.reject(new Error(`There is no trash for ${path} in the Chromium runtime.`)),
  } satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder' | 'trashItem'>)

const tellOf = (path: string) => (error: unknown) => {
  process.stderr.write(`${path} could not be shown: ${error instanceof Error ? error.message : String(error)}\n`)
}

/** Rejects where there is nothing to open it with. */
async function openWithSystem(isVisible: boolean, target: string): Promise<void> {
  if (!isVisible) throw new Error(`There is no display to show ${target} on.`)
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [target], { stdio: 'ignore', detached: true })
  child.unref()
  // Rejects with what kept it from starting.
  await once(child, 'spawn')
}

/** No keychain: keys are kept in a file of the person's or in memory, as the app does wherever there is none. */
export const createSafeStorage = () =>
  refuseUnknown('safeStorage', {
    isAsyncEncryptionAvailable: async () => false,
    getSelectedStorageBackend: () => 'basic_text',
    encryptStringAsync: async () => {
      throw new Error('There is no keychain in the Chromium runtime.')
    },
    decryptStringAsync: async () => {
      throw new Error('There is no keychain in the Chromium runtime.')
    },
  } satisfies Pick<
    Electron.SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >)

export const createNativeTheme = () =>
  refuseUnknown('nativeTheme', { shouldUseDarkColors: false } satisfies Pick<Electron.NativeTheme, 'shouldUseDarkColors'>)

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1080 }

export const createScreen = () => refuseUnknown('screen', { getAllDisplays: () => [{ id: 1, bounds: DISPLAY, workArea: DISPLAY }] })

interface MenuStandIn {
  readonly items: readonly Electron.MenuItemConstructorOptions[]
  getMenuItemById(id: string): Electron.MenuItemConstructorOptions | null
}

/** No menu is drawn, but tests can find its items and click them. */
export function createMenu() {
  let current: MenuStandIn | null = null
  return refuseUnknown('Menu', {
    buildFromTemplate: (items: readonly Electron.MenuItemConstructorOptions[]): MenuStandIn => ({
      items,
      getMenuItemById: (id) => findItem(items, id),
    }),
    setApplicationMenu: (menu: MenuStandIn | null): void => {
      current = menu
    },
    getApplicationMenu: (): MenuStandIn | null => current,
  })
}

function findItem(items: readonly Electron.MenuItemConstructorOptions[], id: string): Electron.MenuItemConstructorOptions | null {
  for (const item of items) {
    if (item.id === id) return item
    const found = Array.isArray(item.submenu) ? findItem(item.submenu, id) : null
    if (found) return found
  }
  return null
}

/** Nothing is shown, and that is said. */
export class NotificationStandIn extends EventEmitter {
  static isSupported(): boolean {
    return false
  }

  show(): void {
    throw new Error('The Chromium runtime shows no notifications.')
  }
}
