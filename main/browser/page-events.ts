import type { CDPSession, Dialog, Page, Protocol } from 'puppeteer-core'
import { PageLog } from './page-log'
import { addressOf, type WebAddress } from './web-address'

export interface PageEventsOptions {
  /** Whether the page that is shown may go there by itself. */
  readonly mayLead: (to: WebAddress) => boolean
  /** The page of this address is about to be shown. */
  readonly showing: (address: WebAddress) => void
  /** The page of this address is there. */
  readonly shows: (address: WebAddress) => void
  /** The page cannot be worked with any more: a sentence without its subject. */
  readonly onBroken: (why: string) => void
}

/** A page that opens so many dialogs in one step, or prints so many lines at once, does not stop by itself. */
const MAX_DIALOGS = 20
const MAX_LINES = 1_000
const FLOOD_MS = 2_000
/** Between the wish to go elsewhere and the beginning of it, in ms. */
const WISH_MS = 2_000

/** Watches one page: what it prints, opens, asks for, and where it wants to go. */
export class PageEvents {
  readonly log = new PageLog()
  /** Where the page wants to go and may not without a question. */
  private wanted: string | undefined
  private dialogs = 0
  private loads = false
  /** Begun by us and not answered. */
  private navigations = 0
  /** When a script or a link asked to go elsewhere, by `performance.now()`; longer ago than anything once that began. */
  private wishedAt = Number.NEGATIVE_INFINITY
  private windows = 0
  private flood = { since: 0, lines: 0 }
  private readonly page: Page
  private readonly session: CDPSession
  private readonly options: PageEventsOptions
  /** As the protocol names the frame of the whole page, which it keeps wherever it goes. */
  private readonly mainFrame: string

  private constructor(page: Page, session: CDPSession, mainFrame: string, options: PageEventsOptions) {
    this.page = page
    this.session = session
    this.mainFrame = mainFrame
    this.options = options
  }

  static async watch(page: Page, options: PageEventsOptions): Promise<PageEvents> {
    const session = await page.createCDPSession()
    const { frameTree } = await session.send('Page.getFrameTree')
    const events = new PageEvents(page, session, frameTree.frame.id, options)
    events.listen()
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Log.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
    ])
    return events
  }

  /** Speaks the protocol with the page. */
  get protocol(): CDPSession {
    return this.session
  }

  /** Whether the page as a whole loads: from the wish to go elsewhere to the end of its loading. */
  get isLoading(): boolean {
    return this.loads || this.navigations > 0 || performance.now() - this.wishedAt < WISH_MS
  }

  /** What the page printed since the last step is told with the next one. */
  begin(): void {
    this.dialogs = 0
    this.windows = 0
    const { wanted } = this
    this.wanted = undefined
    if (wanted !== undefined) this.log.note(`Meanwhile the page tried to go to ${wanted.slice(0, 500)}, where it may not go by itself.`)
  }

  get hasWanted(): boolean {
    return this.wanted !== undefined
  }

  /** Where the page wants to go and may not without a question, since `begin`. */
  takeWanted(): string | undefined {
    const { wanted } = this
    this.wanted = undefined
    return wanted
  }

  private listen(): void {
    const { page, session } = this
    page.on('dialog', (dialog) => void this.answer(dialog))
    page.on('error', () => this.options.onBroken('crashed'))
    session.on('Runtime.consoleAPICalled', (event) => this.print(wordOf(event.type), event.args.map(textOf).join(' ')))
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => this.print('exception', exceptionText(exceptionDetails)))
    session.on('Log.entryAdded', ({ entry }) => {
      if (entry.level === 'error' || entry.level === 'warning')
        this.print(entry.level, `${entry.text}${entry.url ? ` (${entry.url})` : ''}`)
    })
    session.on('Page.windowOpen', ({ url }) => this.followWindow(url))
    session.on('Page.frameRequestedNavigation', ({ frameId }) => {
      if (frameId === this.mainFrame) this.wishedAt = performance.now()
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      const url = frame.id === this.mainFrame ? URL.parse(frame.url) : null
      const address = url ? addressOf(url) : undefined
      if (address?.ok) this.options.shows(address.value)
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => this.setLoading(frameId, true))
    session.on('Page.frameStoppedLoading', ({ frameId }) => this.setLoading(frameId, false))
    session.on('Fetch.requestPaused', (event) => void this.decide(event))
  }

  private setLoading(frameId: string, loads: boolean): void {
    if (frameId !== this.mainFrame) return
    this.loads = loads
    this.wishedAt = Number.NEGATIVE_INFINITY
  }

  private print(kind: string, text: string): void {
    this.log.print(kind, text)
    const now = performance.now()
    if (now - this.flood.since > FLOOD_MS) this.flood = { since: now, lines: 0 }
    this.flood.lines += 1
    if (this.flood.lines !== MAX_LINES) return
    this.log.note(`The page printed ${MAX_LINES} lines within ${FLOOD_MS / 1000} s, so its script was stopped.`)
    this.session.send('Runtime.terminateExecution').catch(ignoreEnd)
  }

  private async answer(dialog: Dialog): Promise<void> {
    this.dialogs += 1
    const kind = dialog.type()
    if (this.dialogs > MAX_DIALOGS) return this.options.onBroken(`opened more than ${MAX_DIALOGS} dialogs in a row`)
    const isAccepted = kind !== 'prompt'
    const message = dialog.message()
    const words = message === '' ? '' : `: ${JSON.stringify(message.slice(0, 500))}`
    if (kind === 'beforeunload') this.log.note('The page asked whether it may be left; that was confirmed.')
    else this.log.note(`The page opened a dialog (${kind})${words}; it was ${isAccepted ? 'accepted' : 'dismissed'}.`)
    await (isAccepted ? dialog.accept() : dialog.dismiss()).catch(ignoreEnd)
  }

  /** There is one page: what would open beside it opens in its place. */
  private followWindow(text: string): void {
    this.windows += 1
    if (this.windows > 1) return this.log.note('The page tried to open further tabs, which were not opened.')
    const url = URL.parse(text)
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      return this.log.note(`The page tried to open another window (${text.slice(0, 200)}), which was not opened.`)
    this.log.note(`The page opened ${url.href.slice(0, 500)} in a new tab; there is only one here, so it is opened in this one.`)
    // Decided as any other way out of the page.
    this.navigations += 1
    this.session
      .send('Page.navigate', { url: url.href })
      .catch(ignoreEnd)
      .finally(() => (this.navigations -= 1))
  }

  /** Every document that the page or a frame of it loads, and each hop on the way to it. */
  private async decide({ requestId, request, frameId }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const url = URL.parse(request.url)
    const address = url ? addressOf(url) : undefined
    const isWhole = frameId === this.mainFrame
    if (isWhole && address?.ok && !this.options.mayLead(address.value)) {
      this.wanted = address.value.url
      await this.session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(ignoreEnd)
      return
    }
    if (isWhole && address?.ok) this.options.showing(address.value)
    await this.session.send('Fetch.continueRequest', { requestId }).catch(ignoreEnd)
  }
}

/** The page went away in between: there is nothing left to answer. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof Error)) throw error
}

const wordOf = (type: string): string => (type === 'warning' ? 'warn' : type)

function exceptionText({ exception, text, url, lineNumber }: Protocol.Runtime.ExceptionDetails): string {
  const what = exception?.description ?? (exception === undefined ? text : textOf(exception))
  return url === undefined ? what : `${what} (${url}:${lineNumber + 1})`
}

/** As the console of a browser would show it in one line. */
function textOf(value: Protocol.Runtime.RemoteObject): string {
  if (value.type === 'string') return String(value.value)
  if (value.unserializableValue !== undefined) return value.unserializableValue
  if (value.preview) return previewText(value.preview)
  if (value.value !== undefined) return JSON.stringify(value.value) ?? ''
  return value.description ?? value.type
}

function previewText({ subtype, description, properties, overflow }: Protocol.Runtime.ObjectPreview): string {
  if (subtype !== undefined && subtype !== 'array') return description ?? subtype
  const isList = subtype === 'array'
  const inner = properties.map(({ name, value = '…' }) => (isList ? value : `${name}: ${value}`))
  const all = [...inner, ...(overflow ? ['…'] : [])].join(', ')
  return isList ? `[${all}]` : `{${all}}`
}
