import { url as inspectorUrl } from 'node:inspector'
import { join } from 'node:path'
import type { BrowserCheck, BrowserSettings } from '../../shared/browser'
import { type NameLookup, systemLookup } from '../network/checked-lookup'
import { limitLookups } from '../network/limit-lookups'
import { createLedger, sweepLedger } from '../terminal/process-ledger'
import { chooseChrome, whyNoSandboxFor } from './chromium'
import { customArgs } from './custom-args'
import { sweepProfiles } from './profiles'
import { findRemote } from './remote-browser'
import { TaskBrowser } from './task-browser'
import { type BrowserLimits, usualLimits } from './time-limits'

export interface Browsers {
  /** `folder` is the task's own. */
  forTask(folder: string): TaskBrowser
  /** Which browser would be used now. */
  check(): Promise<BrowserCheck>
}

export interface BrowsersOptions {
  /** Folder for what must be ended and removed after a crash. */
  readonly state: string
  readonly settings: () => BrowserSettings
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** True when a known key of the person's stands in a text. */
  readonly holdsSecret: (text: string) => boolean
  /** Something that the person should know of and that stops nothing. */
  readonly onProblem?: (text: string) => void
  readonly limits?: BrowserLimits
  /** Asks a name server; the system's own unless given. */
  readonly lookup?: NameLookup
}

/** Of four threads two stay free for files. */
const MAX_LOOKUPS = 2

/** Makes browsers for tasks. Ends first what an app that crashed left running, and removes its profiles. */
export async function createBrowsers(options: BrowsersOptions): Promise<Browsers> {
  const { state, platform, settings, env, onProblem = () => undefined, limits = usualLimits } = options
  const [processes, profiles] = [join(state, 'processes'), join(state, 'profiles')]
  const ledger = await createLedger(processes, platform, onProblem)
  const swept = sweep(processes, profiles, platform).catch((error: unknown) =>
    onProblem(`What a browser left behind could not be removed (${error instanceof Error ? error.message : String(error)}).`),
  )
  // Only a try tells, and it tells the same each time.
  const sandboxes = new Map<string, string | undefined>()
  const noSandbox = () => {
    const { chromeExecutablePath: set } = settings()
    if (!sandboxes.has(set)) sandboxes.set(set, whyNoSandboxFor(set))
    return sandboxes.get(set)
  }
  const lookup = limitLookups(options.lookup ?? systemLookup, MAX_LOOKUPS)
  const ownPorts = new Set(debuggingPorts(process.argv, inspectorUrl()))
  return {
    forTask: (folder) =>
      new TaskBrowser({
        settings,
        profiles,
        ledger,
        platform,
        env,
        limits,
        swept,
        ownPorts,
        holdsSecret: options.holdsSecret,
        noSandbox,
        onProblem,
        lookup,
        pictures: join(folder, 'pictures'),
      }),
    check: () => checkBrowser(settings()),
  }
}

/** Profiles of browsers that still run would come back. */
async function sweep(processes: string, profiles: string, platform: NodeJS.Platform): Promise<void> {
  await sweepLedger(processes, platform)
  await sweepProfiles(profiles, platform)
}

/** Where this very app can be driven from outside. */
export function debuggingPorts(argv: readonly string[], inspector: string | undefined): readonly number[] {
  const named = argv.flatMap((word, at) => {
    const [, port] = /^--remote-debugging-port=(\d+)$/.exec(word) ?? (word === '--remote-debugging-port' ? [word, argv[at + 1]] : [])
    return port === undefined ? [] : [Number(port)]
  })
  const own = inspector === undefined ? undefined : URL.parse(inspector)?.port
  return [...named, ...(own === undefined ? [] : [Number(own)])].filter((port) => port > 0)
}

async function checkBrowser(settings: BrowserSettings): Promise<BrowserCheck> {
  if (settings.remoteBrowserEnabled) {
    const found = await findRemote(settings.remoteBrowserHost)
    if (!found.ok) return { works: false, message: found.error }
    return { works: true, message: `${found.value.name} answers at ${settings.remoteBrowserHost}.` }
  }
  try {
    const { origin, noSandboxReason } = await chooseChrome(settings.chromeExecutablePath)
    const { refused } = customArgs(settings.customArgs)
    const sentences = [
      `Pages are opened in ${origin}.`,
      ...(noSandboxReason === undefined ? [] : [`It runs without its sandbox, because ${noSandboxReason}, so each page is asked about.`]),
      ...(refused.length === 0 ? [] : [`These arguments are not passed on: ${refused.join(' ')}.`]),
    ]
    return { works: true, message: sentences.join(' ') }
  } catch (error) {
    return { works: false, message: error instanceof Error ? error.message : String(error) }
  }
}
