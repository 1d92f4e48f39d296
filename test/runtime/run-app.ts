import { readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppStandIn } from './app'
import { type BrowserProcess, startBrowser } from './browser-process'
import { createBrowserWindowClass } from './browser-window'
import { type Chromium, findChromium, findVisibleChromium } from '../../main/browser/chromium'
import { createIpcMain } from './ipc-main'
import { type LaunchOptions, readLaunchOptions } from './launch-options'
import { createProtocol } from './protocol'
import { refuseUnknown } from './refuse-unknown'
import type { Runtime } from './runtime'
import { SessionStandIn } from './session'
import {
  createDialog,
  createMenu,
  createNativeTheme,
  createSafeStorage,
  createScreen,
  createShell,
  NotificationStandIn,
} from './small-parts'
import type { WebContentsStandIn } from './web-contents'

/** Runs a built app as the `electron` executable would: its main bundle in this process, its pages in a Chromium. */
export async function runApp(argv: readonly string[]): Promise<void> {
  const options = readLaunchOptions(argv)
  const { main, manifest } = readApp(options.appPath)
  process.argv = [process.execPath, options.appPath, ...options.appArgs]
  const { electron, app } = createElectron(options, manifest)
  answerImports(electron)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  if (options.inspectPort !== undefined) inspector.open(options.inspectPort, '127.0.0.1')
  // As in Electron a forgotten promise is told of and ends nothing; what fails because the app is ending is not worth a word.
  process.on('unhandledRejection', (error) => {
    if (!app.isEnding) report(error)
  })
  try {
    await import(pathToFileURL(main).href)
    app.mainIsLoaded()
  } catch (error) {
    if (!app.isEnding) report(error)
    app.exit(1)
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

interface Manifest {
  readonly name: string
  readonly version: string
}

function readApp(appPath: string): { main: string; manifest: Manifest } {
  if (!statSync(appPath).isDirectory()) return { main: resolve(appPath), manifest: { name: 'app', version: '0.0.0' } }
  const manifest: Manifest & { main: string } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
  return { main: resolve(appPath, manifest.main), manifest }
}

function createElectron(options: LaunchOptions, manifest: Manifest) {
  let browser: Promise<BrowserProcess> | undefined
  let isFirstTaken = false
  const driver = options.debuggingPort === '0' && options.inspectPort !== undefined ? waitForDriver() : Promise.resolve()
  const startedBrowser = (): Promise<BrowserProcess> => {
    browser ??= openBrowser(options, join(app.getPath('userData'), 'chromium'))
    return browser
  }
  const app = new AppStandIn({
    appPath: resolve(options.appPath),
    ...manifest,
    prepare: async () => {
      const { ended } = await startedBrowser()
      void ended.then(() => app.exit(1))
      await driver
    },
    closeWindows: () => {
      for (const window of runtime.windows.slice()) window.close()
      return runtime.windows.length === 0
    },
    // That it did not start has been said already.
    end: async () => (await browser?.catch(() => undefined))?.end(),
  })
  const runtime: Runtime = {
    session: new SessionStandIn(),
    protocol: createProtocol(() => app.isReady()),
    ipcMain: createIpcMain(),
    windows: [],
    isVisible: !options.offscreen,
    browser: startedBrowser,
    takeFirstTarget: async () => {
      if (isFirstTaken) return undefined
      isFirstTaken = true
      const { targetInfos } = await (await startedBrowser()).devTools.browser.send('Target.getTargets')
      return targetInfos.find((target) => target.type === 'page')?.targetId
    },
    contentsCreated: (contents) => app.emit('web-contents-created', {}, contents),
    windowClosed: () => {
      if (runtime.windows.length === 0) app.lastWindowClosed()
    },
  }
  return { app, electron: electronModule(app, runtime) }
}

function electronModule(app: AppStandIn, runtime: Runtime): object {
  const session = refuseUnknown('session', runtime.session)
  const fromTarget = (id: string): WebContentsStandIn | undefined =>
    runtime.windows.find((window) => window.webContents.targetId === id)?.webContents
  return {
    app: refuseUnknown('app', app),
    BrowserWindow: createBrowserWindowClass(runtime),
    webContents: refuseUnknown('webContents', { fromDevToolsTargetId: fromTarget }),
    ipcMain: refuseUnknown('ipcMain', runtime.ipcMain),
    protocol: refuseUnknown('protocol', runtime.protocol),
    session: { defaultSession: session },
    dialog: createDialog(),
    shell: createShell(runtime.isVisible),
    safeStorage: createSafeStorage(),
    nativeTheme: createNativeTheme(),
    screen: createScreen(),
    Menu: createMenu(),
    Notification: NotificationStandIn,
  }
}

async function openBrowser(options: LaunchOptions, profile: string): Promise<BrowserProcess> {
  const chromium = await chooseChromium(options)
  const started = await startBrowser(chromium, { profile, visible: !options.offscreen, debuggingPort: options.debuggingPort })
  process.once('exit', () => started.kill())
  await started.devTools.browser.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  return started
}

async function chooseChromium(options: LaunchOptions): Promise<Chromium> {
  if (options.offscreen) return findChromium()
  const visible = findVisibleChromium()
  if (!visible) throw new Error('No Chromium that can open a window was found: install one, or use --offscreen.')
  return visible
}

/** Playwright connects first and then lets the app go on, as its loader does in Electron. */
function waitForDriver(): Promise<void> {
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  Reflect.set(globalThis, '__playwright_run', () => goOn())
  return promise
}

const ELECTRON_URL = 'countersign-runtime:electron'
const ELECTRON_KEY = 'countersign.electron'

/** `electron`, imported or required, is the stand-in. A name that it lacks does not link. */
function answerImports(electron: object): void {
  Reflect.set(globalThis, Symbol.for(ELECTRON_KEY), electron)
  const names = Object.keys(electron).join(', ')
  const source = `const electron = globalThis[Symbol.for('${ELECTRON_KEY}')]\nexport const { ${names} } = electron\nexport default electron`
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: ELECTRON_URL, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) => (url === ELECTRON_URL ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  })
}
