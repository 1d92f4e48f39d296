import { randomUUID } from 'node:crypto'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProgram } from '../../../../main/browser/browser-program'
import { createBrowsers } from '../../../../main/browser/browsers'
import { TaskBrowser } from '../../../../main/browser/task-browser'
import { usualLimits } from '../../../../main/browser/time-limits'
import { systemLookup } from '../../../../main/network/checked-lookup'
import type { ProcessLedger } from '../../../../main/terminal/process-ledger'
import { defaultBrowserSettings } from '../../../../shared/browser'
import { processesWith } from '../../../support/processes'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

/** A browser of a program that starts and never answers, nor listens to anybody who asks it to end. */
async function silentBrowser(startMs: number) {
  const state = await tempFolder()
  const program = join(state, 'silent')
  await writeFile(program, `#!/bin/sh\ntrap '' TERM HUP INT\nwhile :; do sleep 1; done\n`)
  await chmod(program, 0o700)
  const browsers = await createBrowsers({
    state,
    settings: () => ({ ...defaultBrowserSettings, chromeExecutablePath: program }),
    platform: process.platform,
    env: process.env,
    holdsSecret: () => false,
    limits: { ...usualLimits, start: startMs },
  })
  const browser = browsers.forTask(await tempFolder())
  onTestFinished(() => browser.end())
  const address = browser.look('http://localhost:1/')
  if (!address.ok) throw new Error(address.error)
  const open = (signal: AbortSignal) => browser.open(address.value, { webp: false, signal })
  const profiles = async () => (await readdir(join(state, 'profiles'), { recursive: true })).filter((name) => name.includes('profile-'))
  return { state, browser, open, profiles, processes: () => processesWith(state) }
}

describe('a browser that starts and never answers', { timeout: 120_000 }, () => {
  it('is given up when its time is over, and nothing of it is left', async () => {
    const { open, profiles, processes } = await silentBrowser(1_500)
    const opened = await open(new AbortController().signal)
    expect(opened).toMatchObject({ ok: false })
    expect(processes()).toEqual([])
    expect(await profiles()).toEqual([])
  })

  it('keeps nobody waiting who cancels or ends its task', async () => {
    const { browser, open, profiles, processes } = await silentBrowser(600_000)
    const cancel = new AbortController()
    const opening = open(cancel.signal)
    await eventually(() => expect(processes()).not.toEqual([]))
    cancel.abort(new Error('cancelled'))
    await expect(opening).rejects.toThrow('cancelled')
    expect(processes()).toEqual([])
    expect(await profiles()).toEqual([])
    const again = open(new AbortController().signal)
    await eventually(() => expect(processes()).not.toEqual([]))
    await browser.end()
    expect(processes()).toEqual([])
    expect(await again).toMatchObject({ ok: false })
  })
})

it.each([1, 2])('leaves nothing of a browser that cannot be written down, at the note number %i', { timeout: 120_000 }, async (failing) => {
  const profiles = await tempFolder()
  let notes = 0
  const ledger: ProcessLedger = {
    started: () => {
      notes += 1
      if (notes === failing) throw new Error('the disk is full')
    },
    ended: () => undefined,
    flush: () => Promise.resolve(),
  }
  const starting = startProgram(defaultBrowserSettings, {
    profiles,
    ledger,
    platform: process.platform,
    env: process.env,
    id: randomUUID(),
    proxyPort: 1,
    startMs: 60_000,
    signal: new AbortController().signal,
  })
  await expect(starting).rejects.toThrow('the disk is full')
  expect(processesWith(profiles)).toEqual([])
  expect((await readdir(profiles, { recursive: true })).filter((name) => name.includes('profile-'))).toEqual([])
})

it('keeps nobody waiting for what a crash left behind, who cancels meanwhile', async () => {
  const state = await tempFolder()
  const browser = new TaskBrowser({
    settings: () => defaultBrowserSettings,
    profiles: join(state, 'profiles'),
    ledger: { started: () => undefined, ended: () => undefined, flush: () => Promise.resolve() },
    platform: process.platform,
    env: process.env,
    limits: usualLimits,
    swept: new Promise(() => undefined),
    ownPorts: new Set(),
    holdsSecret: () => false,
    onProblem: () => undefined,
    noSandbox: () => undefined,
    lookup: systemLookup,
    pictures: join(state, 'pictures'),
  })
  const address = browser.look('http://localhost:1/')
  if (!address.ok) throw new Error(address.error)
  const cancel = new AbortController()
  const opening = browser.open(address.value, { webp: false, signal: cancel.signal })
  await eventually(() => expect(browser.isOpen).toBe(true))
  cancel.abort(new Error('cancelled'))
  await expect(opening).rejects.toThrow('cancelled')
  expect(browser.isOpen).toBe(false)
})
