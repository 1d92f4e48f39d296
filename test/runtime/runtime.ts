import type { BrowserProcess } from './browser-process'
import type { BrowserWindowStandIn } from './browser-window'
import type { IpcMainStandIn } from './ipc-main'
import type { ProtocolStandIn } from './protocol'
import type { SessionStandIn } from './session'
import type { WebContentsStandIn } from './web-contents'

/** What the parts of the stand-in share. Made once, in run-app.ts. */
export interface Runtime {
  readonly session: SessionStandIn
  readonly protocol: ProtocolStandIn
  readonly ipcMain: IpcMainStandIn
  readonly windows: BrowserWindowStandIn[]
  /** True when windows are on a display, not only off screen. */
  readonly isVisible: boolean
  browser(): Promise<BrowserProcess>
  /** The page that Chromium opened by itself: the first window takes it. */
  takeFirstTarget(): Promise<string | undefined>
  contentsCreated(contents: WebContentsStandIn): void
  windowClosed(): void
}
