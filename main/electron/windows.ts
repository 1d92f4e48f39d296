import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { PAGE_URL } from './origin'
import { recallWindow, rememberWindow } from './window-bounds'

const DEFAULT_SIZE = { width: 1240, height: 820 }
/** The page works down to 480 px. */
const MIN_SIZE = { minWidth: 480, minHeight: 400 }
/** The page's own background, so that nothing flashes before it is drawn. */
const BACKGROUND = { light: '#ffffff', dark: '#1b1c1e' }
const MAX_RELOADS = 3
const RELOAD_WINDOW_MS = 60_000

/** Opens the window on the bundle's page. It is the only place that makes one. */
export function openWindow(onPageLost: (reason: string) => void): BrowserWindow {
  const file = join(app.getPath('userData'), 'window.json')
  const remembered = recallWindow(
    file,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...(remembered?.bounds ?? DEFAULT_SIZE),
    ...MIN_SIZE,
    title: 'Countersign',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      spellcheck: false,
    },
  })
  if (remembered?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => rememberWindow(file, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }, reportUnsaved))
  // A page cannot hold the window open: what it shows is held by the main process.
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault())
  bringBackLostPage(window, onPageLost)
  // A page that cannot be loaded is told of in the terminal; one that is closed meanwhile is nobody's loss.
  window.loadURL(PAGE_URL).catch((error: unknown) => {
    if (!window.isDestroyed()) process.stderr.write(`The page of the window was not loaded: ${String(error)}\n`)
  })
  return window
}

function reportUnsaved(error: unknown): void {
  process.stderr.write(`The place of the window was not kept: ${String(error)}\n`)
}

/** The page is only a picture: when its process dies it is loaded anew, unless it keeps dying. */
function bringBackLostPage(window: BrowserWindow, onPageLost: (reason: string) => void): void {
  let losses: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    losses = [...losses.filter((time) => Date.now() - time < RELOAD_WINDOW_MS), Date.now()]
    if (losses.length > MAX_RELOADS) onPageLost(reason)
    else window.webContents.reload()
  })
}
