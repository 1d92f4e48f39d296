import type { Browser } from 'puppeteer-core'
import type { BrowserSettings } from '../../shared/browser'
import { orAborted } from '../or-aborted'
import { endProcesses, type ProcessTree } from '../terminal/end-processes'
import { commandEnvironment, SESSION_VARIABLE } from '../terminal/environment'
import type { ProcessLedger } from '../terminal/process-ledger'
import { readProcess } from '../terminal/process-table'
import { chooseChrome, type Chromium } from './chromium'
import { customArgs } from './custom-args'
import { makeProfile, removeProfile } from './profiles'
import { BrowserError, within } from './time-limits'

/** A browser of its own, on pipes, with a profile that goes with it. */
export interface BrowserProgram {
  readonly browser: Browser
  /** Ends it with everything it started, and removes its profile. Safe to call twice. */
  end(): Promise<void>
}

export interface ProgramOptions {
  /** Folder for profiles. */
  readonly profiles: string
  readonly ledger: ProcessLedger
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Unique for this browser: by it all its processes are found. */
  readonly id: string
  readonly proxyPort: number
  readonly startMs: number
  /** Gives up a start that is under way. */
  readonly signal: AbortSignal
}

/** Asked to end, it needs a moment to write and to take its children along. */
const END_LIMIT_MS = 2_000

/** Rejects with a BrowserError, or with the signal's reason, and then leaves nothing of it. */
export async function startProgram(settings: BrowserSettings, options: ProgramOptions): Promise<BrowserProgram> {
  // It may have to be unpacked first.
  const chrome = await orAborted(chooseChrome(settings.chromeExecutablePath), options.signal)
  const profile = await makeProfile(options.profiles, options.platform)
  // Written down before it is there: a crash between the two leaves nothing that cannot be found.
  const unseen: ProcessTree = { leader: 0, started: '', variable: `${SESSION_VARIABLE}=${options.id}` }
  try {
    options.ledger.started(unseen)
    await options.ledger.flush()
    const browser = await launch(chrome, argumentsFor(chrome, settings, { profile, proxyPort: options.proxyPort }), { settings, options })
    const tree = await writeDown(browser, options)
    let ending: Promise<void> | undefined
    return { browser, end: () => (ending ??= endProgram(browser, { tree, profile, options })) }
  } catch (error) {
    await clear({ tree: unseen, profile, options })
    throw error
  }
}

async function launch(
  chrome: Chromium,
  args: string[],
  { settings, options }: { readonly settings: BrowserSettings; readonly options: ProgramOptions },
): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  options.signal.throwIfAborted()
  const started = puppeteer.launch({
    executablePath: chrome.executablePath,
    pipe: true,
    ignoreDefaultArgs: true,
    args,
    env: environmentFor(chrome, options),
    timeout: options.startMs,
    protocolTimeout: options.startMs,
    defaultViewport: settings.viewport,
    signal: options.signal,
    // The app ends it, in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const words = `The browser (${chrome.origin}) did not start within ${options.startMs / 1000} s.`
  return within(options.startMs, words, started, options.signal).catch((error: unknown) => {
    // One that starts too late is of no use to anybody.
    void started.then((late) => late.close()).catch(() => undefined)
    if (error instanceof BrowserError || options.signal.aborted) throw error
    throw new BrowserError(`The browser (${chrome.origin}) does not start: ${firstLine(error)}`, { cause: error })
  })
}

async function writeDown(browser: Browser, options: ProgramOptions): Promise<ProcessTree> {
  const leader = browser.process()?.pid ?? 0
  const info = await readProcess(leader, options.platform)
  const tree = { leader, started: info?.started ?? '', variable: `${SESSION_VARIABLE}=${options.id}` }
  options.ledger.started(tree)
  return tree
}

interface Ending {
  readonly tree: ProcessTree
  readonly profile: string
  readonly options: ProgramOptions
}

async function endProgram(browser: Browser, ending: Ending): Promise<void> {
  // It takes its children along, and waits for them: nobody else would.
  await within(END_LIMIT_MS, 'The browser did not end.', browser.close()).catch(() => undefined)
  await clear(ending)
}

/** Ends whatever is left of it. */
async function clear({ tree, profile, options }: Ending): Promise<void> {
  await endProcesses([tree], options.platform)
  await removeProfile(profile)
  options.ledger.ended(tree)
  await options.ledger.flush()
}

/** Without the secrets of the person's own environment: pages are strangers. */
function environmentFor(chrome: Chromium, { env, platform, id }: ProgramOptions): Record<string, string> {
  const own = commandEnvironment(env, { platform, appFolder: '', sessionId: id })
  const { LD_LIBRARY_PATH, FONTCONFIG_FILE } = chrome.env
  return {
    ...own,
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
    ...(FONTCONFIG_FILE === undefined ? {} : { FONTCONFIG_FILE }),
  }
}

function argumentsFor(
  chrome: Chromium,
  settings: BrowserSettings,
  own: { readonly profile: string; readonly proxyPort: number },
): string[] {
  const { width, height } = settings.viewport
  return [
    ...chrome.args,
    '--headless',
    `--window-size=${width},${height}`,
    '--hide-scrollbars',
    '--mute-audio',
    '--disable-extensions',
    '--disable-back-forward-cache',
    // A page shown ahead of time would be one that nobody was asked about.
    '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,PaintHolding,Prerender2,SpeculationRules,NavigationPredictor',
    ...customArgs(settings.customArgs).taken,
    '--remote-debugging-pipe',
    `--user-data-dir=${own.profile}`,
    // What it reaches goes through us: names are looked up there, and this machine is no exception.
    `--proxy-server=http://127.0.0.1:${own.proxyPort}`,
    '--proxy-bypass-list=<-loopback>',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    'about:blank',
  ]
}

const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
