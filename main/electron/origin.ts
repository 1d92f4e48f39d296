/** The scheme that Electron serves the bundle under. The Chromium runtime maps it to a host of its own. */
export const SCHEME = 'countersign'
/** The one origin that may talk to the main process. */
export const ORIGIN = 'countersign://app'
export const PAGE_URL = `${ORIGIN}/index.html`

/** True for an address of our own bundle. */
export const isOwnUrl = (url: string): boolean => url.startsWith(`${ORIGIN}/`)
