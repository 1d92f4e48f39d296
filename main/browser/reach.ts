import { type AddressKind, addressWords, isLoopbackHost } from '../network/addresses'

/** Where a connection would go. */
export interface Target {
  readonly host: string
  readonly port: number
  /** Of the gravest address that the host has. */
  readonly kind: AddressKind
  /** The host of the document that asks, where it is of another site; `unknown` when it hides that. */
  readonly from?: string | undefined
}

const MAX_FOUND = 500

/** Chromium and Node let themselves be driven from there. */
const DEBUGGING_PORTS: ReadonlySet<number> = new Set([9222, 9229])

/**
 * What the pages of one browser may reach. Hosts are approved by their exact name, each for the kind of address that was known
 * then: a name that turns out to lead elsewhere was not approved for that.
 */
export class Reach {
  private readonly approved = new Map<string, AddressKind>()
  private readonly found = new Map<string, AddressKind>()
  private page: string | undefined
  private readonly ownPorts: () => ReadonlySet<number>

  /** `ownPorts` are those of this machine on which the app itself listens. */
  constructor(ownPorts: () => ReadonlySet<number>) {
    this.ownPorts = ownPorts
  }

  approve(host: string, kind: AddressKind): void {
    this.approved.set(host, kind)
  }

  /** Whether a page of this host may be shown. */
  isApproved(host: string): boolean {
    return this.approved.has(host)
  }

  /** The kind of a name, once it was looked up. */
  kindOf(host: string): AddressKind | undefined {
    return this.found.get(host)
  }

  /** The host of the page that is shown, or is about to be. */
  showing(host: string | undefined): void {
    this.page = host
  }

  /** Everything is approved anew after this. What names lead to stays known. */
  forget(): void {
    this.approved.clear()
    this.page = undefined
  }

  /** Why a connection is not made, as a sentence; undefined when it is. */
  refusal(target: Target): string | undefined {
    const { host, port, kind } = target
    this.remember(host, kind)
    const why = kind === 'public' ? undefined : (this.whyBarred(target) ?? this.whyForeign(target))
    return why === undefined ? undefined : `${host}:${port} was not reached: ${why}.`
  }

  /** Of hosts that were asked about, and of the newest others that lead somewhere else than out: a page can make up any number. */
  private remember(host: string, kind: AddressKind): void {
    if (kind === 'public' && !this.approved.has(host) && !this.found.has(host)) return
    this.found.delete(host)
    this.found.set(host, kind)
    const [oldest] = this.found.keys()
    if (this.found.size > MAX_FOUND && oldest !== undefined) this.found.delete(oldest)
  }

  private whyBarred({ host, port, kind }: Target): string | undefined {
    if (kind === 'loopback' && DEBUGGING_PORTS.has(port)) return 'programs are debugged through this port'
    if (kind === 'loopback' && this.ownPorts().has(port)) return 'it belongs to this app'
    const isApproved = this.approved.get(host) === kind || (kind === 'loopback' && isLoopbackHost(host) && this.hasLoopback())
    return isApproved ? undefined : `it is ${addressWords[kind]}, and was not approved`
  }

  /** A page from elsewhere, or a part of one, must not look around in what only this machine reaches. */
  private whyForeign({ kind, from }: Target): string | undefined {
    const isForeign = this.isPublic(this.page) || (from !== undefined && this.isPublic(from))
    return isForeign ? `it is ${addressWords[kind]}, and what asks for it comes from elsewhere` : undefined
  }

  private hasLoopback(): boolean {
    return [...this.approved].some(([host, kind]) => kind === 'loopback' && isLoopbackHost(host))
  }

  private isPublic(host: string | undefined): boolean {
    if (host === undefined) return true
    const kind = this.approved.get(host) ?? (isLoopbackHost(host) && this.hasLoopback() ? 'loopback' : 'public')
    return kind === 'public'
  }
}
