import type { Browser, Page } from 'puppeteer-core'
import { z } from 'zod'
import { failed, ok, type Result } from '../../shared/result'
import { within } from './time-limits'
import { parseWebAddress } from './web-address'

/** A page in a browser that others started. */
export interface RemotePage {
  readonly page: Page
  /** Closes what was opened there and lets the browser go on. */
  end(): Promise<void>
}

export interface RemoteOptions {
  readonly host: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly proxyPort: number
  readonly limitMs: number
  /** Gives up a start that is under way. */
  readonly signal: AbortSignal
}

const ANSWER_LIMIT_MS = 3_000
const Version = z.object({ Browser: z.string().optional(), webSocketDebuggerUrl: z.string() })

/** Asks what listens for DevTools at an address, and where it is driven. A sentence for people when nothing does. */
export async function findRemote(host: string): Promise<Result<{ readonly name: string; readonly endpoint: string }, string>> {
  const address = parseWebAddress(host)
  if (!address.ok) return failed(address.error)
  const { url } = address.value
  try {
    const answer = await fetch(new URL('/json/version', url), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), redirect: 'error' })
    const { Browser: name = 'a browser', webSocketDebuggerUrl } = Version.parse(await answer.json())
    const endpoint = new URL(webSocketDebuggerUrl)
    // What answers there has no say in where it is.
    endpoint.host = new URL(url).host
    return ok({ name, endpoint: endpoint.href })
  } catch (error) {
    return failed(`No browser answers at ${host} (${error instanceof Error ? error.message : String(error)}).`)
  }
}

/** True when that browser runs on this machine, and so can be sent through our own way to the network. */
export const isOnThisMachine = (host: string): boolean => {
  const address = parseWebAddress(host)
  return address.ok && address.value.kind === 'loopback'
}

/** A page with no cookies of that browser's own. Rejects when it cannot be had. */
export async function openRemotePage(endpoint: string, options: RemoteOptions): Promise<RemotePage> {
  const { default: puppeteer } = await import('puppeteer-core')
  const connecting = puppeteer.connect({
    browserWSEndpoint: endpoint,
    defaultViewport: options.viewport,
    protocolTimeout: options.limitMs,
  })
  const words = `The browser at ${options.host} did not let itself be driven within ${options.limitMs / 1000} s.`
  const browser = await within(options.limitMs, words, connecting, options.signal).catch((error: unknown) => {
    void connecting.then((late) => late.disconnect()).catch(() => undefined)
    throw error
  })
  try {
    const way = isOnThisMachine(options.host)
      ? { proxyServer: `http://127.0.0.1:${options.proxyPort}`, proxyBypassList: ['<-loopback>'] }
      : {}
    const context = await browser.createBrowserContext(way)
    const page = await context.newPage()
    // There is one page: what would open beside it was told of and is opened in its place.
    page.on('popup', (popup) => void popup?.close().catch(() => undefined))
    return { page, end: () => endRemote(browser, () => context.close()) }
  } catch (error) {
    await browser.disconnect()
    throw error
  }
}

async function endRemote(browser: Browser, close: () => Promise<void>): Promise<void> {
  // It may have ended in between.
  await close().catch(() => undefined)
  await browser.disconnect()
}
