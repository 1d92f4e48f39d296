import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Browser, chromium } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processesWith } from '../support/processes'
import { appFolder } from './support/launch-app'
import { eventually } from '../support/eventually'

interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const withoutDisplay = (): NodeJS.ProcessEnv => {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  return env
}

const started: ChildProcess[] = []

function npm(args: readonly string[], detached = false): ChildProcess {
  const child = spawn('npm', args, {
    cwd: appFolder,
    env: withoutDisplay(),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached,
    shell: process.platform === 'win32',
  })
  if (detached) started.push(child)
  return child
}

async function finished(child: ChildProcess): Promise<Finished> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The child was started without pipes.')
  const [out, err, [status]] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')])
  return { status, stdout: out, stderr: err }
}

const run = (args: readonly string[]): Promise<Finished> => {
  const child = npm(args)
  child.stdin?.end()
  return finished(child)
}

describe('the commands of package.json', { timeout: 120_000 }, () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-commands-'))
  })
  afterEach(() => {
    // What a failed test left running must not disturb the next.
    for (const { pid, exitCode, signalCode } of started.splice(0)) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  it('npm start shows the demo in the terminal where there is no display, says how to get a window, and ends well', async () => {
    const { status, stdout } = await run(['start', '--', '--data-dir', dataDir])
    expect(stdout).toContain('There is no display here.')
    expect(stdout).toContain('--offscreen --remote-debugging-port')
    expect(stdout).toContain('3 passed, 0 failed')
    expect(status).toBe(0)
  })

  it('npm start says which runtime it took and why, and the page can be driven from outside', async () => {
    const port = await freePort()
    const options = ['--runtime', 'chromium', '--offscreen', '--remote-debugging-port', String(port), '--data-dir', dataDir]
    const child = npm(['start', '--', ...options], true)
    const ended = finished(child)
    const browser = await connect(port)
    const page = browser.contexts()[0]?.pages()[0]
    await page?.waitForSelector('html[data-ready="true"]', { state: 'attached' })
    expect(await page?.title()).toBe('Countersign')
    await browser.close()

    child.kill('SIGTERM')
    const { stdout } = await ended
    expect(stdout.split('\n').filter((line) => line.startsWith('Runtime: '))).toEqual([
      expect.stringMatching(/^Runtime: Chromium \(.+, off screen\), because as asked\./),
    ])
    await eventually(() => expect(processesWith(dataDir)).toEqual([]))
  })

  it.each([['--nonsense'], ['--runtime', 'netscape'], ['--remote-debugging-port', 'x']])('npm start refuses %s %s', async (...options) => {
    const { status, stderr } = await run(['start', '--', ...options])
    expect(status).toBe(2)
    expect(stderr).toContain(options[0])
  })

  it('npm run headless writes nothing of its own', async () => {
    const { status, stdout, stderr } = await run(['run', '--silent', 'headless', '--', 'tools', '--json', '--data-dir', dataDir])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'read_file' }))
    expect(status).toBe(0)
  })

  it('the program without a window never touches Electron', async () => {
    const refusing = ['--import', join(appFolder, 'test/support/refuse-electron.mjs'), join(appFolder, 'bin/countersign.js')]
    const child = spawn(process.execPath, [...refusing, 'demo', '--on-ask', 'approve', '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { status, stdout } = await finished(child)
    expect(stdout).toContain('3 passed, 0 failed')
    expect(status).toBe(0)
  })

  it.runIf(process.platform !== 'win32').each(['pid', 'group'])(
    'npm run headless passes on a signal to its %s, and the status of the program',
    async (target) => {
      const child = npm(['run', '--silent', 'headless', '--', 'demo', '--json', '--on-ask', 'stdin', '--data-dir', dataDir], true)
      const ended = once(child, 'exit')
      for await (const line of createInterface({ input: child.stdout! })) {
        if (line.includes('"type":"ask"')) break
      }
      const pid = child.pid ?? 0
      process.kill(target === 'pid' ? pid : -pid, 'SIGTERM')
      expect(await ended).toEqual([130, null])
      await eventually(() => expect(processesWith(dataDir)).toEqual([]))
    },
  )

  it.each([
    'bin/countersign.js',
    'scripts/start.mjs',
    'scripts/headless.mjs',
    'scripts/test.mjs',
    'scripts/build.mjs',
    'scripts/check.mjs',
  ])('%s says in one line that an old Node will not do', async (script) => {
    const older =
      "data:text/javascript,Object.defineProperties(process,{version:{value:'v20.19.0'},versions:{value:{...process.versions,node:'20.19.0'}}})"
    const child = spawn(process.execPath, ['--import', older, join(appFolder, script)], {
      cwd: appFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { status, stdout, stderr } = await finished(child)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Countersign needs Node 22\.12 or newer, and this is v20\.19\.0\..*\n$/)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The port is there some time after the start. */
function connect(port: number): Promise<Browser> {
  return vi.waitFor(() => chromium.connectOverCDP(`http://127.0.0.1:${port}`), { timeout: 70_000, interval: 200 })
}
