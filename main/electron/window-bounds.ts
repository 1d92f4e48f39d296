import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Bounds = z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int(), height: z.number().int() })
const Remembered = z.object({ bounds: Bounds, maximized: z.boolean() })
export type Bounds = z.infer<typeof Bounds>
export type RememberedWindow = z.infer<typeof Remembered>

/** Where the window was; `undefined` when that is not known or no longer on a display. */
export function recallWindow(file: string, displays: readonly Bounds[]): RememberedWindow | undefined {
  const remembered = Remembered.safeParse(readJson(file))
  if (!remembered.success) return undefined
  return displays.some((display) => overlaps(display, remembered.data.bounds)) ? remembered.data : undefined
}

/** Written while quitting, so at once and whole. A disk that takes nothing is told of: it must not keep a window from closing. */
export function rememberWindow(file: string, window: RememberedWindow, report: (error: unknown) => void): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(window))
    renameSync(`${file}.new`, file)
  } catch (error) {
    report(error)
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Not written yet, cut off or not to be read: the default place is as good, and no reason not to open.
    return undefined
  }
}

/** Enough of the title bar must be on the display to take hold of it. */
const GRIP_PX = 60

const overlaps = (display: Bounds, window: Bounds): boolean =>
  window.x + window.width - GRIP_PX > display.x &&
  window.x + GRIP_PX < display.x + display.width &&
  window.y >= display.y &&
  window.y + GRIP_PX < display.y + display.height
