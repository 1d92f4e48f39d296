import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createBrowsers } from '../../main/browser/browsers'
import type { TaskBrowser } from '../../main/browser/task-browser'
import { type BrowserLimits, usualLimits } from '../../main/browser/time-limits'
import type { NameLookup } from '../../main/network/checked-lookup'
import type { BrowserLook, BrowserTrouble, PageAction } from '../../main/tools/browser-port'
import { type BrowserSettings, defaultBrowserSettings } from '../../shared/browser'
import type { Result } from '../../shared/result'
import { processesWith } from './processes'
import { tempFolder } from './temp-folder'

/** Far more than a page of this machine takes, on a busy machine too. */
export const patient: BrowserLimits = { ...usualLimits, start: 60_000, navigation: 30_000, input: 30_000, picture: 30_000, settle: 1_000 }
export const SECRET = 'sk-very-secret-0001'
export const button = (id: string, top: number, script: string) =>
  `<button id=${id} style="position:absolute;left:0;top:${top}px;width:100px;height:40px" onclick="${script}">${id}</button>`
/** The middle of the button that is the `index`th on its page. */
export const at = (index: number): PageAction => ({ kind: 'click', at: { x: 50, y: index * 50 + 20 } })

export interface Opened {
  readonly browser: TaskBrowser
  readonly state: string
  settings: BrowserSettings
}

/** Whatever leads out of the machine that the tests run on. */
const withoutProxies = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)))

export async function openBrowser(
  more: { limits?: BrowserLimits; lookup?: NameLookup; env?: Readonly<Record<string, string>> } = {},
): Promise<Opened> {
  const state = await tempFolder()
  const settings = { now: defaultBrowserSettings }
  const browsers = await createBrowsers({
    state,
    settings: () => settings.now,
    platform: process.platform,
    env: { ...withoutProxies, ...more.env },
    holdsSecret: (text) => text.includes(SECRET),
    limits: more.limits ?? patient,
    ...(more.lookup ? { lookup: more.lookup } : {}),
  })
  const browser = browsers.forTask(await tempFolder())
  onTestFinished(() => browser.end())
  return {
    browser,
    state,
    get settings() {
      return settings.now
    },
    set settings(next) {
      settings.now = next
    },
  }
}

export const wish = { webp: true, signal: new AbortController().signal }

export async function look(result: Promise<Result<BrowserLook, BrowserTrouble>>): Promise<BrowserLook> {
  const given = await result
  if (!given.ok) throw new Error(given.error.message)
  return given.value
}

export async function trouble(result: Promise<Result<BrowserLook, BrowserTrouble>>): Promise<BrowserTrouble> {
  const given = await result
  if (given.ok) throw new Error(`It worked: ${given.value.url}`)
  return given.error
}

export async function open(browser: TaskBrowser, url: string, asked = wish): Promise<Result<BrowserLook, BrowserTrouble>> {
  const address = browser.look(url)
  if (!address.ok) throw new Error(address.error)
  return browser.open(address.value, asked)
}

/** The processes of the browser whose profile lies in this folder. */
export const processesIn = (state: string) => processesWith(state)
export const profilesIn = async (state: string) => {
  const folder = join(state, 'profiles')
  return existsSync(folder) ? (await readdir(folder, { recursive: true })).filter((name) => /profile-[^/]+$/.test(name)) : []
}
