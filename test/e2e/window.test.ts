import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { processesWith } from '../support/processes'
import { electronProgram } from './support/electron-program'
import { appFolder, launchApp } from './support/launch-app'
import { eventually, NEVER_MS } from '../support/eventually'

/** In ms. The figure holds where nothing else runs; elsewhere what is found is a quit that hangs. */
const QUIT_LIMIT_MS = process.env['COUNTERSIGN_LONG'] === '1' ? 5_000 : NEVER_MS

describe('the window', { timeout: 60_000 }, () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-e2e-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

  it('opens, draws its first state, violates no policy and quits in time, with nothing left behind', async () => {
    const { app, page, close } = await launchApp({ dataDir })
    expect(await page.title()).toBe('Countersign')
    expect(await page.getByRole('button').count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    const [bounds] = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getBounds()))
    expect(bounds?.width).toBeGreaterThanOrEqual(480)

    const asked = performance.now()
    await close()
    expect(performance.now() - asked).toBeLessThan(QUIT_LIMIT_MS)
    await eventually(() => expect(processesWith(dataDir)).toEqual([]))
  })

  it('gives the page the bridge of the contract, and nothing of Node or Electron', async () => {
    const { page, close } = await launchApp({ dataDir })
    expect(
      await page.evaluate(() => {
        const bridge: unknown = Reflect.get(window, 'countersign')
        return {
          bridge: Object.keys(bridge as object),
          node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
        }
      }),
    ).toEqual({ bridge: ['invoke', 'on'], node: [] })
    expect(
      await page.evaluate(async () => {
        const bridge: { invoke(name: string, input: unknown): Promise<unknown> } = Reflect.get(window, 'countersign')
        const unknownName = await Promise.resolve()
          .then(() => bridge.invoke('no.such.call', null))
          .catch((error: unknown) => String(error))
        return [unknownName, await bridge.invoke('task.start', { sessionId: 1 })]
      }),
    ).toEqual(['Error: Unknown name: no.such.call', { ok: false, error: expect.objectContaining({ code: 'bad_input' }) }])
    await close()
  })

  it('cannot be led away from its page, loads nothing from elsewhere and runs no text as code', async () => {
    const { app, page, watch, close } = await launchApp({ dataDir })
    const before = page.url()
    await page
      .evaluate(() => {
        window.open('https://example.com/')
        const image = new Image()
        image.src = 'https://example.com/image.png'
        const script = document.createElement('script')
        script.textContent = 'window.wasRun = true'
        document.head.append(script)
        location.href = 'https://example.com/'
      })
      .catch(() => undefined)
    await eventually(() => expect(watch.take().join('\n')).toMatch(/policy: img-src/))
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
    expect(page.url()).toBe(before)
    expect(app.windows()).toHaveLength(1)
    watch.take()
    await close()
  })

  it('says why it cannot start on a folder that is none, and ends', async () => {
    const { executable, args } = electronProgram()
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    const child = spawn(executable, [...args, appFolder, '--data-dir', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(said).toContain('Countersign could not start')
    expect(status).toBe(1)
  })

  it('comes back after a kill, and a second start on the same folder ends by itself', async () => {
    const first = await launchApp({ dataDir })
    await first.kill()
    const { close } = await launchApp({ dataDir })
    const { executable, args } = electronProgram()
    const second = spawn(executable, [...args, appFolder, '--data-dir', dataDir], { stdio: 'ignore' })
    expect(await once(second, 'exit')).toEqual([0, null])
    await close()
    await eventually(() => expect(processesWith(dataDir)).toEqual([]))
  })
})
