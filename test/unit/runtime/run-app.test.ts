import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standIn } from '../../e2e/support/electron-program'
import { processesWith } from '../../support/processes'
import { type Fixture, fixtureApp, launchFixture, newUserData } from './launch-fixture'
import { eventually } from '../../support/eventually'

/** What the fixture's preload puts on the page's window. */
declare global {
  interface Window {
    bridge: {
      invoke(channel: string, ...args: unknown[]): Promise<unknown>
      on(channel: string, listener: (...args: unknown[]) => void): () => void
      add(a: unknown, b: unknown): unknown
      throwing(): void
      requireOf(name: string): string
      unknownOf(name: string): string
      version: number
    }
    violations: string[]
    got: unknown[]
    off: () => void
  }
}

describe('the Chromium runtime', { timeout: 60_000 }, () => {
  const userData = newUserData()
  let fixture: Fixture

  beforeAll(async () => {
    fixture = await launchFixture(userData.path)
  })
  afterAll(async () => {
    await fixture.app.close()
    userData[Symbol.dispose]()
  })
  const inPage = <Value>(work: () => Value | Promise<Value>): Promise<Value> => fixture.page.evaluate(work)
  const messageOf = (work: () => unknown): Promise<string> =>
    // The text of the function is run in the page, where only its outcome can come back from.
    fixture.page.evaluate(`(async () => { try { await (${String(work)})() } catch (error) { return error.message } return 'no error' })()`)

  it('keeps the preload in a world that the page cannot see, nor the other way round', async () => {
    expect(await inPage(() => 'secretOfPreload' in window)).toBe(false)
    expect(await inPage(() => Object.keys(window).filter((name) => name.startsWith('countersign')))).toEqual([])
    expect(await inPage(() => document.documentElement.dataset['pageGlobal'])).toBe('undefined')
  })

  it('gives a frame inside of the page no bridge', async () => {
    const frame = await inPage(() => {
      const inner = document.createElement('iframe')
      document.body.append(inner)
      const names = ['bridge', 'secretOfPreload'].filter((name) => inner.contentWindow !== null && name in inner.contentWindow)
      return { hasWindow: inner.contentWindow !== null, names }
    })
    expect(frame).toEqual({ hasWindow: true, names: [] })
  })

  it('gives the page what was exposed, and the page cannot replace it', async () => {
    expect(await inPage(() => [window.bridge.version, window.bridge.add(1, 2)])).toEqual([3, 3])
    expect(
      await messageOf(() => {
        'use strict'
        window.bridge = { ...window.bridge, version: 4 }
      }),
    ).toMatch(/read only/)
    expect(
      await messageOf(() => {
        'use strict'
        window.bridge.version = 4
      }),
    ).toMatch(/read only/)
  })

  it('carries JSON, functions and promises, and refuses everything else', async () => {
    expect(await messageOf(() => window.bridge.add(new Date(), 1))).toBe('Only JSON, functions and promises cross the bridge.')
    expect(await messageOf(() => window.bridge.invoke('echo', new Map()))).toBe('Only JSON, functions and promises cross the bridge.')
    expect(await messageOf(() => window.bridge.throwing())).toBe('thrown inside')
  })

  it('answers calls and tells who asked', async () => {
    const answer = await inPage(() => window.bridge.invoke('echo', { a: [1, null, 'ä'] }, 2))
    expect(answer).toEqual({ args: [{ a: [1, null, 'ä'] }, 2], origin: 'fixture://app', isMain: true, isWindow: true })
  })

  it('passes on the failure of a handler, and of one that is not there', async () => {
    expect(await messageOf(() => window.bridge.invoke('fail'))).toBe("Error invoking remote method 'fail': Error: as asked")
    expect(await messageOf(() => window.bridge.invoke('nothing'))).toMatch(/No handler registered for 'nothing'/)
  })

  it('pushes to the page in order until the page stops listening', async () => {
    await inPage(() => {
      window.got = []
      window.off = window.bridge.on('tick', (...args) => window.got.push(args))
    })
    await fixture.app.evaluate(({ BrowserWindow }) => {
      for (let index = 0; index < 500; index++) BrowserWindow.getAllWindows()[0]?.webContents.send('tick', index, { text: 'x' })
    })
    await fixture.page.waitForFunction(() => window.got.length === 500)
    expect(await inPage(() => window.got.every((args, index) => Array.isArray(args) && args[0] === index))).toBe(true)

    await inPage(() => window.off())
    await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.send('tick', 'late'))
    await inPage(() => window.bridge.invoke('echo'))
    expect(await inPage(() => window.got.length)).toBe(500)
  })

  it('enforces the policy that the handler of the scheme sent', async () => {
    expect(await inPage(() => 'inlineRan' in window)).toBe(false)
    expect(await inPage(() => window.violations)).toEqual(['script-src-elem'])
    expect(await inPage(() => isSecureContext)).toBe(true)
  })

  it('asks the app before the page goes elsewhere, opens a window or loads something', async () => {
    await inPage(() => {
      window.open('https://example.com/opened')
      new Image().src = 'https://example.com/image.png'
      location.href = 'https://example.com/elsewhere'
    })
    await eventually(async () => expect(await fixture.seen()).toHaveLength(4))
    expect(await fixture.seen()).toEqual(
      expect.arrayContaining([
        { open: 'https://example.com/opened' },
        { cancelled: 'https://example.com/image.png' },
        { navigate: 'https://example.com/elsewhere' },
      ]),
    )
    expect(fixture.page.url()).toBe('https://app.fixture.invalid/index.html')
    expect(fixture.app.windows()).toHaveLength(1)
  })

  it('lets the page ask only for what the app allows', async () => {
    const stateOf = (name: string): Promise<string> =>
      fixture.page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name)
    expect(await stateOf('clipboard-write')).toBe('granted')
    for (const name of ['clipboard-read', 'geolocation', 'notifications', 'camera', 'microphone'])
      expect(await stateOf(name)).toBe('denied')
  })

  it('refuses what the app does not use', async () => {
    expect(await messageOf(() => window.bridge.requireOf('fs'))).toBe('A preload can require nothing but electron, not fs.')
    expect(await messageOf(() => window.bridge.unknownOf('sendSync'))).toBe('ipcRenderer.sendSync is not part of the Chromium runtime.')
    const inMain = await fixture.app.evaluate((electron) => {
      const messageIn = (work: () => unknown): string => {
        try {
          work()
          return 'no error'
        } catch (error) {
          return error instanceof Error ? error.message : String(error)
        }
      }
      return [
        messageIn(() => electron.app.setBadgeCount(1)),
        messageIn(() => electron.BrowserWindow.getAllWindows()[0]?.setOpacity(1)),
        messageIn(() => new electron.BrowserWindow({ webPreferences: { preload: '/x', sandbox: true, contextIsolation: false } })),
        messageIn(() => new electron.BrowserWindow({ kiosk: true })),
      ]
    })
    expect(inMain[0]).toMatch(/^app\.setBadgeCount is not part of the Chromium runtime/)
    expect(inMain[1]).toMatch(/^BrowserWindow\.setOpacity is not part/)
    expect(inMain[2]).toMatch(/isolates every page.*contextIsolation/)
    expect(inMain[3]).toMatch(/does not know the window option kiosk/)
  })

  it('knows windows as Electron does', async () => {
    const window = await fixture.app.browserWindow(fixture.page)
    expect(await window.evaluate((item) => [item.isVisible(), item.isDestroyed(), item.getBounds()])).toEqual([
      true,
      false,
      { x: 0, y: 0, width: 900, height: 700 },
    ])
    expect(await inPage(() => [innerWidth, innerHeight])).toEqual([900, 700])
  })

  it('tells of a page whose process died, and loads it again', async () => {
    await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
    await eventually(async () => expect((await fixture.seen()).filter((item) => item['loaded'])).toHaveLength(2))
    expect(await fixture.seen()).toContainEqual({ gone: 'crashed' })
  })
})

describe('the life of an app on the Chromium runtime', { timeout: 60_000 }, () => {
  it('keeps one instance per folder and tells the first of the second', async () => {
    using userData = newUserData()
    const first = await launchFixture(userData.path)
    const second = spawn(standIn().executable, ['--offscreen', fixtureApp, `--user-data=${userData.path}`, '--cwd', 'x'], {
      stdio: 'ignore',
    })
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    await eventually(async () =>
      expect(await first.seen()).toContainEqual({
        argv: [`--user-data=${userData.path}`, '--cwd', 'x'],
        cwd: process.cwd(),
        data: { from: 'fixture' },
      }),
    )
    using other = newUserData()
    const third = await launchFixture(other.path)
    await third.app.close()
    await first.app.close()
  })

  it('ends all its processes with the app, also when that is killed, and can start again at once', async () => {
    using userData = newUserData()
    const killed = await launchFixture(userData.path)
    expect(processesWith(userData.path).length).toBeGreaterThan(1)
    killed.app.process().kill('SIGKILL')
    const next = await launchFixture(userData.path)
    await next.app.close()
    await eventually(() => expect(processesWith(userData.path)).toEqual([]))
  })

  it('quits on a signal, with the status that the app gives', async () => {
    using userData = newUserData()
    const args = ['--offscreen', fixtureApp, `--user-data=${userData.path}`, '--slow-quit=200']
    const child = spawn(standIn().executable, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await exit).toEqual([7, null])
    expect(processesWith(userData.path)).toEqual([])
  })

  it('quits on a signal that comes while it starts, and says nothing', async () => {
    using userData = newUserData()
    const child = spawn(standIn().executable, ['--offscreen', fixtureApp, `--user-data=${userData.path}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const written = text(child.stderr)
    const exit = once(child, 'exit')
    await eventually(() => expect(processesWith(`${userData.path}/chromium`)).not.toEqual([]), 5)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(await written).toBe('')
    expect(processesWith(userData.path)).toEqual([])
  })

  it('says in one line what is missing when the browser does not start', async () => {
    using userData = newUserData()
    const child = spawn(standIn().executable, [fixtureApp, `--user-data=${userData.path}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, COUNTERSIGN_CHROMIUM: '/nowhere/chromium' },
    })
    const written = text(child.stderr)
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    expect(await written).toBe('Chromium (/nowhere/chromium) does not start.\n')
  })
})
