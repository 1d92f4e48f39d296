import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { Protocol } from './devtools-protocol'
import { refuseUnknown } from './refuse-unknown'

type SessionSlice = Pick<Electron.Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>
type CheckHandler = Parameters<SessionSlice['setPermissionCheckHandler']>[0]
type RequestHandler = Parameters<SessionSlice['setPermissionRequestHandler']>[0]
type Permission = Parameters<NonNullable<CheckHandler>>[1]
export type RequestDetails = Electron.OnBeforeRequestListenerDetails
type BeforeRequest = ((details: RequestDetails, callback: (response: Electron.CallbackResponse) => void) => void) | null

/** What a page could ask for, in Electron's words and in Chromium's. */
const PERMISSIONS: readonly [Permission, Protocol.Browser.PermissionType][] = [
  ['clipboard-sanitized-write', 'clipboardSanitizedWrite'],
  ['clipboard-read', 'clipboardReadWrite'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['media', 'videoCapture'],
  ['media', 'audioCapture'],
  ['midi', 'midi'],
  ['idle-detection', 'idleDetection'],
  ['display-capture', 'displayCapture'],
  ['local-fonts', 'localFonts'],
  ['persistent-storage', 'durableStorage'],
  ['storage-access', 'storageAccess'],
  ['window-management', 'windowManagement'],
]

/** The one session: what pages may ask for and load is decided by the handlers that the app sets here. */
export class SessionStandIn extends EventEmitter implements SessionSlice {
  private check: CheckHandler = null
  private request: RequestHandler = null
  private beforeRequest: BeforeRequest = null
  readonly webRequest = refuseUnknown('session.webRequest', {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.beforeRequest = listener
    },
  })

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.check = handler
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.request = handler
  }

  /** Chromium cannot ask in between, so the handlers are asked beforehand; what they do not allow is denied. */
  async allowedPermissions(contents: Electron.WebContents, appUrl: string): Promise<Protocol.Browser.PermissionType[]> {
    const allowed: Protocol.Browser.PermissionType[] = []
    for (const [name, type] of PERMISSIONS) if (await this.allows(contents, name, appUrl)) allowed.push(type)
    return allowed
  }

  private async allows(contents: Electron.WebContents, permission: Permission, requestingUrl: string): Promise<boolean> {
    const details = { isMainFrame: true, requestingUrl }
    if (this.check?.(contents, permission, requestingUrl, details) === false) return false
    const handler = this.request
    return handler === null || new Promise((resolve) => handler(contents, permission, resolve, details))
  }

  async cancels(details: RequestDetails): Promise<boolean> {
    const listener = this.beforeRequest
    if (listener === null) return false
    const { cancel } = await new Promise<Electron.CallbackResponse>((resolve) => listener(details, resolve))
    return cancel === true
  }
}
