import type { McpDetails, McpElicitation, McpServer } from '../../shared/mcp'
import type { ProxyVariables } from '../network/use-proxy'
import { McpApprovals } from './approvals'
import type { McpResult } from './tools/call-result'
import { ChangeTeller } from './change-teller'
import { misfit } from './tools/check-value'
import { type CallAnswer, type ConnectionTiming, messageOf } from './connection/connection'
import { EntryEdits, listWith } from './settings/entry-edits'
import { Elicitations, type FormAnswer } from './elicitations'
import type { InspectedTool } from './tools/inspect-tool'
import { type CallOptions, ManagedServer } from './managed-server'
import type { ProcessPorts } from './transport/process-transport'
import { isName, isUsable, readServerObject, shownHash } from './settings/server-config'
import type { ServerParts, SignInsPort } from './server-life'
import { ServerSet } from './server-set'
import { type McpSettingsFile, mcpSettingsFile } from './settings/settings-file'
import { ToolCache } from './tools/tool-cache'
import { byNativeName } from './tools/tool-names'

export interface HubOptions {
  /** The person's file of servers. */
  readonly settings: string
  /** What they agreed to, and what servers had last: files of ours. */
  readonly approvals: string
  readonly cache: string
  readonly processes: ProcessPorts
  /** For `${env:NAME}` in the settings file. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Connections go through a proxy, where one is named for them. */
  readonly proxy?: ProxyVariables | undefined
  /** Somebody is there who can fill in a form. */
  readonly attended: boolean
  readonly signIn: SignInsPort
  /** Servers of this run alone, as the command line gives them. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Something about a server, or what it asks, is another. A few times a second at most. */
  readonly onChange: () => void
  /** Hears each secret of a configuration, so that no text shows it. */
  readonly learn: (secret: string) => void
  /** The settings file cannot be used, or (undefined) it can again. */
  readonly onProblem: (text: string | undefined) => void
  /** What they agreed to cannot be read. */
  readonly onLostApprovals: (text: string) => void
  readonly timing?: Partial<ConnectionTiming>
  /** A server that nobody used for so long is ended until it is wanted again. */
  readonly idleMs?: number
}

/** A tool as a task is given it. */
export interface OfferedTool {
  /** Short and safe: what the model calls it. */
  readonly nativeName: string
  readonly server: string
  readonly tool: InspectedTool
  /** The person lets exactly this tool run without a question. */
  readonly autoApproved: boolean
}

const TOLD_MS = 100
/** What a server prints is told of less often: it may print without end. */
const LOG_TOLD_MS = 1_000
const IDLE_MS = 30 * 60_000
/** While no project is open. */
const LEFT_IDLE_MS = 5 * 60_000
const LOOK_FOR_IDLE_MS = 60_000

/** The servers of all sessions: each once, started when wanted, ended with the app. */
export class McpHub {
  private readonly options: HubOptions
  private readonly file: McpSettingsFile
  private readonly edits: EntryEdits
  private readonly approvals: McpApprovals
  private readonly cache: ToolCache
  private readonly elicitations: Elicitations
  private readonly servers: ServerSet
  private roots: readonly string[] = []
  private stopWatching: (() => void) | undefined
  private lookingForIdle: NodeJS.Timeout | undefined
  private readonly teller: ChangeTeller
  /** Asked for at each piece of a call that streams. */
  private known: readonly OfferedTool[] | undefined
  private isOver = false
  /** What the file said last, and what was wrong with that. */
  private taken: { readonly text: string; readonly problem: string | undefined } | undefined
  /** The file could be read at least once. */
  private hasRead = false

  constructor(options: HubOptions) {
    this.options = options
    this.file = mcpSettingsFile(options.settings)
    this.edits = new EntryEdits(this.file, () => this.refresh())
    this.approvals = new McpApprovals(options.approvals, (text) => options.onLostApprovals(text))
    this.cache = new ToolCache(options.cache)
    this.teller = new ChangeTeller(options.onChange)
    this.elicitations = new Elicitations(options.attended, () => this.changed())
    this.servers = new ServerSet({
      given: options.given ?? {},
      make: (config, isGiven) => new ManagedServer(config, this.parts(), isGiven),
      onKept: (name, error) => options.onProblem(`The sign-in to ${name} could not be forgotten: ${messageOf(error)}`),
    })
  }

  /** Reads what there is. Starts no server. */
  async load(): Promise<void> {
    // The first check of all takes long, and must not pass for one without an end.
    misfit({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { a: 1 })
    await Promise.all([this.approvals.load(), this.cache.load()])
    await this.refresh()
    if (this.isOver) return
    const { idleMs = IDLE_MS } = this.options
    this.lookingForIdle = setInterval(() => this.endIdle(idleMs), Math.min(idleMs, LOOK_FOR_IDLE_MS)).unref()
    this.stopWatching = this.file.watch(
      (text) => this.take(text),
      (error) => this.options.onProblem(error instanceof Error ? error.message : String(error)),
    )
  }

  get path(): string {
    return this.file.path
  }

  /** Starts every server that may and does not run. Returns at once: nobody waits for a server. */
  wake(): void {
    for (const server of this.servers.all()) server.life.wake()
  }

  /** The tools that a task may be given now, always in the same order. */
  offered(): readonly OfferedTool[] {
    this.known ??= this.offer()
    return this.known
  }

  private offer(): readonly OfferedTool[] {
    const all = this.servers
      .all()
      .flatMap((server) =>
        server
          .offered()
          .map((tool) => ({ server: server.config.name, tool: tool.name, inspected: tool, autoApproved: server.letsRun(tool) })),
      )
    return [...byNativeName(all)]
      .map(([nativeName, { server, inspected, autoApproved }]) => ({ nativeName, server, tool: inspected, autoApproved }))
      .sort((a, b) => (a.nativeName < b.nativeName ? -1 : 1))
  }

  /** Rejects only when the signal says so. */
  async callTool(
    server: string,
    tool: Pick<InspectedTool, 'name' | 'hash'>,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CallAnswer<McpResult>> {
    return (await this.servers.get(server)?.callTool(tool, args, options)) ?? this.unknown(server)
  }

  async readResource(server: string, uri: string, options: CallOptions): Promise<CallAnswer<McpResult>> {
    return (await this.servers.get(server)?.readResource(uri, options)) ?? this.unknown(server)
  }

  async getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<CallAnswer<string>> {
    return (await this.servers.get(server)?.getPrompt(prompt, args, options)) ?? this.unknown(server)
  }

  /** Resolves when a server that starts is there, or will not be. Rejects with the signal. */
  async settled(server: string, signal: AbortSignal): Promise<void> {
    await this.servers.get(server)?.life.settled(signal)
  }

  /** Resolves when every server that never ran before in its configuration has its tools or failed, and at the latest after this time. */
  async firstTools(mostMs: number): Promise<void> {
    const limit = AbortSignal.timeout(mostMs)
    const starting = this.servers.all().filter((server) => server.life.isNew())
    await Promise.all(starting.map((server) => server.life.settled(limit).catch(ignoreLimit)))
  }

  resources(server: string): McpDetails['resources'] {
    return this.servers.get(server)?.resources() ?? []
  }

  takeNotifications(server: string): readonly string[] {
    return this.servers.get(server)?.takeNotifications() ?? []
  }

  /** The folders of the projects that are open: all that a server is told of the machine. */
  setRoots(roots: readonly string[]): void {
    const next = [...new Set(roots)].sort()
    if (next.join('\0') === this.roots.join('\0')) return
    this.roots = next
    for (const server of this.servers.all()) server.life.rootsChanged()
  }

  list(): McpServer[] {
    const unusable = this.servers.unusable().map(({ name, problem }) => ({ ...nothingKnown, name, problem }))
    return [...this.servers.all().map((server) => server.view()), ...unusable].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  details(name: string): McpDetails | undefined {
    return this.servers.get(name)?.details()
  }

  /** The end of what a server printed. Undefined when there is no such server. */
  log(name: string): string | undefined {
    return this.servers.get(name)?.logEnd()
  }

  forms(): readonly McpElicitation[] {
    return this.elicitations.list()
  }

  answerForm(id: string, answer: FormAnswer): { readonly accepted: boolean; readonly problem?: string } {
    return this.elicitations.answer(id, answer)
  }

  /** The person saw this launch and agrees. False when it is another one by now. */
  async approve(name: string, launchId: string, allowPrivate: boolean): Promise<boolean> {
    const server = this.servers.get(name)
    if (!server || shownHash(server.config) !== launchId) return false
    await this.approvals.approve(server.config, allowPrivate)
    if (this.servers.get(name) !== server) return false
    server.life.configure(server.config)
    server.life.wake()
    return true
  }

  /** Adds an entry as the person wrote it. Throws an Error for people when that cannot be. Adding is not approving. */
  async add(name: string, entry: Readonly<Record<string, unknown>>): Promise<void> {
    if (!isName(name)) throw new Error('Give the server a name of at most 100 characters.')
    if (this.list().some((server) => server.name === name)) throw new Error(`There is already a server named "${name}".`)
    const [read] = readServerObject({ [name]: entry })
    if (!read || !isUsable(read)) throw new Error(read?.problem ?? 'The entry cannot be used.')
    await this.edits.add(name, entry)
  }

  async remove(name: string): Promise<void> {
    const server = this.servers.get(name)
    await this.edits.remove(name)
    await Promise.all([this.approvals.forget(name), server?.life.forgetSignIn()])
  }

  async setDisabled(name: string, disabled: boolean): Promise<void> {
    await this.edits.change(name, () => ({ disabled: disabled || undefined }))
    if (!disabled) this.servers.get(name)?.life.wake()
  }

  async setTimeout(name: string, seconds: number): Promise<void> {
    await this.edits.change(name, () => ({ timeout: seconds }))
  }

  async setToolEnabled(name: string, tool: string, enabled: boolean): Promise<void> {
    await this.edits.change(name, ({ disabledTools }) => ({ disabledTools: listWith(disabledTools, tool, !enabled) }))
  }

  /** Holds for the tool as it is now: when its description or schema changes, it asks again. `shown`: the hash of the tool that the person saw. */
  async setAutoApprove(name: string, tool: string, autoApprove: boolean, shown?: string): Promise<void> {
    if (autoApprove) await this.approvals.letRun(name, this.toolAsShown(name, tool, shown))
    else await this.approvals.letRunNoMore(name, tool)
    // The other name of the same list: both are read as one.
    await this.edits.change(name, (entry) => ({ autoApprove: listWith(entry.autoApprove, tool, autoApprove), alwaysAllow: undefined }))
    // The file may say the same as before.
    const server = this.servers.get(name)
    server?.life.configure(server.config)
  }

  async restart(name: string): Promise<void> {
    await this.servers.get(name)?.life.restart()
  }

  async stop(name: string): Promise<void> {
    await this.servers.get(name)?.life.stop()
  }

  /** Resolves once the person has signed in; rejects with an Error for people. */
  async signIn(name: string): Promise<void> {
    await this.servers.get(name)?.life.signIn()
  }

  async signOut(name: string): Promise<void> {
    await this.servers.get(name)?.life.signOut()
  }

  /** Resolves when no process of any server is left. */
  async dispose(): Promise<void> {
    this.isOver = true
    this.stopWatching?.()
    clearInterval(this.lookingForIdle)
    this.teller.stop()
    this.options.signIn.close()
    await this.servers.end()
    await this.cache.flush()
  }

  private endIdle(idleMs: number): void {
    const longest = this.roots.length === 0 ? Math.min(idleMs, LEFT_IDLE_MS) : idleMs
    for (const server of this.servers.all()) server.endIfIdle(longest)
  }

  private async refresh(): Promise<void> {
    this.take(await this.file.read())
  }

  /** What is wrong in the file leaves everything as it was. */
  private take(text: string): void {
    if (this.isOver) return
    const isNew = text !== this.taken?.text
    if (isNew) this.taken = { text, problem: this.servers.take(text) }
    const problem = this.taken?.problem
    if (problem !== undefined) {
      const stand = this.hasRead ? 'stay as they were' : 'are not used'
      return this.options.onProblem(`Your MCP servers in ${this.file.path} ${stand}, because ${problem}: mend it there.`)
    }
    this.hasRead = true
    this.options.onProblem(undefined)
    if (isNew) this.changed()
  }

  private parts(): ServerParts {
    const { env, proxy, processes, signIn, timing } = this.options
    return {
      env,
      proxy,
      processes,
      signIn,
      approvals: this.approvals,
      cache: this.cache,
      elicit: (server, params, signal) => this.elicitations.ask(server, params, signal),
      roots: () => this.roots,
      learn: (secret) => this.options.learn(secret),
      onChange: () => this.changed(),
      onLog: () => this.teller.within(LOG_TOLD_MS),
      ...(timing ? { timing } : {}),
    }
  }

  /** Throws where it is not there, or not as it was shown. */
  private toolAsShown(name: string, tool: string, shown: string | undefined): InspectedTool {
    const known = this.servers.get(name)?.tool(tool)
    if (!known) throw new Error(`"${name}" has no tool "${tool}" now.`)
    if (shown !== undefined && known.hash !== shown)
      throw new Error(`"${tool}" of "${name}" has changed since it was shown: look at it anew.`)
    return known
  }

  private changed(): void {
    this.known = undefined
    this.teller.within(TOLD_MS)
  }

  private unknown(server: string): { readonly ok: false; readonly message: string } {
    const names = this.servers
      .all()
      .map(({ config }) => config.name)
      .join(', ')
    return { ok: false, message: `there is no MCP server named "${server}"; there are: ${names || 'none'}` }
  }
}

/** Whoever is not there by then joins later. */
function ignoreLimit(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}

const nothingKnown = {
  status: 'broken' as const,
  changedValues: [],
  needsPrivateConsent: false,
  timeout: 60,
  tools: 0,
  brokenTools: 0,
  signedIn: false,
  revision: 0,
  logRevision: 0,
}
