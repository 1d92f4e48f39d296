import { z } from 'zod'
import { ToolStatus } from './tool-status'

export const BrowserAction = z.enum(['launch', 'click', 'type', 'scroll_down', 'scroll_up', 'close'])
export type BrowserAction = z.infer<typeof BrowserAction>

/** One action in the browser, and how the page looked after it. */
export const BrowserStep = z.object({
  /** As the model names it; any text while it streams. */
  action: z.string(),
  url: z.string().optional(),
  /** `x,y` in pixels of the viewport. */
  coordinate: z.string().optional(),
  text: z.string().optional(),
  /** A data URL. */
  screenshot: z.string().optional(),
  /** What the page wrote to its console since the step before. */
  logs: z.string().optional(),
  currentUrl: z.string().optional(),
  /** `x,y` in pixels of the viewport. */
  currentMousePosition: z.string().optional(),
  status: ToolStatus,
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type BrowserStep = z.infer<typeof BrowserStep>
