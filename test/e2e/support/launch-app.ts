import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { electronProgram } from './electron-program'
import { type PageWatch, watchPages } from './page-watch'

export interface LaunchOptions {
  /** A folder of the test's own: the app keeps everything there. */
  readonly dataDir: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export interface LaunchedApp {
  readonly app: ElectronApplication
  /** The window, once its first state has been drawn. */
  readonly page: Page
  readonly watch: PageWatch
  readonly runtime: 'electron' | 'chromium'
  /** Quits as a person would and checks that the page reported nothing. */
  close(): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
}

/** Starts the built app with its window, on real Electron where its binary is present, else on the Chromium runtime. */
export async function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const { runtime, executable, args } = electronProgram()
  process.stdout.write(`runtime under test: ${runtime}\n`)
  const folder = options.cwd === undefined ? [] : ['--cwd', options.cwd]
  const app = await _electron.launch({
    ...(runtime === 'chromium' ? { executablePath: executable } : {}),
    args: [...args, appFolder, '--data-dir', options.dataDir, ...folder, ...(options.args ?? [])],
    env: { ...inherited(), COUNTERSIGN_CHECK_PUSHES: '1', ...options.env },
    chromiumSandbox: true,
  })
  const stderr = collect(app)
  try {
    const watch = await watchPages(app.context())
    const page = await app.firstWindow()
    await page.waitForSelector('html[data-ready="true"]', { state: 'attached' })
    return { app, page, watch, runtime, kill: () => kill(app), close: () => close(app, watch) }
  } catch (error) {
    await kill(app)
    throw new Error(`The app did not become ready. It wrote:\n${stderr()}`, { cause: error })
  }
}

export const appFolder = fileURLToPath(new URL('../../../', import.meta.url))

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

function collect(app: ElectronApplication): () => string {
  let text = ''
  app.process().stderr?.on('data', (part: Buffer) => {
    text += part.toString('utf8')
  })
  return () => text
}

async function close(app: ElectronApplication, watch: PageWatch): Promise<void> {
  await app.close()
  watch.check()
}

async function kill(app: ElectronApplication): Promise<void> {
  const child = app.process()
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
