/** The types of Chromium's DevTools protocol. Playwright ships them but does not export them. */
export type { Protocol } from '../../node_modules/playwright-core/types/protocol'
