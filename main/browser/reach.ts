import { type AddressKind, addressWords, isLoopbackHost } from '../network/addresses'

/** Where a page is, or where a connection goes. */
export interface Place {
  /** As `Host.host` writes it. */
  readonly host: string
  readonly port: number
}

/** Where a connection would go, and who asks for it. */
export interface Target extends Place {
  /** Of the gravest address that the host has. */
  readonly kind: AddressKind
  /** What was shown when it was asked for. */
  readonly page: Place | undefined
  /**
   * The document that asks, where the request shows that it may be another one than the page: `unknown` when it hides which, `silent`
   * when it cannot be told whether there is another one.
   */
  readonly from?: Place | 'unknown' | 'silent' | undefined
  /** The whole address, where it is seen. */
  readonly url?: string | undefined
}

interface Approval extends Place {
  readonly kind: AddressKind
}

const MAX_FOUND = 500
/** So long, in ms, requests of a page that was left can still come: Chromium ends the last of them after 30 s. */
const LEFTOVER_MS = 35_000

/** Chromium and Node let themselves be driven from there. */
const DEBUGGING_PORTS: ReadonlySet<number> = new Set([9222, 9229])

export interface ReachOptions {
  /** Ports of this machine on which the app itself listens. */
  readonly ownPorts: () => ReadonlySet<number>
  /** The port of this machine through which the browser itself is driven, where it was started by others. */
  readonly drivenPort?: () => number | undefined
  /** Another page is shown: what the one before was given may have to be taken away. */
  readonly onShown?: () => void
  /** In ms, of a clock that is never set. */
  readonly now?: () => number
}

/**
 * What the pages of one browser may reach. A place is approved by its exact host and its port (80 and 443 are one), for the kind of
 * address that was known when it was asked about: a name that turns out to lead elsewhere was not approved for that.
 *
 * What is public may be reached by every page. What is not is reached only where it was approved itself, and only by pages of this
 * machine that were approved and by pages of that very place. No page but those leads there either: one of the web is left before a
 * place of this machine or of its networks is opened, so that both are never there at once.
 */
export class Reach {
  private readonly approvals = new Map<string, Approval>()
  private readonly found = new Map<string, AddressKind>()
  private page: Place | undefined
  /** The document that was asked for last, by its whole address. */
  private awaited: string | undefined
  /** When a page was left whose requests may come late, by `now`. */
  private leftAt = Number.NEGATIVE_INFINITY
  private readonly options: ReachOptions

  constructor(options: ReachOptions) {
    this.options = options
  }

  approve({ host, port }: Place, kind: AddressKind): void {
    this.approvals.set(keyOf({ host, port }), { host, port, kind })
  }

  /** Whether a page of this place may be shown, as long as its address is of this kind. */
  isApproved(place: Place, kind: AddressKind): boolean {
    return this.approvals.get(keyOf(place))?.kind === kind
  }

  /** Whether the page that is shown may go to this place by itself. */
  mayLead(to: Place): boolean {
    const approval = this.approvals.get(keyOf(to))
    if (!approval) return false
    return approval.kind === 'public' || this.page === undefined || this.mayAsk(this.page, to)
  }

  /** The kind of a name, once it was looked up. */
  kindOf(host: string): AddressKind | undefined {
    return this.found.get(host)
  }

  /** Where the page is that is shown, or is about to be; undefined while there is none, and none before it is left. */
  get shown(): Place | undefined {
    return this.page
  }

  /** `url` is the whole address of the document that is about to be asked for. */
  showing(place: Place | undefined, url?: string): void {
    const { page } = this
    const isLeft = page !== undefined && (place === undefined || !isSamePlace(page, place))
    if (isLeft && !isLoopbackHost(page.host)) this.leftAt = this.now()
    this.page = place && { host: place.host, port: place.port }
    this.awaited = url
    this.options.onShown?.()
  }

  /**
   * A page is there, whether or not it was about to be: one that a service worker gave comes without a request. Only takes away: what
   * is about to be shown may be another page already.
   */
  shows(place: Place): void {
    const kind = this.approvalOf(place)?.kind ?? 'public'
    if (kind === 'public') this.showing(place)
  }

  /** Everything is approved anew after this. What names lead to stays known. */
  forget(): void {
    this.approvals.clear()
    this.page = undefined
    this.awaited = undefined
    this.leftAt = Number.NEGATIVE_INFINITY
  }

  /** Why a connection is not made, as a sentence; undefined when it is. */
  refusal(target: Target): string | undefined {
    const { host, port, kind } = target
    this.remember(host, kind)
    const why = kind === 'public' ? undefined : (this.whyNever(target) ?? this.whyNotApproved(target) ?? this.whyForeign(target))
    return why === undefined ? undefined : `${host}:${port} was not reached: ${why}.`
  }

  /** Of hosts that were asked about, and of the newest others that lead somewhere else than out: a page can make up any number. */
  private remember(host: string, kind: AddressKind): void {
    if (kind === 'public' && !this.found.has(host) && ![...this.approvals.values()].some((approval) => approval.host === host)) return
    this.found.delete(host)
    this.found.set(host, kind)
    const [oldest] = this.found.keys()
    if (this.found.size > MAX_FOUND && oldest !== undefined) this.found.delete(oldest)
  }

  private whyNever({ port, kind }: Target): string | undefined {
    const isHere = kind === 'loopback' || kind === 'unspecified'
    if (isHere && (DEBUGGING_PORTS.has(port) || this.options.drivenPort?.() === port)) return 'programs are debugged through this port'
    return isHere && this.options.ownPorts().has(port) ? 'it belongs to this app' : undefined
  }

  private whyNotApproved(target: Target): string | undefined {
    if (this.approvalOf(target)?.kind === target.kind) return undefined
    const why = `it is ${addressWords[target.kind]}, and was not approved`
    // Pages from elsewhere should not make anybody approve it.
    return this.whyForeign(target) === undefined ? `${why}; launch a page of it once, and the person is asked` : why
  }

  /** A page from elsewhere, or a part of one, must not look around in what only this machine reaches. */
  private whyForeign(target: Target): string | undefined {
    const { kind, page, from } = target
    const others =
      from === 'unknown' || (from === 'silent' && this.mayBeLate(target)) ? [undefined] : typeof from === 'object' ? [from] : []
    const isForeign = [page, ...others].some((asker) => asker === undefined || !this.mayAsk(asker, target))
    return isForeign ? `it is ${addressWords[kind]}, and what asks for it comes from elsewhere` : undefined
  }

  /** Whether it may be a request of a page that was left, and is not the one for the document that comes in its place. */
  private mayBeLate({ url }: Target): boolean {
    return (url === undefined || url !== this.awaited) && this.now() - this.leftAt < LEFTOVER_MS
  }

  private now(): number {
    return (this.options.now ?? performance.now.bind(performance))()
  }

  private mayAsk(asker: Place, target: Place): boolean {
    const approval = this.approvalOf(asker)
    if (!approval || approval.kind === 'public') return false
    return isLoopbackHost(asker.host) || isSamePlace(asker, target)
  }

  private approvalOf(place: Place): Approval | undefined {
    return this.approvals.get(keyOf(place)) ?? [...this.approvals.values()].find((approval) => isSamePlace(approval, place))
  }
}

/** The usual ports need not be named: an address without one, of either protocol, is one place. */
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443])
const keyOf = ({ host, port }: Place): string => (USUAL_PORTS.has(port) ? host : `${host} ${port}`)

/** This machine is one, whatever it is called: a page of localhost:3000 is one of 127.0.0.1:3000. Names that merely lead here are not meant. */
function isSamePlace(left: Place, right: Place): boolean {
  if (keyOf(left) === keyOf(right)) return true
  return isLoopbackHost(left.host) && isLoopbackHost(right.host) && keyOf({ ...left, host: '' }) === keyOf({ ...right, host: '' })
}
