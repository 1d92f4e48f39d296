import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { McpStatus } from '../../shared/mcp'
import type { ProxyVariables } from '../network/use-proxy'
import type { McpApprovals } from './approvals'
import { Connection, type ConnectionState, type ConnectionTiming, messageOf } from './connection/connection'
import { missingWords } from './describe-server'
import { guardedFetch, PrivateAddress } from './transport/guarded-fetch'
import { httpTransport } from './transport/http-transport'
import { type BrokenTool, type InspectedTool, isBroken } from './tools/inspect-tool'
import { noLists, type PeerHost, type PeerLists } from './connection/peer'
import { type ProcessPorts, ProcessTransport } from './transport/process-transport'
import { expandLaunch, type Launch, type ServerConfig } from './settings/server-config'
import { ServerFault } from './transport/server-fault'
import type { ServerLog } from './server-log'
import type { SignInTarget } from './sign-in/sign-ins'
import type { ToolCache } from './tools/tool-cache'

/** What all servers share. */
export interface ServerParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly proxy: ProxyVariables | undefined
  readonly processes: ProcessPorts
  readonly approvals: McpApprovals
  readonly cache: ToolCache
  /** Asks the person to fill in a form. */
  readonly elicit: (server: string, params: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>
  readonly roots: () => readonly string[]
  readonly signIn: SignInsPort
  readonly onChange: () => void
  /** A server printed something. */
  readonly onLog: () => void
  /** Hears what must not be shown. */
  readonly learn: (secret: string) => void
  readonly timing?: Partial<ConnectionTiming>
}

/** Who is signed in where. */
export interface SignInsPort {
  /** Undefined when there are no tokens for it. */
  providerFor(name: string, url: string): Promise<OAuthClientProvider | undefined>
  isSignedIn(name: string, url: string): boolean
  /** It refused us: what it said helps the sign-in. */
  refused(name: string, url: string, response: Response): void
  begin(name: string, target: SignInTarget): Promise<void>
  end(name: string, url: string): Promise<void>
  /** Ends those that are under way. */
  close(): void
}

/** What a life needs of the server that it is of. */
export interface LifeHost extends Pick<PeerHost, 'elicit' | 'notify'> {
  readonly log: ServerLog
  /** It stands otherwise, or offers something else. */
  changed(): void
}

/** Whether and how one server runs: in which configuration, since when it may, and what of it is there. */
export class ServerLife {
  private readonly parts: ServerParts
  private readonly host: LifeHost
  /** Given for this run by the person: that is the approval. */
  private readonly isGiven: boolean
  private config: ServerConfig
  private live: { readonly key: string; readonly launch: Launch; readonly connection: Connection } | undefined
  private missing: readonly string[] = []
  /** The end of what ran in other configurations. */
  private ended: Promise<unknown> = Promise.resolve()
  private isPrivateRefused = false
  private isOver = false
  /** By the person: it starts when they want it, and not when a task does. */
  private isHeld = false
  /** When somebody last wanted or used it, on the clock of `performance.now`. */
  private usedAt = performance.now()

  constructor(config: ServerConfig, parts: ServerParts, host: LifeHost, isGiven: boolean) {
    this.config = config
    this.parts = parts
    this.host = host
    this.isGiven = isGiven
    this.configure(config)
  }

  /** Its entry in the settings file. */
  get current(): ServerConfig {
    return this.config
  }

  /** Undefined while it may not run. */
  get connection(): Connection | undefined {
    return this.live?.connection
  }

  get state(): ConnectionState | undefined {
    return this.live?.connection.state
  }

  get lists(): PeerLists {
    return this.live?.connection.lists ?? noLists
  }

  /** The person let it run, as it is now. */
  get isApproved(): boolean {
    return this.isGiven || this.parts.approvals.isApproved(this.config)
  }

  get isSignedIn(): boolean {
    const launch = this.live?.launch
    return launch !== undefined && launch.kind !== 'stdio' && this.parts.signIn.isSignedIn(this.config.name, launch.url)
  }

  /** The person stopped it. */
  get isStopped(): boolean {
    return this.isHeld
  }

  /** It leads into the person's own network, which they have not agreed to. */
  get needsPrivateConsent(): boolean {
    return this.isPrivateRefused
  }

  /** Takes another entry of the same name. What runs in another configuration is stopped. Does nothing after the end. */
  configure(config: ServerConfig): void {
    if (this.isOver) return
    this.config = config
    const next = this.launchable()
    if (this.live?.key !== next?.key) {
      const before = this.live
      const wasWanted = before !== undefined && before.connection.state.kind !== 'idle'
      this.ended = Promise.all([this.ended, before?.connection.end()])
      this.isPrivateRefused = false
      this.isHeld = false
      this.live = next && { ...next, connection: this.connect(next.launch) }
      if (wasWanted) this.live?.connection.wake()
    }
    this.host.changed()
  }

  /** As `stop`, and for good: nothing starts it again, whatever is under way. */
  async end(): Promise<void> {
    this.isOver = true
    await Promise.all([this.ended, this.live?.connection.end()])
  }

  /** Starts it if it may. Returns at once. */
  wake(): void {
    this.used()
    if (!this.isHeld) this.live?.connection.wake()
  }

  async restart(): Promise<void> {
    this.used()
    this.isHeld = false
    await this.live?.connection.restart()
  }

  /** Until it is started anew, or is another. Resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.isHeld = true
    await this.live?.connection.stop()
  }

  /** Somebody has just made use of it. */
  used(): void {
    this.usedAt = performance.now()
  }

  /** Ends what runs of it when nobody wanted or used it for so long. What it offers stays known, and it starts again when it is wanted. */
  endIfIdle(idleMs: number): void {
    const kind = this.state?.kind
    if ((kind !== 'connected' && kind !== 'waiting') || performance.now() - this.usedAt < idleMs) return
    this.host.log.note('[ended, as nobody used it for a while: it starts again when it is wanted]')
    void this.live?.connection.stop()
  }

  /** It starts, and nobody knows its tools yet. */
  isNew(): boolean {
    return this.live?.connection.state.kind === 'connecting' && this.parts.cache.get(this.live.key).length === 0
  }

  /** Waits until it is there or will not be, as long as a call may take. Rejects only with the signal. */
  async settled(signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(this.config.timeoutMs)
    await this.live?.connection.settled(AbortSignal.any([signal, limit])).catch((error: unknown) => {
      if (signal.aborted || !limit.aborted) throw error
    })
  }

  /** Asks the person to sign in, in their browser, and connects anew. Rejects with an Error for people. */
  async signIn(): Promise<void> {
    const launch = this.live?.launch
    if (!launch || launch.kind === 'stdio') throw new Error('Only a server that is reached by its address takes a sign-in.')
    await this.parts.signIn.begin(this.config.name, { url: launch.url, fetch: this.guarded(launch) })
    await this.restart()
  }

  async signOut(): Promise<void> {
    const launch = this.live?.launch
    if (launch && launch.kind !== 'stdio') await this.parts.signIn.end(this.config.name, launch.url)
    await this.restart()
  }

  /** Nobody is signed in to it any more, whether it may run or not. */
  async forgetSignIn(): Promise<void> {
    const { name, launch } = this.config
    const expanded = expandLaunch(launch, this.parts.env)
    if (expanded.ok && expanded.launch.kind !== 'stdio') await this.parts.signIn.end(name, expanded.launch.url)
  }

  rootsChanged(): void {
    this.live?.connection.rootsChanged()
  }

  status(): McpStatus {
    if (this.config.disabled) return 'disabled'
    if (this.missing.length > 0) return 'broken'
    const { state } = this
    if (!state) return 'unapproved'
    if (this.isHeld && state.kind === 'idle') return 'stopped'
    return state.kind === 'connecting' && state.isSlow ? 'slow' : state.kind
  }

  /** One sentence: why it does not run, and how to go on. */
  problem(): string | undefined {
    if (this.missing.length > 0) return missingWords(this.missing)
    const { state } = this
    return state && 'problem' in state ? state.problem : undefined
  }

  /** Its tools that can be used: of one that does not run now, as it had them last; none while the person has stopped it. */
  usable(): readonly InspectedTool[] {
    if (this.isHeld) return []
    return this.tools().filter((tool): tool is InspectedTool => !isBroken(tool))
  }

  /** Its tools, with those that cannot be used when they are known. */
  tools(): readonly (InspectedTool | BrokenTool)[] {
    const { live } = this
    if (!live) return []
    const { state, lists } = live.connection
    const { kind } = state
    if (kind === 'connected' || lists !== noLists) return lists.tools
    return kind === 'failed' || kind === 'needs_auth' ? [] : this.parts.cache.get(live.key)
  }

  /** With its variables filled in, once everything is there and the person agreed. The key names exactly what would run. */
  private launchable(): { readonly key: string; readonly launch: Launch } | undefined {
    const { config } = this
    const { approvals, env } = this.parts
    const expanded = expandLaunch(config.launch, env)
    this.missing = expanded.ok ? [] : expanded.missing
    if (!expanded.ok || config.disabled || !this.isApproved) return undefined
    for (const secret of expanded.secrets) this.parts.learn(secret)
    return { launch: expanded.launch, key: JSON.stringify([config.name, expanded.launch, approvals.allowsPrivate(config)]) }
  }

  private connect(launch: Launch): Connection {
    const { parts, host } = this
    const connection: Connection = new Connection({
      log: host.log,
      host: {
        elicit: (params, signal) => host.elicit(params, signal),
        roots: () => parts.roots(),
        notify: (level, text) => host.notify(level, text),
      },
      createTransport: async () =>
        launch.kind === 'stdio' ? new ProcessTransport(launch, parts.processes, host.log) : this.httpTransport(launch),
      onChange: () => this.connectionChanged(connection),
      after: this.ended,
      ...(parts.timing ? { timing: parts.timing } : {}),
    })
    return connection
  }

  private async httpTransport(launch: Exclude<Launch, { kind: 'stdio' }>): ReturnType<typeof httpTransport> {
    if (!URL.canParse(launch.url)) throw new ServerFault('Its "url" is no address.', true)
    const allowPrivate = this.parts.approvals.allowsPrivate(this.config)
    try {
      const authProvider = await this.parts.signIn.providerFor(this.config.name, launch.url)
      return await httpTransport(launch, { fetch: this.guarded(launch), allowPrivate, authProvider })
    } catch (error) {
      if (error instanceof PrivateAddress) this.isPrivateRefused = true
      throw error
    }
  }

  private guarded(launch: Exclude<Launch, { kind: 'stdio' }>): FetchLike {
    const { signIn, approvals, proxy } = this.parts
    const { name } = this.config
    return guardedFetch({
      server: new URL(launch.url),
      headers: launch.headers,
      allowPrivate: approvals.allowsPrivate(this.config),
      proxy,
      onRefused: (response) => signIn.refused(name, launch.url, response),
      onPrivate: () => {
        this.isPrivateRefused = true
        this.host.changed()
      },
    })
  }

  private connectionChanged(connection: Connection): void {
    const { live } = this
    if (live?.connection !== connection) return
    if (connection.state.kind === 'connected') {
      const tools = connection.lists.tools.filter((tool): tool is InspectedTool => !isBroken(tool))
      this.parts.cache.set(live.key, tools)
      this.parts.approvals.see(this.config.name, tools).then(
        () => this.host.changed(),
        (error: unknown) => this.host.log.note(messageOf(error)),
      )
    }
    this.host.changed()
  }
}
