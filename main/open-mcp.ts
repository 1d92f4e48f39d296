import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { McpElicitation, McpServer } from '../shared/mcp'
import { ClineDefaultTool } from '../shared/tools'
import type { McpAccess } from './controller/services'
import { fittingTools } from './mcp/tools/fitting-tools'
import type { McpHub, OfferedTool } from './mcp/mcp-hub'
import type { ProcessPorts } from './mcp/transport/process-transport'
import { type NoticeBoard, ServerNotices } from './mcp/server-notices'
import { SignInStore } from './mcp/sign-in/sign-in-store'
import { proxyVariables } from './network/use-proxy'
import type { DataPaths } from './storage/data-dir'
import { aloneWith } from './storage/file-lock'
import type { SecretStore } from './storage/secret-store'
import { isMissing, systemCode } from './storage/storage-error'
import { createLedger } from './terminal/process-ledger'
import type { McpPort } from './tools/mcp-port'
import type { ToolAlias, ToolFeature } from './tools/tool-handler'

/** The hub of MCP servers for the app. It and its library are loaded when somebody wants them: most starts need neither. */
export interface McpService extends McpAccess {
  /** Loads it, if that has not happened yet. */
  hub(): Promise<McpHub>
  list(): McpServer[]
  forms(): readonly McpElicitation[]
  /** Tools of servers under names of their own, as far as they have room in a request. */
  aliases(): readonly ToolAlias[]
  /** What tools have to work with of it. */
  features(): readonly ToolFeature[]
  /** Servers of this run alone, given by the person: before the hub is loaded. */
  give(servers: Readonly<Record<string, unknown>>): void
  /** Resolves when no process of any server is left. */
  dispose(): Promise<void>
}

export interface McpServiceOptions {
  readonly paths: DataPaths
  readonly env: NodeJS.ProcessEnv
  readonly homeDir: string
  readonly attended: boolean
  readonly secrets: SecretStore
  readonly variables: ProcessPorts['variables']
  /** What `${env:NAME}` in the settings file may name: those of the person's login shell too, which takes its time. */
  readonly settingsVariables: () => Promise<Readonly<Record<string, string | undefined>>>
  readonly learn: (secret: string) => void
  readonly onChange: () => void
  /** Opens an address in the person's browser. Rejects where there is none. */
  readonly openBrowser: (url: string) => Promise<void>
  readonly notices: NoticeBoard
}

/** So long a task waits for the hub before it begins without its tools, in ms. */
const MOST_WAIT_MS = 2_000
/** Without a window a run is often one turn long: so long it waits for a server that it has never seen, in ms. */
const FIRST_RUN_MS = 3_000

export function openMcp(options: McpServiceOptions): McpService {
  let given: Readonly<Record<string, unknown>> = {}
  let loading: Promise<McpHub> | undefined
  let hub: McpHub | undefined
  let isOver = false
  const folders: string[] = []
  const serverNotices = new ServerNotices(options.notices)
  // Only of servers that a task wanted.
  let isWoken = false
  const changed = (): void => {
    if (isWoken) serverNotices.tell(hub?.list() ?? [])
    options.onChange()
  }
  const load = async (): Promise<McpHub> => {
    hub = await createHub({ ...options, onChange: changed }, given)
    hub.setRoots(folders)
    options.onChange()
    return hub
  }
  /** What stood in the way may be gone the next time. */
  const again = (error: unknown): never => {
    loading = undefined
    throw error
  }
  const isWanted = async (): Promise<boolean> => Object.keys(given).length > 0 || (await isThere(options.paths.mcpSettings))
  const wake = async (): Promise<void> => {
    if (!(await isWanted()) || isOver) return
    const opened = await service.hub()
    opened.setRoots(folders)
    opened.wake()
    isWoken = true
    changed()
    if (!options.attended) await opened.firstTools(FIRST_RUN_MS)
  }
  const offers = offersOf(() => hub?.offered() ?? [])
  const service: McpService = {
    settingsPath: options.paths.mcpSettings,
    hub: () => (loading ??= load().catch(again)),
    aliases: () => offers().aliases,
    features: () => [...((hub?.list().length ?? 0) > 0 ? (['mcp'] as const) : []), ...(offers().hasMore ? (['mcpTools'] as const) : [])],
    give: (servers) => {
      given = servers
    },
    enter: async (cwd) => {
      folders.push(cwd)
      const awake = toldOf(wake(), tellOf(options.notices, 'start'))
      await (options.attended ? Promise.race([awake, sleep(MOST_WAIT_MS, undefined, { ref: false })]) : awake)
      return () => {
        folders.splice(folders.indexOf(cwd), 1)
        hub?.setRoots(folders)
      }
    },
    ...accessTo(() => hub),
    dispose: async () => {
      isOver = true
      const opened = await loading?.catch(() => undefined)
      await opened?.dispose()
    },
  }
  return service
}

/** What can be asked of the hub at any time: before it is loaded there is nothing. */
const accessTo = (hub: () => McpHub | undefined): Omit<McpPort, 'settingsPath'> & Pick<McpService, 'list' | 'forms'> => ({
  list: () => hub()?.list() ?? [],
  forms: () => hub()?.forms() ?? [],
  tools: () => hub()?.offered() ?? [],
  servers: () => (hub()?.list() ?? []).map(({ name, status }) => ({ name, status, resources: hub()?.resources(name) ?? [] })),
  settled: async (server, signal) => hub()?.settled(server, signal),
  callTool: async ({ server, tool }, args, call) => (await hub()?.callTool(server, tool, args, call)) ?? notLoaded,
  readResource: async (server, uri, call) => (await hub()?.readResource(server, uri, call)) ?? notLoaded,
  takeNotifications: (server) => hub()?.takeNotifications(server) ?? [],
})

const notLoaded = { ok: false, message: 'it is not known here' } as const

async function createHub(options: McpServiceOptions, given: Readonly<Record<string, unknown>>): Promise<McpHub> {
  const [{ McpHub: Hub }, { SignIns }] = await Promise.all([import('./mcp/mcp-hub'), import('./mcp/sign-in/sign-ins')])
  const { paths, attended, learn, onChange, notices, homeDir, variables } = options
  const [ledger, env] = await Promise.all([
    createLedger(`${paths.state}/processes`, process.platform, tellOf(notices, 'processes')),
    options.settingsVariables(),
  ])
  const hub = new Hub({
    settings: paths.mcpSettings,
    approvals: `${paths.state}/mcpApprovals.json`,
    cache: `${paths.state}/mcpTools.json`,
    processes: { platform: process.platform, ledger, homeDir, variables },
    env,
    proxy: proxyVariables(options.env),
    attended,
    signIn: new SignIns({
      store: new SignInStore(options.secrets, learn, aloneWith(`${paths.state}/mcpSignIns.lock`)),
      openBrowser: options.openBrowser,
    }),
    given,
    learn,
    onChange,
    onProblem: tellOf(notices, 'settings'),
    onLostApprovals: tellOf(notices, 'approvals'),
  })
  await hub.load()
  return hub
}

/** Tells what is wrong with one thing, or (undefined) that nothing is any more. Names of servers are no such ids. */
const tellOf =
  (notices: NoticeBoard, about: 'start' | 'processes' | 'settings' | 'approvals') =>
  (text: string | undefined): void => {
    const id = `mcp.${about}`
    if (text === undefined) notices.withdraw(id)
    else notices.add({ id, level: 'warning', code: 'mcp_settings', text })
  }

const toldOf = (work: Promise<void>, tell: (problem: string | undefined) => void): Promise<void> =>
  work.then(
    () => tell(undefined),
    (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
  )

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    // What stands in the way is told by whoever reads it.
    return !isMissing(error)
  }
}

/** Made anew only when the tools are others, so that the request's bytes stay the same. */
function offersOf(offered: () => readonly OfferedTool[]): () => { readonly aliases: readonly ToolAlias[]; readonly hasMore: boolean } {
  let from: readonly OfferedTool[] | undefined
  let made: { readonly aliases: readonly ToolAlias[]; readonly hasMore: boolean } = { aliases: [], hasMore: false }
  return () => {
    const now = offered()
    if (now !== from) {
      const fitting = fittingTools(now)
      made = { aliases: fitting.map(aliasOf), hasMore: fitting.length < now.length }
      from = now
    }
    return made
  }
}

const aliasOf = ({ nativeName, server, tool }: OfferedTool): ToolAlias => ({
  name: nativeName,
  description: `${server}: ${tool.description}`,
  inputSchema: tool.inputSchema,
  tool: ClineDefaultTool.MCP_USE,
  toInput: (input) => ({ server_name: server, tool_name: tool.name, arguments: input }),
})
