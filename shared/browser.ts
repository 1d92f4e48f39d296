import { z } from 'zod'
import { ToolStatus } from './tool-status'

export const BrowserAction = z.enum(['launch', 'click', 'type', 'scroll_down', 'scroll_up', 'close'])
export type BrowserAction = z.infer<typeof BrowserAction>

/** The sizes of the source design, by the names that people see. In CSS pixels. */
export const viewportPresets = {
  'Large desktop': { width: 1280, height: 800 },
  'Small desktop': { width: 900, height: 600 },
  Tablet: { width: 768, height: 1024 },
  Mobile: { width: 360, height: 640 },
} as const

const Edge = z.number().int().min(200).max(2000)

/** With the names of the source design. */
export const BrowserSettings = z.object({
  viewport: z.object({ width: Edge, height: Edge }),
  /** Off: a browser is started for each task. On: the one at `remoteBrowserHost` is used. */
  remoteBrowserEnabled: z.boolean(),
  /** Where a browser listens for DevTools, like `http://localhost:9222`. */
  remoteBrowserHost: z.string(),
  /** Empty: one that is found. */
  chromeExecutablePath: z.string(),
  /** True: the tool is not offered. */
  disableToolUse: z.boolean(),
  /** Further arguments, parted by blanks. */
  customArgs: z.string(),
})
export type BrowserSettings = z.infer<typeof BrowserSettings>

export const defaultBrowserSettings: BrowserSettings = {
  viewport: { width: 900, height: 600 },
  remoteBrowserEnabled: false,
  remoteBrowserHost: 'http://localhost:9222',
  chromeExecutablePath: '',
  disableToolUse: false,
  customArgs: '',
}

/** One action in the browser, and how the page looked after it. */
export const BrowserStep = z.object({
  /** As the model names it; any text while it streams. */
  action: z.string(),
  url: z.string().optional(),
  /** `x,y` in pixels of the viewport. */
  coordinate: z.string().optional(),
  text: z.string().optional(),
  /** The name of a picture of the page, asked for with `browser.picture`: rows stay small. */
  screenshot: z.string().optional(),
  /** Width and height of the picture in pixels: those of the viewport. */
  screenshotSize: z.object({ width: z.number().int(), height: z.number().int() }).optional(),
  /** What the page wrote to its console since the step before. */
  logs: z.string().optional(),
  currentUrl: z.string().optional(),
  /** `x,y` in pixels of the viewport. */
  currentMousePosition: z.string().optional(),
  /** What the page did besides: dialogs, downloads, what it could not reach. A sentence a line. */
  events: z.string().optional(),
  status: ToolStatus,
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type BrowserStep = z.infer<typeof BrowserStep>

/** Which browser would be used now, for the settings. */
export const BrowserCheck = z.object({
  works: z.boolean(),
  /** One sentence for people. */
  message: z.string(),
})
export type BrowserCheck = z.infer<typeof BrowserCheck>
