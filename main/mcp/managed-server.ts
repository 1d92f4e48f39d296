import type { McpDetails, McpServer } from '../../shared/mcp'
import { CallResult, callResult, type McpResult, PromptResult, promptText, ReadResult, readResult } from './tools/call-result'
import { misfit } from './tools/check-value'
import type { CallAnswer, Connection } from './connection/connection'
import { promptViews, resourceViews, toolView } from './describe-server'
import { type InspectedTool, isBroken } from './tools/inspect-tool'
import { NotificationBox } from './notification-box'
import type { PeerHost, PeerRequest, Progress } from './connection/peer'
import { RunningCalls } from './running-calls'
import { launchFacts, type ServerConfig, shownHash } from './settings/server-config'
import { ServerLife, type ServerParts } from './server-life'
import { ServerLog } from './server-log'

export interface CallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

const STOPPED = { ok: false, message: 'the person stopped it, and can start it again in the list of MCP servers' } as const
const UNAPPROVED = 'the person has not approved it: it can be done in the list of MCP servers'
/** Characters of the log that the window shows: its end says what went wrong. */
const MAX_SHOWN_LOG = 1_000_000

/** One entry of the settings file: what models and the person get of it. Its life is its own matter. */
export class ManagedServer {
  readonly life: ServerLife
  private readonly log = new ServerLog(() => this.logged())
  private readonly parts: ServerParts
  /** Given for this run by the person. */
  private readonly isGiven: boolean
  private readonly notifications = new NotificationBox()
  private revision = 0
  private logRevision = 0
  private readonly calls = new RunningCalls()

  constructor(config: ServerConfig, parts: ServerParts, isGiven = false) {
    this.parts = parts
    this.isGiven = isGiven
    const { log } = this
    this.life = new ServerLife(
      config,
      parts,
      {
        log,
        elicit: (params, signal) => this.elicit(params, signal),
        notify: (level, text) => log.note(this.notifications.add(level, text)),
        changed: () => this.changed(),
      },
      isGiven,
    )
  }

  get config(): ServerConfig {
    return this.life.current
  }

  /** Ends what runs of it when nobody has used it for so long. It is offered as it was, and starts again when it is wanted. */
  endIfIdle(idleMs: number): void {
    if (this.calls.count === 0) this.life.endIfIdle(idleMs)
  }

  /** Those that models may be given: of a server that does not run now, as it had them last. */
  offered(): readonly InspectedTool[] {
    const off = new Set(this.config.disabledTools)
    return this.life.usable().filter((tool) => !off.has(tool.name))
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

  /** The words of a prompt, as the person fills it in. */
  async getPrompt(name: string, args: Readonly<Record<string, string>>, options: CallOptions): Promise<CallAnswer<string>> {
    const ready = await this.ready(options.signal)
    if (!ready.ok) return ready
    const request = { method: 'prompts/get', params: { name, arguments: args }, result: PromptResult }
    const answer = await this.request(ready.value, request, options)
    return answer.ok ? { ok: true, value: promptText(answer.value) } : answer
  }

  /** What it told since the last time, for the next row. */
  takeNotifications(): readonly string[] {
    return this.notifications.take()
  }

  resources(): McpDetails['resources'] {
    return resourceViews(this.life.lists)
  }

  view(): McpServer {
    const { config, life, parts } = this
    const { state } = life
    const problem = life.problem()
    const tools = life.tools()
    const before = life.isApproved ? undefined : parts.approvals.before(config.name)
    return {
      name: config.name,
      status: life.status(),
      launch: launchFacts(config),
      launchId: shownHash(config),
      ...(before ? { approved: before } : {}),
      changedValues: before ? [...parts.approvals.changedValues(config)] : [],
      needsPrivateConsent: life.needsPrivateConsent,
      ...(problem === undefined ? {} : { problem }),
      ...(state?.kind === 'waiting' ? { restartAt: state.at } : {}),
      timeout: config.timeoutMs / 1000,
      tools: tools.filter((tool) => !isBroken(tool)).length,
      brokenTools: tools.filter(isBroken).length,
      signedIn: life.isSignedIn,
      revision: this.revision,
      logRevision: this.logRevision,
    }
  }

  details(): McpDetails {
    return {
      tools: this.life.tools().map((tool) => toolView(tool, this.config, !isBroken(tool) && this.letsRun(tool))),
      resources: this.resources(),
      prompts: promptViews(this.life.lists),
    }
  }

  logEnd(): string {
    return this.log.end(MAX_SHOWN_LOG)
  }

  tool(name: string): InspectedTool | undefined {
    return this.life.usable().find((tool) => tool.name === name)
  }

  private async ready(signal: AbortSignal): Promise<CallAnswer<Connection>> {
    const { life, config } = this
    const { connection } = life
    if (!connection) return { ok: false, message: config.disabled ? 'it is switched off' : (life.problem() ?? UNAPPROVED) }
    if (life.isStopped) return STOPPED
    life.wake()
    await life.settled(signal)
    return connection.state.kind === 'connected' ? { ok: true, value: connection } : { ok: false, message: connection.whyNot() }
  }

  private async request<Value>(
    connection: Connection,
    request: Pick<PeerRequest<Value>, 'method' | 'params' | 'result'>,
    { signal, onProgress }: CallOptions,
  ): Promise<CallAnswer<Value>> {
    const { timeoutMs } = this.config
    try {
      const answer = await this.calls.during(() =>
        connection.request({ ...request, timeoutMs, signal, ...(onProgress ? { onProgress } : {}) }),
      )
      return !answer.ok && this.life.isStopped ? STOPPED : answer
    } finally {
      this.life.used()
    }
  }

  /** Only while it is called: a question out of nothing could pass for anything. */
  private async elicit(...[params, signal]: Parameters<PeerHost['elicit']>): ReturnType<PeerHost['elicit']> {
    const isOver = this.calls.untilOver()
    return isOver ? this.parts.elicit(this.config.name, params, AbortSignal.any([signal, isOver])) : { action: 'decline' }
  }

  /** What it prints changes neither its tools nor how it stands. */
  private logged(): void {
    this.logRevision += 1
    this.parts.onLog()
  }

  private changed(): void {
    this.revision += 1
    this.parts.onChange()
  }
}
