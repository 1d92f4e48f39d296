import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
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
  const fits =
    folder !== undefined && process.platform === 'linux' && process.arch === 'x64' && existsSync(join(folder, 'bin', 'chromium.br'))
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

function findInstalledChromium(): string | undefined {
  return process.env['COUNTERSIGN_CHROMIUM'] || installedPlaces().find((place) => existsSync(place))
}

function installedPlaces(): readonly string[] {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => process.env[variable] ?? [])
    const tails = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return roots.flatMap((root) => tails.map((tail) => join(root, tail)))
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return names.flatMap((program) => folders.map((folder) => join(folder, program)))
}

const hasDisplay = (): boolean => process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

export function checkDisplay(): Finding {
  if (hasDisplay()) return { name: 'display', found: true }
  const mend =
    'npm start runs the demo in the terminal here. For a window, start it on a desktop, or add --offscreen to have it drawn off screen.'
  return { name: 'display', found: false, mend }
}

/** Whether the browser around the page can lock itself in, and what follows if it cannot. */
export async function checkSandbox(): Promise<Finding> {
  const reason = await whyNoSandbox()
  if (reason === undefined) return { name: 'sandbox', found: true }
  const mend = `The browser around the window runs with --no-sandbox, because ${reason}. Run it as an ordinary user on a system with user namespaces to have one.`
  return { name: 'sandbox', found: false, mend }
}

async function whyNoSandbox(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  if (process.getuid?.() === 0) return 'it runs as root'
  const isOff = ['/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/unprivileged_userns_clone'].some((file) => switchIn(file) === '0')
  if (isOff || switchIn('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') return 'this system gives no user namespaces'
  // Containers often forbid by other means what those files allow: only a try tells.
  const tried = await runProgram('unshare', ['--user', '--map-root-user', 'true'], ANSWER_LIMIT_MS)
  return tried.kind === 'ended' && tried.code !== 0 ? 'this system gives no user namespaces' : undefined
}

const switchIn = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
