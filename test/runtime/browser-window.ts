import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { type DevToolsSession, unlessGone } from './devtools'
import type { Protocol } from './devtools-protocol'
import { refuseUnknown } from './refuse-unknown'
import type { Runtime } from './runtime'
import { type PageTarget, WebContentsStandIn } from './web-contents'

type WindowSlice = Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isFocused'
  | 'isVisible'
  | 'isMinimized'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'isDestroyed'
  | 'close'
  | 'destroy'
>
type Options = Electron.BrowserWindowConstructorOptions
type Bounds = { x: number; y: number; width: number; height: number }

const KNOWN_OPTIONS = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'title',
  'show',
  'backgroundColor',
  'autoHideMenuBar',
  'webPreferences',
]
const MUST_BE_ON = ['contextIsolation', 'sandbox'] as const
const MUST_BE_OFF = [
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'webviewTag',
  'allowRunningInsecureContent',
] as const

/** Its events come from Node's EventEmitter, as Electron's do. */
export interface BrowserWindowStandIn extends WindowSlice {
  readonly webContents: WebContentsStandIn
}

/** The class that the app news. Its windows are pages of one Chromium, on the display or off screen. */
export function createBrowserWindowClass(runtime: Runtime) {
  return class BrowserWindow extends EventEmitter implements BrowserWindowStandIn {
    static getAllWindows(): BrowserWindowStandIn[] {
      return [...runtime.windows]
    }

    static fromWebContents(contents: WebContentsStandIn | undefined): BrowserWindowStandIn | null {
      return runtime.windows.find((window) => window.webContents === contents) ?? null
    }

    static getFocusedWindow(): BrowserWindowStandIn | null {
      return runtime.windows.find((window) => window.isFocused()) ?? null
    }

    readonly webContents: WebContentsStandIn
    private bounds: Bounds
    private isShown = false
    private isMax = false
    private isMin = false
    private isGone = false

    constructor(options: Options = {}) {
      super()
      checkOptions(options)
      const { minWidth = 0, minHeight = 0, width = 800, height = 600 } = options
      this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: Math.max(width, minWidth), height: Math.max(height, minHeight) }
      const self = refuseUnknown('BrowserWindow', this)
      this.webContents = refuseUnknown('WebContents', new WebContentsStandIn(runtime))
      runtime.windows.push(self)
      this.webContents.attach(openTarget(runtime, this.bounds), options.webPreferences?.preload ?? '')
      this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
      this.webContents.on('close-asked', () => this.close())
      void this.followTarget()
      runtime.contentsCreated(this.webContents)
      if (options.show !== false) this.show()
      return self
    }

    async loadURL(url: string): Promise<void> {
      await this.webContents.loadURL(url)
    }

    show(): void {
      this.isShown = true
      if (runtime.isVisible) this.page('Page.bringToFront')
    }

    focus(): void {
      if (runtime.isVisible) this.page('Page.bringToFront')
    }

    isFocused(): boolean {
      return this.isShown && !this.isMin && runtime.windows.at(-1)?.webContents === this.webContents
    }

    isVisible(): boolean {
      return this.isShown
    }

    isMinimized(): boolean {
      return this.isMin
    }

    isMaximized(): boolean {
      return this.isMax
    }

    restore(): void {
      this.isMin = false
      this.isMax = false
      void this.place({ windowState: 'normal' })
    }

    maximize(): void {
      this.isMax = true
      if (runtime.isVisible) void this.place({ windowState: 'maximized' })
    }

    getBounds(): Bounds {
      return { ...this.bounds }
    }

    getNormalBounds(): Bounds {
      return { ...this.bounds }
    }

    setBounds(bounds: Partial<Bounds>): void {
      this.bounds = { ...this.bounds, ...bounds }
      void this.place(toChromium(this.bounds))
    }

    isDestroyed(): boolean {
      return this.isGone
    }

    close(): void {
      let isPrevented = false
      this.emit('close', { preventDefault: () => (isPrevented = true) })
      if (!isPrevented) this.destroy()
    }

    destroy(): void {
      if (!this.isGone) void this.webContents.closeTarget()
      this.gone()
    }

    private page(method: 'Page.bringToFront'): void {
      void this.webContents.opened().then(({ session }) => session.send(method).catch(unlessGone))
    }

    private async place(bounds: Protocol.Browser.Bounds): Promise<void> {
      const { targetId } = await this.webContents.opened()
      const { browser } = (await runtime.browser()).devTools
      await setBounds(browser, targetId, bounds).catch(unlessGone)
    }

    /** A window on the display may also be closed or resized by the person. */
    private async followTarget(): Promise<void> {
      const { targetId, session } = await this.webContents.opened()
      const { browser } = (await runtime.browser()).devTools
      browser.on('Target.targetDestroyed', (destroyed) => {
        if (destroyed.targetId !== targetId || this.isGone) return
        this.emit('close', { preventDefault: () => undefined })
        this.gone()
      })
      session.on('Page.frameResized', () => {
        void browser.send('Browser.getWindowForTarget', { targetId }).then(({ bounds }) => {
          const { left = 0, top = 0, width = 0, height = 0, windowState } = bounds
          this.isMax = windowState === 'maximized'
          if (!this.isMax) this.bounds = { x: left, y: top, width, height }
        }, unlessGone)
      })
    }

    private gone(): void {
      if (this.isGone) return
      this.isGone = true
      runtime.windows.splice(0, runtime.windows.length, ...runtime.windows.filter((window) => window.webContents !== this.webContents))
      this.webContents.destroyed()
      this.emit('closed')
      runtime.windowClosed()
    }
  }
}

function checkOptions(options: Options): void {
  const unknown = Object.keys(options).find((name) => !KNOWN_OPTIONS.includes(name))
  if (unknown !== undefined) throw new Error(`The Chromium runtime does not know the window option ${unknown}.`)
  const preferences = options.webPreferences ?? {}
  const wrong = [...MUST_BE_ON.filter((name) => preferences[name] !== true), ...MUST_BE_OFF.filter((name) => preferences[name] === true)]
  if (wrong.length > 0)
    throw new Error(`The Chromium runtime isolates every page, but these webPreferences say otherwise: ${wrong.join(', ')}`)
  if (preferences.preload === undefined) throw new Error('The Chromium runtime opens no window without a preload.')
}

async function openTarget(runtime: Runtime, bounds: Bounds): Promise<PageTarget> {
  const { devTools } = await runtime.browser()
  const first = await runtime.takeFirstTarget()
  const targetId =
    first ?? (await devTools.browser.send('Target.createTarget', { url: 'about:blank', newWindow: runtime.isVisible })).targetId
  const { sessionId } = await devTools.browser.send('Target.attachToTarget', { targetId, flatten: true })
  await setBounds(devTools.browser, targetId, toChromium(bounds))
  return { targetId, session: devTools.session(sessionId) }
}

const toChromium = ({ x, y, width, height }: Bounds) => ({ left: x, top: y, width, height })

async function setBounds(browser: DevToolsSession, targetId: string, bounds: Protocol.Browser.Bounds): Promise<void> {
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId })
  await browser.send('Browser.setWindowBounds', { windowId, bounds })
}
