import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { isProgram } from '../terminal/is-program'
import { packageFits, unpackChromium } from './chromium-cache'

/** A Chromium that can be started: `env` and `args` are what it needs on this machine, no more. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Record<string, string>
  readonly args: string[]
  /** Where it comes from, in words. */
  readonly origin: string
  /** Why it runs without its sandbox; absent when it has one. */
  readonly noSandboxReason?: string
}

/** The page loads nothing from anywhere: neither does the browser around it. */
const QUIET_ARGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-dev-shm-usage',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** A Chromium without a window, for tests and screenshots: `chromium.launch(await findChromium())`. Rejects when there is none. */
export async function findChromium(): Promise<Chromium> {
  if (packageFits()) return fromPackage()
  const installed = findInstalledChromium()
  if (installed !== undefined) return fromSystem(installed)
  throw new Error('No Chromium was found: install Chrome, Chromium or Edge, or set COUNTERSIGN_CHROMIUM to one.')
}

/** A Chromium that can draw on a display. The npm package's cannot: it has no windows. */
export function findVisibleChromium(): Chromium | undefined {
  const installed = findInstalledChromium()
  return installed === undefined ? undefined : fromSystem(installed)
}

/**
 * The one for the browser tool: what is set, else what is installed, else the npm package's, which draws off screen. Rejects with a
 * sentence for the person when there is none.
 */
export async function chooseChrome(setPath: string): Promise<Chromium> {
  if (setPath !== '') {
    if (!isAbsolute(setPath) || !isProgram(setPath))
      throw new Error(`The Chrome that is set, ${setPath}, is no program that can be started. Change it in the settings under Browser.`)
    return fromSystem(setPath)
  }
  const installed = findInstalledChromium()
  if (installed !== undefined) return fromSystem(installed)
  if (packageFits()) return fromPackage()
  throw new Error('No browser was found: install Chrome, Chromium or Edge, or set the path of one in the settings under Browser.')
}

async function fromPackage(): Promise<Chromium> {
  const unpacked = await unpackChromium()
  const sandbox = sandboxOf(unpacked.executable)
  return {
    executablePath: unpacked.executable,
    env: { ...inheritedEnv(), ...libraryPath(unpacked.libraries), FONTCONFIG_FILE: unpacked.fontConfig },
    args: [...QUIET_ARGS, '--use-angle=swiftshader', ...sandbox.args],
    origin: 'the npm package @sparticuz/chromium',
    ...sandbox.reason,
  }
}

function fromSystem(executablePath: string): Chromium {
  const sandbox = sandboxOf(executablePath)
  return {
    executablePath,
    env: inheritedEnv(),
    args: [...QUIET_ARGS, ...sandbox.args],
    origin: executablePath,
    ...sandbox.reason,
  }
}

/** Ours serve only where the system's own are not complete: a mix of both would not fit together. */
function libraryPath(ours: string): { LD_LIBRARY_PATH?: string } {
  const systemFolders = ['/lib64', '/usr/lib64', '/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu']
  const complete = systemFolders.some((folder) =>
    ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'].every((library) => existsSync(join(folder, library))),
  )
  if (complete) return {}
  const before = process.env['LD_LIBRARY_PATH']
  return { LD_LIBRARY_PATH: before === undefined || before === '' ? ours : `${ours}${delimiter}${before}` }
}

function inheritedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

/** Asked once for each browser: only a try tells, and that starts a program. */
function sandboxOf(executable: string): { readonly args: readonly string[]; readonly reason: { readonly noSandboxReason?: string } } {
  const noSandboxReason = whyNoSandbox(executable)
  return noSandboxReason === undefined ? { args: [], reason: {} } : { args: ['--no-sandbox'], reason: { noSandboxReason } }
}

/** Why the browser that would be chosen has no sandbox here; undefined when it has one. */
export const whyNoSandboxFor = (setPath: string): string | undefined => whyNoSandbox(setPath === '' ? findInstalledChromium() : setPath)

/**
 * Why a Chromium, this one or any, can have no sandbox here: it needs an ordinary user, and user namespaces or a helper that came with
 * its package.
 */
export function whyNoSandbox(executable?: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  if (process.getuid?.() === 0) return 'it runs as root'
  if (executable !== undefined && hasSandboxHelper(executable)) return undefined
  const off = ['/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/unprivileged_userns_clone'].some((file) => readSwitch(file) === '0')
  const restricted = readSwitch('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
  if (off || restricted || !canUnshare()) return 'this system gives no user namespaces'
  return undefined
}

/** Packages of Chrome and Edge bring one along, which lies beside the program, belongs to root and runs as root. */
export function hasSandboxHelper(executable: string): boolean {
  if (!existsSync(executable)) return false
  const found = statSync(join(dirname(realpathSync(executable)), 'chrome-sandbox'), { throwIfNoEntry: false })
  return found !== undefined && found.isFile() && found.uid === 0 && (found.mode & RUNS_AS_ROOT) === RUNS_AS_ROOT
}
/** Set-user-ID, and may be run by everybody. */
const RUNS_AS_ROOT = 0o4001

function readSwitch(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Containers often forbid by other means what those files allow: only a try tells. */
function canUnshare(): boolean {
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' })
  return tried.error !== undefined || tried.status === 0
}

/** Chrome, Chromium or Edge in its usual place, or where `COUNTERSIGN_CHROMIUM` says. */
export function findInstalledChromium(): string | undefined {
  const named = process.env['COUNTERSIGN_CHROMIUM']
  if (named !== undefined && named !== '') return named
  return installedPlaces().find((place) => existsSync(place))
}

function installedPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name])
    const tails = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return roots.flatMap((root) => (root === undefined ? [] : tails.map((tail) => join(root, tail))))
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
