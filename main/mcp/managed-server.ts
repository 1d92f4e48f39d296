import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { McpDetails, McpServer, McpStatus } from '../../shared/mcp'
import type { McpApprovals } from './approvals'
import { CallResult, callResult, type McpResult, ReadResult, readResult } from './call-result'
import { misfit } from './check-value'
import { type CallAnswer, Connection, type ConnectionRequest, type ConnectionTiming } from './connection'
import { httpTransport, processTransport } from './create-transport'
import { guardedFetch, PrivateAddress } from './guarded-fetch'
import { NotificationBox } from './notification-box'
import { type BrokenTool, type InspectedTool, isBroken } from './inspect-tool'
import type { Progress } from './peer'
import { type ProcessPorts, ServerFault } from './process-transport'
import { expandLaunch, launchFacts, type Launch, type ServerConfig, shownHash } from './server-config'
import { missingWords, resourceViews, toolView } from './describe-server'
import { plain, ServerLog } from './server-log'
import type { SignInTarget } from './sign-ins'
import type { ToolCache } from './tool-cache'

/** What all servers share. */
export interface ServerParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly processes: ProcessPorts
  readonly approvals: McpApprovals
  readonly cache: ToolCache
  /** Asks the person to fill in a form. */
  readonly elicit: (server: string, params: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>
  readonly roots: () => readonly string[]
  readonly signIn: SignInsPort
  readonly onChange: () => void
  /** Hears what must not be shown. */
  readonly learn: (secret: string) => void
  readonly timing?: Partial<ConnectionTiming>
}

/** Who is signed in where. */
export interface SignInsPort {
  /** Undefined when there are no tokens for it. */
  providerFor(name: string, url: string): Promise<OAuthClientProvider | undefined>
  isSignedIn(name: string): boolean
  /** It refused us: what it said helps the sign-in. */
  refused(name: string, response: Response): void
  begin(name: string, target: SignInTarget): Promise<void>
  end(name: string, url: string): Promise<void>
}

export interface CallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** One entry of the settings file, with its connection while there is one. */
export class ManagedServer {
  readonly log = new ServerLog(() => this.changed())
  private config: ServerConfig
  /** Given for this run by the person: that is the approval. */
  private readonly isGiven: boolean
  private readonly parts: ServerParts
  private live: { readonly key: string; readonly launch: Launch; readonly connection: Connection } | undefined
  private missing: readonly string[] = []
  /** The end of what ran in other configurations. */
  private ended: Promise<unknown> = Promise.resolve()
  private isPrivateRefused = false
  private revision = 0
  private calls = 0
  private readonly notifications = new NotificationBox()

  constructor(config: ServerConfig, parts: ServerParts, isGiven = false) {
    this.config = config
    this.isGiven = isGiven
    this.parts = parts
    this.configure(config)
  }

  get current(): ServerConfig {
    return this.config
  }

  /** Takes another entry of the same name. What runs in another configuration is stopped. */
  configure(config: ServerConfig): void {
    this.config = config
    const next = this.launchable()
    if (this.live?.key !== next?.key) {
      const before = this.live
      const wasWanted = before !== undefined && before.connection.state.kind !== 'idle'
      this.ended = Promise.all([this.ended, before?.connection.end()])
      this.isPrivateRefused = false
      this.live = next && { ...next, connection: this.connect(next.launch) }
      if (wasWanted) this.live?.connection.wake()
    }
    this.changed()
  }

  /** As `stop`, and for good. */
  async end(): Promise<void> {
    await Promise.all([this.ended, this.live?.connection.end()])
  }

  /** Starts it if it may. Returns at once. */
  wake(): void {
    this.live?.connection.wake()
  }

  async restart(): Promise<void> {
    await this.live?.connection.restart()
  }

  /** Resolves when nothing of it is left. */
  async stop(): Promise<void> {
    await this.live?.connection.stop()
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

  rootsChanged(): void {
    this.live?.connection.rootsChanged()
  }

  /** Those that models may be given: of a server that still starts, as it had them last. */
  offered(): readonly InspectedTool[] {
    const { live, config } = this
    if (!live) return []
    const off = new Set(config.disabledTools)
    return this.known(live).filter((tool) => !off.has(tool.name))
  }

  /** Whether the person lets this tool run without a question, exactly as it is now. */
  letsRun(tool: InspectedTool): boolean {
    const { name, autoApprove } = this.config
    return autoApprove.includes(tool.name) && (this.isGiven || this.parts.approvals.letsRun(name, tool))
  }

  /** Waits until the server is there. `tool` is as it was offered and asked about: another one of its name is not called. */
  async callTool(
    tool: Pick<InspectedTool, 'name' | 'hash'>,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CallAnswer<McpResult>> {
    const ready = await this.ready(options.signal)
    if (!ready.ok) return ready
    const found = ready.value.lists.tools.find(({ name }) => name === tool.name && !this.config.disabledTools.includes(name))
    if (!found || isBroken(found)) return { ok: false, message: `it does not offer "${tool.name}" any more` }
    if (found.hash !== tool.hash) return { ok: false, message: `its tool "${tool.name}" has changed since it was offered: look at it anew` }
    const wrong = misfit(found.inputSchema, args)
    if (wrong !== undefined) return { ok: false, message: `the arguments do not fit its schema: ${wrong}` }
    const answer = await this.request(
      ready.value,
      { method: 'tools/call', params: { name: tool.name, arguments: args }, result: CallResult },
      options,
    )
    if (!answer.ok) return answer
    const { structuredContent } = answer.value
    const amiss = found.outputSchema && structuredContent ? misfit(found.outputSchema, structuredContent) : undefined
    const result = callResult(answer.value)
    return {
      ok: true,
      value:
        amiss === undefined
          ? result
          : { ...result, text: `${result.text}\n\n[Its structured result does not fit its own schema: ${amiss}]` },
    }
  }

  async readResource(uri: string, options: CallOptions): Promise<CallAnswer<McpResult>> {
    const ready = await this.ready(options.signal)
    if (!ready.ok) return ready
    const answer = await this.request(ready.value, { method: 'resources/read', params: { uri }, result: ReadResult }, options)
    return answer.ok ? { ok: true, value: readResult(answer.value) } : answer
  }

  /** What it told since the last time, for the next row. */
  takeNotifications(): readonly string[] {
    return this.notifications.take()
  }

  resources(): McpDetails['resources'] {
    return this.live ? resourceViews(this.live.connection.lists) : []
  }

  view(): McpServer {
    const { config, parts } = this
    const state = this.live?.connection.state
    const problem = this.missing.length > 0 ? missingWords(this.missing) : state && 'problem' in state ? state.problem : undefined
    const tools = this.listed()
    const before = this.isGiven || parts.approvals.isApproved(config) ? undefined : parts.approvals.before(config.name)
    return {
      name: config.name,
      status: this.status(),
      launch: launchFacts(config),
      launchId: shownHash(config),
      ...(before ? { approved: before } : {}),
      changedValues: before ? [...parts.approvals.changedValues(config)] : [],
      needsPrivateConsent: this.isPrivateRefused,
      ...(problem === undefined ? {} : { problem }),
      ...(state?.kind === 'waiting' ? { restartAt: state.at } : {}),
      timeout: config.timeoutMs / 1000,
      tools: tools.filter((tool) => !isBroken(tool)).length,
      brokenTools: tools.filter(isBroken).length,
      signedIn: parts.signIn.isSignedIn(config.name),
      revision: this.revision,
    }
  }

  details(): McpDetails {
    return {
      tools: this.listed().map((tool) => toolView(tool, this.config, !isBroken(tool) && this.letsRun(tool))),
      resources: this.resources(),
      prompts: (this.live?.connection.lists.prompts ?? []).map(({ name, description = '' }) => ({ name, description: plain(description) })),
      log: this.log.text(),
    }
  }

  tool(name: string): InspectedTool | undefined {
    return this.listed().find((tool): tool is InspectedTool => tool.name === name && !isBroken(tool))
  }

  /** With its variables filled in, once everything is there and the person agreed. The key names exactly what would run. */
  private launchable(): { readonly key: string; readonly launch: Launch } | undefined {
    const { config, isGiven } = this
    const { approvals, env } = this.parts
    const expanded = expandLaunch(config.launch, env)
    this.missing = expanded.ok ? [] : expanded.missing
    if (!expanded.ok || config.disabled || !(isGiven || approvals.isApproved(config))) return undefined
    for (const secret of expanded.secrets) this.parts.learn(secret)
    return { launch: expanded.launch, key: JSON.stringify([config.name, expanded.launch, approvals.allowsPrivate(config)]) }
  }

  private status(): McpStatus {
    if (this.config.disabled) return 'disabled'
    if (this.missing.length > 0) return 'broken'
    const state = this.live?.connection.state
    if (!state) return 'unapproved'
    return state.kind === 'connecting' && state.isSlow ? 'slow' : state.kind
  }

  private known(live: NonNullable<ManagedServer['live']>): readonly InspectedTool[] {
    const { kind } = live.connection.state
    if (kind === 'connected') return live.connection.lists.tools.filter((tool): tool is InspectedTool => !isBroken(tool))
    return kind === 'failed' || kind === 'needs_auth' ? [] : this.parts.cache.get(live.key)
  }

  private listed(): readonly (InspectedTool | BrokenTool)[] {
    if (!this.live) return []
    return this.live.connection.state.kind === 'connected' ? this.live.connection.lists.tools : this.known(this.live)
  }

  private async ready(signal: AbortSignal): Promise<CallAnswer<Connection>> {
    const { live, config } = this
    if (!live)
      return {
        ok: false,
        message: config.disabled ? 'it is switched off' : 'the person has not approved it: it can be done in the list of MCP servers',
      }
    live.connection.wake()
    await this.settled(signal)
    return { ok: true, value: live.connection }
  }

  private async request<Value>(
    connection: Connection,
    request: Pick<ConnectionRequest<Value>, 'method' | 'params' | 'result'>,
    { signal, onProgress }: CallOptions,
  ): Promise<CallAnswer<Value>> {
    this.calls += 1
    try {
      const { timeoutMs } = this.config
      return await connection.request({ ...request, timeoutMs, signal, ...(onProgress ? { onProgress } : {}) })
    } finally {
      this.calls -= 1
    }
  }

  private connect(launch: Launch): Connection {
    const { parts, log, config } = this
    const connection: Connection = new Connection({
      log,
      host: {
        elicit: (params, signal) => (this.calls > 0 ? parts.elicit(config.name, params, signal) : Promise.resolve({ action: 'decline' })),
        roots: () => parts.roots(),
        notify: (level, text) => log.note(this.notifications.add(level, text)),
      },
      createTransport: async () => (launch.kind === 'stdio' ? processTransport(launch, parts.processes, log) : this.httpTransport(launch)),
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
    const { signIn, approvals } = this.parts
    const { name } = this.config
    return guardedFetch({
      server: new URL(launch.url),
      headers: launch.headers,
      allowPrivate: approvals.allowsPrivate(this.config),
      onRefused: (response) => signIn.refused(name, response),
    })
  }

  private connectionChanged(connection: Connection): void {
    const { live } = this
    if (live?.connection !== connection) return
    if (connection.state.kind === 'connected') {
      const tools = connection.lists.tools.filter((tool): tool is InspectedTool => !isBroken(tool))
      this.parts.cache.set(live.key, tools)
      this.parts.approvals.see(this.config.name, tools).then(
        () => this.changed(),
        (error: unknown) => this.log.note(String(error)),
      )
    }
    this.changed()
  }

  private changed(): void {
    this.revision += 1
    this.parts.onChange()
  }
}
