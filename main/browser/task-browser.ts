import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'puppeteer-core'
import type { BrowserSettings } from '../../shared/browser'
import { failed, ok, type Result } from '../../shared/result'
import type { AddressKind } from '../network/addresses'
import type { NameLookup } from '../network/checked-lookup'
import { orAborted } from '../or-aborted'
import type { ProcessLedger } from '../terminal/process-ledger'
import { startProgram } from './browser-program'
import { BrowserSession, type PageAction, type PageLook } from './browser-session'
import { concernOf } from './concerns'
import { openPageProxy, type PageProxy } from './page-proxy'
import { createPictureStore, type PictureStore } from './picture-store'
import { type Place, Reach } from './reach'
import { drivenPort, findRemote, openRemotePage } from './remote-browser'
import { BrowserError, type BrowserLimits } from './time-limits'
import { parseWebAddress, type WebAddress } from './web-address'

/** An address that a page may be opened at, and what the person should know of it first. */
export interface BrowserAddress extends Place {
  readonly url: string
  /** The host, with the port when it is not the usual one. */
  readonly place: string
  /** As far as it was known when this was asked about: what is approved is that kind, and no other. */
  readonly kind: AddressKind
  /** A page of this place is or was open in the browser that runs: it was approved for that. */
  readonly isApproved: boolean
  /** Sentences; with one it is asked about each time. */
  readonly concern: string | undefined
}

export interface BrowserLook extends Omit<PageLook, 'picture'> {
  /** It did not come from this machine. */
  readonly fromWeb: boolean
  readonly picture: {
    /** The name under which the window asks for it. */
    readonly name: string
    readonly mediaType: string
    /** Base64. */
    readonly data: string
    readonly width: number
    readonly height: number
  }
}

/**
 * Why nothing came of it, as a sentence for the model. `asks`: it may be tried again, and then there is more to ask about. `fromWeb`: a
 * page that is none of this machine chose some of the words.
 */
export interface BrowserTrouble {
  readonly message: string
  readonly asks?: true
  readonly fromWeb?: true
}

/** How a picture is wanted, and until when. */
export interface BrowserWish {
  readonly webp: boolean
  readonly signal: AbortSignal
}

export interface TaskBrowserOptions {
  readonly settings: () => BrowserSettings
  readonly profiles: string
  readonly ledger: ProcessLedger
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits: BrowserLimits
  /** Resolves when nothing of browsers of a crash is left. */
  readonly swept: Promise<void>
  /** Ports of this machine that are the app's own. */
  readonly ownPorts: Set<number>
  /** True when a known key of the person's stands in a text. */
  readonly holdsSecret: (text: string) => boolean
  /** Something that the person should know of and that stops nothing. */
  readonly onProblem: (text: string) => void
  /** Why a browser of ours has no sandbox here; undefined when it has one. */
  readonly noSandbox: () => string | undefined
  /** Asks a name server. */
  readonly lookup: NameLookup
  /** Folder for the pictures of the task. */
  readonly pictures: string
}

interface Running {
  readonly session: BrowserSession
  readonly settings: BrowserSettings
  readonly page: Page
  end(): Promise<void>
}

/** Nobody looks at it any more, and it takes a few hundred megabytes. In ms. */
const IDLE_MS = 10 * 60_000

/** The browser of one task: at most one, started when it is wanted, ended with the task. */
export class TaskBrowser {
  private readonly options: TaskBrowserOptions
  private readonly reach: Reach
  private readonly pictures: PictureStore
  /** Hosts of this task so far. */
  private readonly hosts = new Set<string>()
  private running: Promise<Running> | undefined
  /** Gives up a start that is under way. */
  private starting: AbortController | undefined
  private ending: Promise<void> = Promise.resolve()
  private page: Page | undefined
  private proxy: PageProxy | undefined
  /** Of the browser that runs. */
  private settings: BrowserSettings | undefined
  private idle: NodeJS.Timeout | undefined
  /** Is told with the first look into the browser that runs. */
  private note: string | undefined

  constructor(options: TaskBrowserOptions) {
    this.options = options
    this.reach = new Reach({
      ownPorts: () => options.ownPorts,
      drivenPort: () => drivenPort(options.settings()),
      onShown: () => this.proxy?.recheck(),
    })
    this.pictures = createPictureStore(options.pictures)
  }

  /** Reads an address and asks nothing of anybody. A sentence for the model when it is none that can be opened. */
  look(text: string): Result<BrowserAddress, string> {
    const parsed = parseWebAddress(text)
    if (!parsed.ok) return parsed
    const { url, host, place, port } = parsed.value
    const known = { kind: this.kindOf(parsed.value), isApproved: this.isApproved(parsed.value) }
    const { holdsSecret, noSandbox, settings } = this.options
    const concern = concernOf(parsed.value, { ...known, hosts: this.hosts, holdsSecret, noSandbox, settings: settings() })
    return ok({ url, host, place, port, ...known, concern })
  }

  /** Where the page is that is shown; undefined while none is. */
  get shown(): BrowserAddress | undefined {
    const found = this.page === undefined ? undefined : this.look(this.page.url())
    return found?.ok ? found.value : undefined
  }

  get viewport(): { readonly width: number; readonly height: number } {
    return this.settings?.viewport ?? this.options.settings().viewport
  }

  holdsSecret(text: string): boolean {
    return this.options.holdsSecret(text)
  }

  get isOpen(): boolean {
    return this.running !== undefined
  }

  /** Opens an address that was approved, in a new browser when there is none, or the settings are others by now. */
  async open(address: BrowserAddress, wish: BrowserWish): Promise<Result<BrowserLook, BrowserTrouble>> {
    if (address.isApproved && !this.isApproved(address)) return failed({ message: 'The browser has ended meanwhile.', asks: true })
    const settings = await this.applyLatestBrowserSettings()
    this.reach.approve(address, address.kind)
    this.hosts.add(address.host)
    const looked = await this.guard(wish, async () => {
      this.running ??= this.start(settings)
      return this.step({ kind: 'open', url: address.url }, wish)
    })
    const now = this.reach.kindOf(address.host) ?? address.kind
    return looked.ok || now === address.kind || now === 'public' ? looked : failed({ ...looked.error, asks: true })
  }

  async act(action: Exclude<PageAction, { kind: 'open' }>, wish: BrowserWish): Promise<Result<BrowserLook, BrowserTrouble>> {
    return this.guard(wish, () => this.step(action, wish))
  }

  /** As a data URL. */
  picture(name: string): Promise<string | undefined> {
    return this.pictures.read(name)
  }

  /** Ends it with everything it started; its hosts are approved no longer. Resolves when nothing of it is left, and never rejects. */
  async end(): Promise<void> {
    const { running } = this
    clearTimeout(this.idle)
    this.starting?.abort(new BrowserError('The browser was ended before it had started.'))
    this.running = undefined
    this.page = undefined
    this.proxy = undefined
    this.settings = undefined
    this.note = undefined
    this.reach.forget()
    // Whoever asks meanwhile waits for the same end.
    if (running) this.ending = Promise.all([this.ending, this.endRunning(running)]).then(() => undefined)
    await this.ending
  }

  private async endRunning(running: Promise<Running>): Promise<void> {
    // One that did not start has nothing to end.
    const started = await running.catch(() => undefined)
    await started?.end().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      this.options.onProblem(`Something of a browser could not be removed (${why}). It is tried again at the next start.`)
    })
  }

  /** Changed settings are for a new browser: the old one ends. */
  private async applyLatestBrowserSettings(): Promise<BrowserSettings> {
    const settings = this.options.settings()
    const before = await this.running?.catch(() => undefined)
    if (before && !isDeepStrictEqual(before.settings, settings)) await this.end()
    return settings
  }

  private isApproved(address: Place & Pick<WebAddress, 'kind'>): boolean {
    return this.running !== undefined && this.reach.isApproved(address, this.kindOf(address))
  }

  private isOfThisMachine(url: string): boolean {
    const address = parseWebAddress(url)
    return address.ok && this.kindOf(address.value) === 'loopback'
  }

  /** As far as it is known: a name may turn out to lead elsewhere when it is looked up. */
  private kindOf({ host, kind }: Pick<WebAddress, 'host' | 'kind'>): AddressKind {
    return kind ?? this.reach.kindOf(host) ?? 'public'
  }

  private async start(settings: BrowserSettings): Promise<Running> {
    const { options, reach } = this
    const starting = new AbortController()
    this.starting = starting
    // One before it would be asked about what this one shows.
    await orAborted(Promise.all([options.swept, this.ending]), starting.signal)
    let session: BrowserSession | undefined
    const proxy = await openPageProxy({
      lookup: options.lookup,
      env: options.env,
      page: () => reach.shown,
      refusal: (target) => reach.refusal(target),
      onFailure: (place, why) => session?.failed(place, why),
    })
    options.ownPorts.add(proxy.port)
    const close = () => {
      options.ownPorts.delete(proxy.port)
      proxy.close()
    }
    try {
      const { page, end } = await this.openPage(settings, proxy.port, starting.signal)
      try {
        session = await BrowserSession.open({ page, reach, limits: options.limits, viewport: settings.viewport })
        starting.signal.throwIfAborted()
      } catch (error) {
        await end()
        throw error
      }
      this.starting = undefined
      this.page = page
      this.proxy = proxy
      this.settings = settings
      return { session, settings, page, end: () => end().finally(close) }
    } catch (error) {
      close()
      throw error
    }
  }

  private async openPage(
    settings: BrowserSettings,
    proxyPort: number,
    signal: AbortSignal,
  ): Promise<{ readonly page: Page; readonly end: () => Promise<void> }> {
    const { options } = this
    if (settings.remoteBrowserEnabled) {
      const { remoteBrowserHost: host, viewport } = settings
      const found = await findRemote(host, signal)
      if (found.ok) return openRemotePage(found.value.endpoint, { host, viewport, proxyPort, limitMs: options.limits.start, signal })
      // Nothing is let out by it: this one is new and apart.
      this.note = `${found.error} A browser was started for this task instead.`
    }
    const { profiles, ledger, platform, env, limits } = options
    const program = await startProgram(settings, {
      profiles,
      ledger,
      platform,
      env,
      id: randomUUID(),
      proxyPort,
      startMs: limits.start,
      signal,
    })
    try {
      const [first] = await program.browser.pages()
      return { page: first ?? (await program.browser.newPage()), end: () => program.end() }
    } catch (error) {
      await program.end()
      throw error
    }
  }

  private async step(action: PageAction, { webp }: BrowserWish): Promise<BrowserLook> {
    const running = await this.running
    if (!running) throw new BrowserError('No browser is open. Call browser_action with launch and an address first.')
    const { picture, ...look } = await running.session.step(action, webp)
    const { note } = this
    this.note = undefined
    return {
      ...look,
      fromWeb: !this.isOfThisMachine(look.url),
      notes: note === undefined ? look.notes : [note, ...look.notes],
      picture: {
        name: await this.pictures.keep(picture),
        mediaType: picture.mediaType,
        data: picture.bytes.toString('base64'),
        width: picture.width,
        height: picture.height,
      },
    }
  }

  /** Whatever goes wrong ends the browser, so that the next one begins anew. Rejects only when cancelled. */
  private async guard({ signal }: BrowserWish, work: () => Promise<BrowserLook>): Promise<Result<BrowserLook, BrowserTrouble>> {
    signal.throwIfAborted()
    clearTimeout(this.idle)
    try {
      const look = await orAborted(work(), signal)
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref()
      return ok(look)
    } catch (error) {
      await this.end()
      signal.throwIfAborted()
      if (error instanceof BrowserError && error.isQuoting) return failed({ message: error.message, fromWeb: true })
      if (error instanceof Error) return failed({ message: error.message })
      throw error
    }
  }
}
