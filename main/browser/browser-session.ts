import { setTimeout as delay } from 'node:timers/promises'
import type { HTTPResponse, Page } from 'puppeteer-core'
import { orAborted } from '../or-aborted'
import { PageEvents } from './page-events'
import { type PagePicture, takePicture } from './page-picture'
import { PROXY_HEADER } from './page-proxy'
import type { Reach } from './reach'
import { BrowserError, type BrowserLimits, within } from './time-limits'
import { parseWebAddress } from './web-address'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A page after a step. */
export interface PageLook {
  readonly url: string
  readonly title: string
  /** Lines of the console, cut. */
  readonly logs: string
  /** Sentences on what the page did by itself. */
  readonly notes: readonly string[]
  readonly picture: PagePicture
  /** Where the mouse is, in pixels of the viewport. */
  readonly mouse: Point | undefined
  /** Where the page wants to go, and may not by itself. */
  readonly wanted: string | undefined
}

export type PageAction =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'click'; readonly at: Point }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'scroll'; readonly by: 'down' | 'up' }

export interface SessionOptions {
  readonly page: Page
  readonly reach: Reach
  readonly limits: BrowserLimits
  readonly viewport: { readonly width: number; readonly height: number }
}

const SCROLL_PX = 600
/** A page that asks for nothing for so long, in ms, is at rest. */
const QUIET_MS = 250
/** Time for a click to show an effect, in ms. */
const EFFECT_MS = 100
/** What keeps so many connections open does not keep a page from being at rest. */
const OPEN_REQUESTS = 2
const LOOK_MS = 25
/** Of one step: a page can ask for any number of places. */
const MAX_FAILURES = 200
const LATE_NOTE_MS = 1_000
/** For each character that is typed, in ms. */
const KEY_MS = 20

/** One page, and what is done with it, one thing after another. Every step ends within its limits, or rejects with a BrowserError. */
export class BrowserSession {
  private readonly options: SessionOptions
  private readonly events: PageEvents
  /** Aborts with a BrowserError once the page cannot be worked with any more. */
  private readonly broken: AbortSignal
  private mouse: Point | undefined
  /** `host:port` -> why it could not be reached, of this step. */
  private readonly failures = new Map<string, string>()

  private constructor(options: SessionOptions, events: PageEvents, broken: AbortSignal) {
    this.options = options
    this.events = events
    this.broken = broken
  }

  static async open(options: SessionOptions): Promise<BrowserSession> {
    const { page, reach } = options
    const broken = new AbortController()
    page.browser().once('disconnected', () => broken.abort(new BrowserError('The browser ended by itself.')))
    const events = await PageEvents.watch(page, {
      mayLead: (to) => reach.mayLead(to),
      showing: (address) => reach.showing(address, address.url),
      shows: (address) => reach.shows(address),
      onBroken: (why) => broken.abort(new BrowserError(`The page ${why}.`)),
    })
    await refuseDownloads(page, (name) =>
      events.log.note(`The page started a download (${name}), which was refused: nothing is saved here.`),
    )
    return new BrowserSession(options, events, broken.signal)
  }

  /** Something that the page asked for could not be reached, or may not be. */
  failed(place: string, why: string): void {
    if (this.failures.size < MAX_FAILURES) this.failures.set(place, why)
    this.events.log.note(why)
  }

  async step(action: PageAction, webp: boolean): Promise<PageLook> {
    this.events.begin()
    this.failures.clear()
    try {
      await orAborted(this.act(action), this.broken)
      await orAborted(this.rest(), this.broken)
      return await orAborted(this.look(webp), this.broken)
    } catch (error) {
      if (error instanceof BrowserError) throw error
      throw new BrowserError(`The browser could not do this: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  private async act(action: PageAction): Promise<void> {
    const { page, limits } = this.options
    switch (action.kind) {
      case 'open':
        return this.open(action.url)
      case 'click':
        this.mouse = action.at
        return within(
          limits.input,
          'The page did not take the click: a script of it runs without an end.',
          page.mouse.click(action.at.x, action.at.y),
        )
      case 'type':
        return within(limits.input + action.text.length * KEY_MS, 'The page did not take what was typed.', this.type(action.text))
      case 'scroll':
        return within(limits.input, 'The page did not scroll: a script of it runs without an end.', this.scroll(action.by))
    }
  }

  private async open(url: string): Promise<void> {
    const { page, limits, reach } = this.options
    const address = parseWebAddress(url)
    if (address.ok && !reach.mayLead(address.value)) await this.leave()
    const words = `${url} did not answer within ${limits.navigation / 1000} s.`
    const going = page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
    const [went] = await Promise.allSettled([within(limits.navigation, words, going)])
    if (this.events.hasWanted) return
    const why = this.failureOf((went.status === 'fulfilled' ? went.value?.url() : undefined) ?? url)
    if (why !== undefined && (went.status === 'rejected' || isOfProxy(went.value))) throw new BrowserError(why)
    if (went.status === 'rejected') throw await this.explain(url, went.reason)
  }

  /** So that nothing of the page is there any more when the next one comes. */
  private async leave(): Promise<void> {
    const { page, limits, reach } = this.options
    await within(limits.navigation, 'The page before could not be left.', page.goto('about:blank', { timeout: 0 }))
    reach.showing(undefined)
  }

  private failureOf(url: string): string | undefined {
    const address = parseWebAddress(url)
    return address.ok ? this.failures.get(`${address.value.host}:${address.value.port}`) : undefined
  }

  private async explain(url: string, failure: unknown): Promise<BrowserError> {
    if (failure instanceof BrowserError) return failure
    // That it was a download is told a moment after.
    for (let waited = 0; !this.events.log.hasNotes && waited < LATE_NOTE_MS; waited += LOOK_MS) await delay(LOOK_MS)
    const { notes } = this.events.log.take()
    const reason = shortReason(failure)
    const words = [`${url} could not be opened (${reason}).`, ...mendsOf(reason), ...notes]
    return new BrowserError(words.join(' '), { isQuoting: notes.length > 0 && !this.isOfThisMachine(url), cause: failure })
  }

  private isOfThisMachine(url: string): boolean {
    const address = parseWebAddress(url)
    return address.ok && (address.value.kind ?? this.options.reach.kindOf(address.value.host)) === 'loopback'
  }

  private async type(text: string): Promise<void> {
    const { keyboard } = this.options.page
    // Its own keys move between fields and send forms.
    for (const part of text.split(/(\t)/)) await (part === '\t' ? keyboard.press('Tab') : keyboard.type(part))
  }

  private async scroll(by: 'down' | 'up'): Promise<void> {
    const { page, viewport } = this.options
    // Turned where the mouse is, else in the middle: what lies under it scrolls.
    this.mouse ??= { x: Math.round(viewport.width / 2), y: Math.round(viewport.height / 2) }
    await page.mouse.move(this.mouse.x, this.mouse.y)
    await page.mouse.wheel({ deltaY: by === 'down' ? SCROLL_PX : -SCROLL_PX })
  }

  /** Waits until the page has loaded and asks for nothing more, but never longer than the limits. */
  private async rest(): Promise<void> {
    const { page, limits } = this.options
    await delay(EFFECT_MS)
    for (let waited = 0; this.events.isLoading && waited < limits.navigation; waited += LOOK_MS) await delay(LOOK_MS)
    if (this.events.isLoading) this.events.log.note('The page was still loading when this picture was taken.')
    const quiet = page.waitForNetworkIdle({ idleTime: QUIET_MS, concurrency: OPEN_REQUESTS, timeout: limits.settle })
    await quiet.catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    })
  }

  private async look(webp: boolean): Promise<PageLook> {
    const { page, limits, viewport, reach } = this.options
    const words = 'The page cannot be drawn: a script of it runs without an end.'
    const picture = await within(limits.picture, words, takePicture(this.events.protocol, { webp, viewport }))
    const title = await within(limits.picture, words, page.title())
    const url = page.url()
    const address = parseWebAddress(url)
    // What has no host of its own, like a blank page or a blob, may still be the work of the page before.
    if (address.ok) reach.showing(address.value)
    return {
      url,
      title: title.slice(0, MAX_TITLE),
      ...this.events.log.take(),
      picture,
      mouse: this.mouse,
      wanted: this.events.takeWanted(),
    }
  }
}

/** Pages may name themselves as long as they like. */
const MAX_TITLE = 500

/** Said by our own way to the network, not by the far end. */
const isOfProxy = (response: HTTPResponse | null): boolean => response?.headers()[PROXY_HEADER] !== undefined

/** `net::ERR_CERT_AUTHORITY_INVALID at https://…` -> `ERR_CERT_AUTHORITY_INVALID`. */
const shortReason = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return /net::(ERR_\w+)/.exec(message)?.[1] ?? message.split('\n')[0] ?? message
}

/** What to do about it, where there is more to say than the reason does. */
function mendsOf(reason: string): readonly string[] {
  if (reason.startsWith('ERR_CERT_')) return ['Its certificate is not trusted here: open it over http, if it is a server of yours.']
  const mend = mends[reason]
  return mend === undefined ? [] : [mend]
}
const mends: Readonly<Record<string, string>> = {
  ERR_UNSAFE_PORT: 'Browsers refuse this port for web pages: serve the page at another one, such as 3000 or 8080.',
  ERR_SSL_PROTOCOL_ERROR: 'The server does not speak https there: open it over http, or check the port.',
  ERR_EMPTY_RESPONSE: 'The server closed the connection without an answer: check that it serves web pages at this port.',
  ERR_INVALID_HTTP_RESPONSE: 'What answers there is no web server: check the port.',
}

async function refuseDownloads(page: Page, onDownload: (name: string) => void): Promise<void> {
  const protocol = await page.browser().target().createCDPSession()
  const { id } = page.browserContext()
  await protocol.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    eventsEnabled: true,
    ...(id === undefined ? {} : { browserContextId: id }),
  })
  protocol.on('Browser.downloadWillBegin', ({ suggestedFilename, url }) => onDownload((suggestedFilename || url).slice(0, 200)))
}
