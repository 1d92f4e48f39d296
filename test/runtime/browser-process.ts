import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Chromium } from '../../main/browser/chromium'
import { connectDevTools, type DevTools, DevToolsError } from './devtools'

export interface BrowserProcess {
  readonly devTools: DevTools
  readonly ended: Promise<void>
  /** Asks it to end, and ends it within a second. */
  end(): Promise<void>
  /** False when there is no such program. */
  wasStarted(): boolean
  /** Ends it at once, for when the process is about to go. */
  kill(): void
}

export interface BrowserOptions {
  readonly profile: string
  readonly visible: boolean
  /** Also lets others drive the page, and prints where. */
  readonly debuggingPort?: string
}

const STARTS = 4
const RETRY_DELAY_MS = 400
const END_LIMIT_MS = 1_000

/** Starts Chromium on pipes of ours: it ends by itself when this process is gone, however that happened. */
export async function startBrowser(chromium: Chromium, options: BrowserOptions): Promise<BrowserProcess> {
  mkdirSync(options.profile, { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const started = launch(chromium, options)
    try {
      await started.devTools.browser.send('Target.setDiscoverTargets', { discover: true })
      return started
    } catch (error) {
      if (!(error instanceof DevToolsError) || attempt === STARTS)
        throw new Error(`Chromium (${chromium.origin}) does not start.`, { cause: error })
      // One that is still ending, after the app before was killed, may hold the profile for a moment.
      await delay(RETRY_DELAY_MS)
    }
  }
}

function launch(chromium: Chromium, options: BrowserOptions): BrowserProcess {
  const child = spawn(chromium.executablePath, launchArgs(chromium, options), {
    env: chromium.env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own: Ctrl+C at the terminal is for the app, which then ends the browser.
    detached: process.platform !== 'win32',
  })
  const [, , , input, output] = child.stdio
  if (!(input instanceof Writable) || !(output instanceof Readable) || !child.stderr)
    throw new Error('Chromium was started without its pipes.')
  passOnAddress(child.stderr)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const devTools = connectDevTools(input, output)
  const kill = (): void => killGroup(child)
  const end = async (): Promise<void> => {
    await Promise.race([devTools.browser.send('Browser.close').catch(ignore), ended, delay(END_LIMIT_MS)])
    await Promise.race([ended, delay(END_LIMIT_MS)])
    kill()
  }
  return { devTools, ended, end, kill, wasStarted: () => child.pid !== undefined }
}

/** It may have ended in between, which is what was wanted. */
const ignore = (): undefined => undefined

function launchArgs(chromium: Chromium, options: BrowserOptions): string[] {
  return [
    ...chromium.args,
    '--remote-debugging-pipe',
    ...(options.debuggingPort === undefined ? [] : [`--remote-debugging-port=${options.debuggingPort}`]),
    `--user-data-dir=${options.profile}`,
    // As the app asks of Electron: no second window by the page itself, no UDP around a proxy.
    '--block-new-web-contents',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-back-forward-cache',
    '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,PaintHolding',
    ...(options.visible ? ['--app=about:blank'] : ['--headless', '--hide-scrollbars=false', 'about:blank']),
  ]
}

/** The one line of Chromium's own output that somebody waits for. The rest is noise of its build. */
function passOnAddress(stderr: Readable): void {
  let text = ''
  stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32') child.kill()
  else process.kill(-child.pid, 'SIGKILL')
}
