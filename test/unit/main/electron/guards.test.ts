import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { guardContents, guardSession } from '../../../../main/electron/guards'

type WebContents = Parameters<typeof guardContents>[0]
type Session = Parameters<typeof guardSession>[0]

const foreign = [
  'https://example.com/',
  'http://localhost:1/',
  'file:///etc/passwd',
  'countersign://app.example/',
  'countersign://other/',
  'data:text/html,x',
  'about:blank',
  'javascript:1',
]
const own = 'countersign://app/index.html'

/** Records what the guards ask of a web contents, whose events are then fired at them. */
function guardedContents() {
  const contents = Object.assign(new EventEmitter(), {
    openHandler: (_details: { url: string }): unknown => undefined,
    policy: '',
    setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
      this.openHandler = handler
    },
    setWebRTCIPHandlingPolicy(policy: string) {
      this.policy = policy
    },
  })
  // The slice of WebContents that the guards use.
  guardContents(contents as unknown as WebContents)
  const isPrevented = (name: string, details: object): boolean => {
    let prevented = false
    contents.emit(name, {
      ...details,
      preventDefault: () => {
        prevented = true
      },
    })
    return prevented
  }
  return { contents, isPrevented }
}

describe('a page', () => {
  it.each(foreign)('does not navigate to %s', (url) => {
    const { isPrevented } = guardedContents()
    expect(isPrevented('will-navigate', { url })).toBe(true)
    expect(isPrevented('will-frame-navigate', { url, isMainFrame: true })).toBe(true)
  })

  it('may load itself again, but no frame, no redirect and no webview', () => {
    const { isPrevented } = guardedContents()
    expect(isPrevented('will-navigate', { url: own })).toBe(false)
    expect(isPrevented('will-frame-navigate', { url: own, isMainFrame: true })).toBe(false)
    expect(isPrevented('will-frame-navigate', { url: own, isMainFrame: false })).toBe(true)
    expect(isPrevented('will-redirect', { url: own })).toBe(true)
    expect(isPrevented('will-attach-webview', {})).toBe(true)
  })

  it('opens no window, not even of its own, and sends nothing around a proxy', () => {
    const { contents } = guardedContents()
    for (const url of [...foreign, own]) expect(contents.openHandler({ url })).toEqual({ action: 'deny' })
    expect(contents.policy).toBe('disable_non_proxied_udp')
  })
})

function guardedSession() {
  type Request = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void
  type Check = (contents: unknown, permission: string, origin: string) => boolean
  type Before = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
  const handlers: { request?: Request; check?: Check; before?: Before } = {}
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: Request) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler: Check) => void (handlers.check = handler),
    webRequest: { onBeforeRequest: (handler: Before) => void (handlers.before = handler) },
  })
  // The slice of Session that the guards use.
  guardSession(session as unknown as Session)
  const asks = (permission: string, url: string): boolean => {
    let granted: boolean | undefined
    handlers.request?.({ getURL: () => url }, permission, (answer) => (granted = answer))
    return granted ?? true
  }
  const loads = (url: string): boolean => {
    let cancelled: boolean | undefined
    handlers.before?.({ url }, (response) => (cancelled = response.cancel))
    return cancelled === false
  }
  return { session, asks, loads, checks: (permission: string, origin: string) => handlers.check?.(null, permission, origin) }
}

describe('a session', () => {
  it('lets our page copy text, and nobody anything else', () => {
    const { asks, checks } = guardedSession()
    expect(asks('clipboard-sanitized-write', own)).toBe(true)
    expect(checks('clipboard-sanitized-write', 'countersign://app')).toBe(true)
    expect(checks('clipboard-sanitized-write', 'countersign://app/')).toBe(true)
    for (const url of foreign) expect(asks('clipboard-sanitized-write', url)).toBe(false)
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fullscreen',
      'usb',
      'hid',
      'unknown',
    ]) {
      expect(asks(permission, own)).toBe(false)
      expect(checks(permission, 'countersign://app')).toBe(false)
    }
  })

  it('loads our files and inline images only', () => {
    const { loads } = guardedSession()
    for (const url of [own, 'data:image/png;base64,AA==', 'blob:countersign://app/1234']) expect(loads(url)).toBe(true)
    for (const url of [
      'https://example.com/i.png',
      'wss://example.com/',
      'file:///etc/passwd',
      'blob:https://example.com/1',
      'countersign://other/x',
      'ftp://x/',
    ]) {
      expect(loads(url)).toBe(false)
    }
  })

  it('downloads nothing', () => {
    const { session } = guardedSession()
    let isPrevented = false
    session.emit('will-download', { preventDefault: () => (isPrevented = true) })
    expect(isPrevented).toBe(true)
  })
})
