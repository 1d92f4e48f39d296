import { EventEmitter, once } from 'node:events'
import type Electron from 'electron'
import { toAppUrl, toPageUrl } from './address'
import { type DevToolsSession, unlessGone } from './devtools'
import { installPreload, PRELOAD_WORLD, sendToPage } from './page-bridge'
import { createFrame, type Frames, type FrameStandIn, trackFrames } from './page-frames'
import { interceptRequests, type Navigation } from './page-requests'
import type { Runtime } from './runtime'

export interface PageTarget {
  readonly targetId: string
  readonly session: DevToolsSession
}

type ContentsSlice = Pick<
  Electron.WebContents,
  'id' | 'send' | 'reload' | 'isDestroyed' | 'getURL' | 'close' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'
>
type OpenHandler = Parameters<ContentsSlice['setWindowOpenHandler']>[0]

let lastId = 0

/** One page, as the app knows it. */
export class WebContentsStandIn extends EventEmitter implements ContentsSlice {
  readonly id = ++lastId
  readonly session: Runtime['session']
  readonly mainFrame: FrameStandIn = createFrame(null)
  targetId = ''
  private readonly runtime: Runtime
  private frames: Frames | undefined
  private target: Promise<PageTarget> | undefined
  private openHandler: OpenHandler | undefined
  private ownLoads = 0
  private isGone = false

  constructor(runtime: Runtime) {
    super()
    this.runtime = runtime
    this.session = runtime.session
  }

  /** Called once by the window that owns the page. */
  attach(target: Promise<PageTarget>, preload: string): void {
    this.target = target.then(async (opened) => {
      await this.prepare(opened, preload)
      return opened
    })
    this.target.catch((error: unknown) => {
      if (this.isGone) unlessGone(error)
      else throw error
    })
  }

  private async prepare({ session, targetId }: PageTarget, preload: string): Promise<void> {
    this.targetId = targetId
    const { schemes } = this.runtime.protocol
    const frames = trackFrames(session, PRELOAD_WORLD, this.mainFrame, (url) => toAppUrl(url, schemes))
    this.frames = frames
    session.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }))
    session.on('Page.loadEventFired', () => this.emit('did-finish-load', {}))
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => this.windowOpened(url, windowName, windowFeatures))
    await Promise.all([session.send('Page.enable'), session.send('Runtime.enable'), session.send('Inspector.enable')])
    await interceptRequests(session, {
      protocol: this.runtime.protocol,
      isMainFrame: (frameId) => frameId === targetId,
      isOwnLoad: () => this.takeOwnLoad(),
      mayNavigate: (event, url, isMainFrame) => this.mayNavigate(event, url, isMainFrame),
      cancels: (url, method, resourceType) =>
        this.session.cancels({
          id: 0,
          url,
          method,
          resourceType,
          webContentsId: this.id,
          referrer: '',
          timestamp: Date.now(),
          uploadData: [],
        }),
    })
    await installPreload(session, {
      preload,
      frames,
      invoke: (contextId, channel, args) => {
        // The slice of WebContents and of WebFrameMain that the app uses.
        const event = { sender: this, senderFrame: frames.frameOf(contextId) ?? null } as unknown as Electron.IpcMainInvokeEvent
        return this.runtime.ipcMain.invoke(event, channel, args)
      },
    })
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.opened()
    const { browser } = (await this.runtime.browser()).devTools
    const pageUrl = toPageUrl(url, this.runtime.protocol.schemes)
    const permissions = await this.session.allowedPermissions(this.asElectron(), url)
    await browser.send('Browser.grantPermissions', { permissions, origin: new URL(pageUrl).origin })
    const loaded = once(this, 'did-finish-load')
    this.ownLoads++
    const { errorText } = await session.send('Page.navigate', { url: pageUrl })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  reload(): void {
    this.ownLoads++
    this.command('Page.reload')
  }

  send(channel: string, ...args: unknown[]): void {
    const { frames } = this
    if (frames) void this.opened().then(({ session }) => sendToPage(session, frames, channel, args))
  }

  close(): void {
    this.emit('close-asked')
  }

  getURL(): string {
    return this.mainFrame.url
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== 'disable_non_proxied_udp')
      throw new Error(`The Chromium runtime knows no other WebRTC policy than disable_non_proxied_udp.`)
  }

  forcefullyCrashRenderer(): void {
    this.command('Page.crash')
  }

  /** For the window, when its page is gone. */
  destroyed(): void {
    this.isGone = true
    this.emit('destroyed')
  }

  async closeTarget(): Promise<void> {
    const { targetId } = await this.opened()
    const { browser } = (await this.runtime.browser()).devTools
    await browser.send('Target.closeTarget', { targetId }).catch(unlessGone)
  }

  opened(): Promise<PageTarget> {
    if (!this.target) throw new Error('This page was not attached to its window.')
    return this.target
  }

  private command(method: 'Page.reload' | 'Page.crash'): void {
    void this.opened().then(({ session }) => session.send(method).catch(unlessGone))
  }

  private takeOwnLoad(): boolean {
    if (this.ownLoads === 0) return false
    this.ownLoads--
    return true
  }

  private mayNavigate(name: Navigation, url: string, isMainFrame: boolean): boolean {
    let defaultPrevented = false
    const preventDefault = (): void => {
      defaultPrevented = true
    }
    this.emit(name, { url, isMainFrame, isSameDocument: false, frame: null, preventDefault }, url)
    return !defaultPrevented
  }

  /** Chromium was started so that it opens nothing; an app that allows it is told so. */
  private windowOpened(pageUrl: string, frameName: string, features: readonly string[]): void {
    const url = toAppUrl(pageUrl, this.runtime.protocol.schemes)
    const referrer = { url: this.getURL(), policy: 'default' as const }
    const answer = this.openHandler?.({ url, frameName, features: features.join(','), disposition: 'new-window', referrer })
    if (answer?.action === 'allow') throw new Error('The Chromium runtime opens no windows for a page.')
  }

  private asElectron(): Electron.WebContents {
    // Handlers of the session are given the slice of WebContents that the app uses.
    return this as unknown as Electron.WebContents
  }
}
