import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findInstalledChromium, whyNoSandbox } from '../browser/chromium'
import { packageFits } from '../browser/chromium-cache'
import { ANSWER_LIMIT_MS, versionIn } from './doctor-checks'
import { findPackage } from './find-program'
import type { Finding } from './finding'
import { runProgram } from './run-program'

/** The window's first choice. Its binary is no part of the package, and is looked for without loading it. */
export function checkElectron(): Finding {
  const name = 'Electron'
  const folder = findPackage('electron', import.meta.dirname)
  const pathFile = folder === undefined ? undefined : join(folder, 'path.txt')
  const file =
    folder === undefined || pathFile === undefined || !existsSync(pathFile)
      ? undefined
      : join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), readFileSync(pathFile, 'utf8').trim())
  if (folder !== undefined && file !== undefined && existsSync(file))
    return { name, found: true, version: packageVersion(folder), path: file }
  return { name, found: false, mend: 'npm start tries to download it where the network allows, and else opens the window in a Chromium.' }
}

/** The Chromium that the window would use: an installed one where it can be seen, the npm package's off screen. */
export async function checkChromium(): Promise<Finding> {
  const name = 'Chromium'
  const installed = findInstalledChromium()
  const folder = findPackage('@sparticuz/chromium', import.meta.dirname)
  const fits = folder !== undefined && packageFits()
  if (installed !== undefined && (hasDisplay() || !fits)) {
    const version = process.platform === 'win32' ? undefined : versionIn(await runProgram(installed, ['--version'], ANSWER_LIMIT_MS))
    return { name, found: true, path: installed, ...(version === undefined ? {} : { version }) }
  }
  const mend = 'For a window that can be seen, install Chrome, Chromium or Edge, or set COUNTERSIGN_CHROMIUM to one.'
  if (!fits) return { name, found: false, mend }
  const found = { name, found: true, version: packageVersion(folder), path: folder }
  return installed === undefined ? { ...found, mend: `This one draws off screen only. ${mend}` } : found
}

function packageVersion(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown'
}

const hasDisplay = (): boolean => process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

export function checkDisplay(): Finding {
  if (hasDisplay()) return { name: 'display', found: true }
  const mend =
    'npm start runs the demo in the terminal here. For a window, start it on a desktop, or add --offscreen to have it drawn off screen.'
  return { name: 'display', found: false, mend }
}

/** Whether the browser around the page can lock itself in, and what follows if it cannot. */
export function checkSandbox(): Finding {
  const reason = whyNoSandbox()
  if (reason === undefined) return { name: 'sandbox', found: true }
  const mend = `The browser around the window runs with --no-sandbox, because ${reason}. Run it as an ordinary user on a system with user namespaces to have one.`
  return { name: 'sandbox', found: false, mend }
}
