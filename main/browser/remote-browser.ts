import type { Browser, Page } from 'puppeteer-core'
import { z } from 'zod'
import type { BrowserSettings } from '../../shared/browser'
import { failed, ok, type Result } from '../../shared/result'
import { BrowserError, within } from './time-limits'
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

/**
 * Asks what listens for DevTools at an address, and where it is driven. A sentence for people when nothing does. Rejects only with the
 * signal's reason.
 */
export async function findRemote(
  host: string,
  signal?: AbortSignal,
): Promise<Result<{ readonly name: string; readonly endpoint: string }, string>> {
  const address = parseWebAddress(host)
  if (!address.ok) return failed(address.error)
  const { url } = address.value
  try {
    const limit = AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), ...(signal ? [signal] : [])])
    const answer = await fetch(new URL('/json/version', url), { signal: limit, redirect: 'error' })
    const { Browser: name = 'a browser', webSocketDebuggerUrl } = Version.parse(await answer.json())
    const endpoint = new URL(webSocketDebuggerUrl)
    // What answers there has no say in where it is, nor in how it is reached.
    endpoint.protocol = address.value.url.startsWith('https:') ? 'wss:' : 'ws:'
    endpoint.host = new URL(url).host
    return ok({ name, endpoint: endpoint.href })
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof Error)) throw error
    return failed(
      `No browser answers at ${host}: start it with --remote-debugging-port, or change the address in the settings under Browser.`,
    )
  }
}

/** True when that browser runs on this machine, and so can be sent through our own way to the network. */
export const isOnThisMachine = (host: string): boolean => {
  const address = parseWebAddress(host)
  return address.ok && address.value.kind === 'loopback'
}

/** The port of this machine at which the browser that is set listens for DevTools; undefined where it is none of this machine. */
export function drivenPort({ remoteBrowserEnabled, remoteBrowserHost: host }: BrowserSettings): number | undefined {
  const address = remoteBrowserEnabled && isOnThisMachine(host) ? parseWebAddress(host) : undefined
  return address?.ok ? address.value.port : undefined
}

/**
 * A page with no cookies of that browser's own. Rejects when it cannot be had, and then leaves nothing there. It goes with the
 * connection: a browser of others keeps no page of an app that is gone.
 */
export async function openRemotePage(endpoint: string, options: RemoteOptions): Promise<RemotePage> {
  const keeper = await drive(endpoint, options)
  let browser: Browser | undefined
  const end = async () => {
    await browser?.disconnect()
    await keeper.disconnect()
  }
  try {
    const id = await createContext(keeper, options)
    // Found by whoever connects after it was made.
    browser = await drive(endpoint, options)
    const context = browser.browserContexts().find((each) => each.id === id)
    if (!context) throw new BrowserError(`The browser at ${options.host} closed the page at once.`)
    const page = await context.newPage()
    // There is one page: what would open beside it was told of and is opened in its place.
    page.on('popup', (popup) => void popup?.close().catch(ignoreClosed))
    return { page, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Rejects when nothing answers in time; a connection that comes later is given up. */
async function drive(endpoint: string, { host, viewport, limitMs, signal }: RemoteOptions): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  signal.throwIfAborted()
  const connecting = puppeteer.connect({ browserWSEndpoint: endpoint, defaultViewport: viewport, protocolTimeout: limitMs })
  const words = `The browser at ${host} did not let itself be driven within ${limitMs / 1000} s.`
  return within(limitMs, words, connecting, signal).catch((error: unknown) => {
    void connecting.then((late) => late.disconnect()).catch(ignoreClosed)
    throw error
  })
}

/** Its end is that of the connection of `keeper`, however that one ends. */
async function createContext(keeper: Browser, { host, proxyPort }: RemoteOptions): Promise<string> {
  const protocol = await keeper.target().createCDPSession()
  const way = isOnThisMachine(host) ? { proxyServer: `http://127.0.0.1:${proxyPort}`, proxyBypassList: '<-loopback>' } : {}
  const { browserContextId } = await protocol.send('Target.createBrowserContext', { disposeOnDetach: true, ...way })
  return browserContextId
}

/** It went away in between: there is nothing left to close. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof Error)) throw error
}
