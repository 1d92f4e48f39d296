import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, protocol, safeStorage, session } from 'electron'
import type { Core, CreateCore } from './core'
import { systemDesktop } from './desktop'
import { guardContents, guardSession } from './guards'
import { systemKeychain } from './keychain'
import { setMenu } from './menu'
import { notifier } from './notifications'
import { ORIGIN, SCHEME } from './origin'
import { endOnQuit } from './quit'
import { bundleServer } from './serve-bundle'
import { sender, serveCalls } from './serve-calls'
import { readStartOptions, type StartOptions } from './start-options'
import { openWindow } from './windows'

/** Runs the app with its window. Never rejects: what keeps it from starting is shown, and the app ends. */
export async function start(createCore: CreateCore): Promise<void> {
  try {
    await begin(createCore)
  } catch (error) {
    dialog.showErrorBox('Countersign could not start', error instanceof Error ? (error.stack ?? error.message) : String(error))
    app.exit(1)
  }
}

/** What Electron wants to know before it is ready is said at once. */
async function begin(createCore: CreateCore): Promise<void> {
  const options = readStartOptions(process.argv.slice(1), process.env)
  if (!becomeTheOne(options)) {
    process.stderr.write(`Countersign already runs on ${options.dataDir}: its window was brought to the front.\n`)
    app.quit()
    return
  }
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }])
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  await app.whenReady()
  await open(options, createCore)
}

/** One instance per data folder: the lock lies in `userData`, so that is set first. */
function becomeTheOne(options: StartOptions): boolean {
  const userData = join(options.dataDir, 'window')
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  app.setName('Countersign')
  app.setPath('userData', userData)
  return app.requestSingleInstanceLock()
}

async function open(options: StartOptions, createCore: CreateCore): Promise<void> {
  guardSession(session.defaultSession)
  protocol.handle(SCHEME, await bundleServer(join(import.meta.dirname, '../renderer')))
  const core = await createCore({
    dataDir: options.dataDir,
    initialCwd: options.cwd,
    runtime: process.versions['electron'] === undefined ? 'chromium' : 'electron',
    version: app.getVersion(),
    keychain: systemKeychain(safeStorage),
    dialogs: systemDesktop(currentWindow),
    notify: notifier(currentWindow),
  })
  endOnQuit(
    app,
    () => core.dispose(),
    (error) => report('Ending the work failed', error),
  )
  serveCalls(ipcMain, core.handlers, { trusts: isOurPage, report: (name, error) => report(`The call ${name} failed`, error) })
  setMenu((command) => tellWindow('app.command', { command }), !app.isPackaged)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('second-instance', () => focusOrOpen(core))
  app.on('activate', () => focusOrOpen(core))
  openAttached(core)
}

function report(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.stack : String(error)}\n`)
}

const currentWindow = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0]

/** The main frame of a window of ours, with our page in it: nobody else may call. */
function isOurPage({ sender: contents, senderFrame }: IpcMainInvokeEvent): boolean {
  return BrowserWindow.fromWebContents(contents) !== null && senderFrame?.parent === null && senderFrame.origin === ORIGIN
}

const checksPushes = (): boolean => process.env['COUNTERSIGN_CHECK_PUSHES'] === '1'

function tellWindow(name: 'app.command', payload: { command: string }): void {
  const window = currentWindow()
  if (window !== undefined) sender(window.webContents, checksPushes())(name, payload)
}

function openAttached(core: Core): void {
  const window = openWindow((reason) => {
    dialog.showErrorBox('The window keeps failing', `Its page ended several times within a minute (${reason}). Start Countersign again.`)
    app.quit()
  })
  const detach = core.attach(sender(window.webContents, checksPushes()))
  window.on('closed', detach)
}

function focusOrOpen(core: Core): void {
  const window = currentWindow()
  if (window === undefined) {
    openAttached(core)
    return
  }
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
