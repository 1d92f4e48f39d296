import type { Session, WebContents } from 'electron'
import { isOwnUrl, ORIGIN } from './origin'

/** Nothing but the app's own page is shown in a window, and nothing opens another one. For every web contents there is. */
export function guardContents(contents: WebContents): void {
  const blockForeign = (event: { preventDefault(): void; readonly url: string }): void => {
    if (!isOwnUrl(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', blockForeign)
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** What a page may ask the browser for: to copy text, and its own files. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permission === ALLOWED_PERMISSION && isOwnUrl(contents.getURL()))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === ALLOWED_PERMISSION && (origin === ORIGIN || isOwnUrl(origin)),
  )
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }))
}

const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

/** Images of a chat are `data:` or `blob:`; `devtools:` is Electron's own inspector, which no page can reach. */
const mayLoad = (url: string): boolean =>
  isOwnUrl(url) || url.startsWith('data:') || url.startsWith(`blob:${ORIGIN}/`) || url.startsWith('devtools:')
