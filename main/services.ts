import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import type { EnvironmentReport } from '../shared/environment-report'
import type { Notice } from '../shared/extension-state'
import type { Settings } from '../shared/settings'
import { createGrammarSource } from './approval/bash-grammar'
import { readHiddenFiles } from './approval/hidden-files'
import { type Browsers, createBrowsers } from './browser/browsers'
import { type ClineAccount, createClineAccount } from './account/cline-account'
import { VERSION } from './version'
import { searchKeyName } from './web/search-endpoint'
import { WebAccess } from './web/web-access'
import { buildApiHandler, type ModelOverrides, nameModel, overridesFor } from './controller/api-handlers'
import { createBugReports } from './controller/bug-reports'
import { summariseJournal } from './controller/history-item'
import { Notices } from './controller/notices'
import type { ControllerServices } from './controller/services'
import { documentsHooks } from './hooks/hook-files'
import { HookRunner } from './hooks/hook-runner'
import { type McpService, openMcp } from './open-mcp'
import { openStores, type Stores } from './open-stores'
import { proxyVariables, useProxyFromEnvironment } from './network/use-proxy'
import type { SkillBook } from './skills/skill-book'
import { prepareDataDir, type DataPaths } from './storage/data-dir'
import { createHistoryIndex, type HistoryIndex } from './storage/history-index'
import type { Keychain } from './storage/keychain'
import { createSecretMask, type SecretMask } from './storage/mask-secrets'
import type { RuleStore } from './storage/rule-store'
import type { SecretStore } from './storage/secret-store'
import type { StateManager } from './storage/state-manager'
import { createTaskStore, type TaskStore } from './storage/task-store'
import type { AgentFiles } from './subagents/agent-files'
import { offeredSubagents } from './subagents/agent-aliases'
import { openAgents } from './subagents/open-agents'
import type { Programs } from './terminal/programs'
import { createTerminals, type Terminals } from './terminal/terminals'
import { ToolExecutorCoordinator } from './tools/tool-executor-coordinator'
import type { ToolFeature } from './tools/tool-handler'
import { ToolValidator } from './tools/tool-validator'
import type { ProjectTrust } from './trust/project-trust'
import { createEdits } from './workspace/edit-port'
import { createFiles } from './workspace/files'
import { createFormatter } from './workspace/formatter'
import { createSearch } from './workspace/search'

/** What is made once and outlives every task. */
export interface Services {
  readonly paths: DataPaths
  readonly settings: StateManager
  readonly secrets: SecretStore
  readonly mask: SecretMask
  readonly store: TaskStore
  readonly history: HistoryIndex
  readonly rules: RuleStore
  /** What may be used of that which project folders bring. */
  readonly trust: ProjectTrust
  readonly skills: SkillBook
  readonly agents: AgentFiles
  /** The hooks of a folder outside of any task; undefined for those of the person alone. */
  hooksOf(cwd: string | undefined): HookRunner
  /** Ends what runs of them. */
  endPrograms(): Promise<void>
  readonly notices: Notices
  readonly account: ClineAccount
  readonly coordinator: ToolExecutorCoordinator
  readonly controller: ControllerServices
  readonly browsers: Browsers
  readonly mcp: McpService
  /** What commands start from, and where it came from. */
  environmentReport(): Promise<EnvironmentReport>
  /** Of a task that is deleted: what is kept of it outside of its own folder. */
  forgetTask(taskId: string): Promise<void>
  /** Writes what waits to be written. */
  flush(): Promise<void>
}

export interface ServicesOptions {
  readonly dataDir: string
  readonly keychain?: Keychain
  /** A notice is new, or (undefined) one went. */
  readonly onNotice: (notice: Notice | undefined) => void
  /** What the command line says for this run. */
  readonly model?: ModelOverrides
  /** Somebody is there who sees commands and can type into them; and the app may have been started from an icon. */
  readonly hasWindow?: boolean
  /** Of the app, as hooks are told. */
  readonly version?: string
  /** Opens an https address in the person's browser. */
  readonly openExternal?: (url: string) => Promise<void>
  /** Moves a file to the system's trash; false where there is none. */
  readonly trash?: (path: string) => Promise<boolean>
  /** Who is signed in to the Cline account, or which features it has, is another now. */
  readonly onAccount?: () => void
  /** The person's home folder, where their skills are. */
  readonly home?: string
  /** What commands start from; this process's own environment unless given. */
  readonly env?: NodeJS.ProcessEnv
  /** Something about MCP servers, or what they ask, is another. */
  readonly onMcp?: () => void
}

/** Builds the shared services, in the order in which they need each other. */
export async function createServices(options: ServicesOptions): Promise<Services> {
  await useProxyFromEnvironment(process.env)
  const paths = await prepareDataDir(options.dataDir)
  const notices = new Notices(options.onNotice)
  const mask = createSecretMask()
  const stores = await openStores(paths, notices, { mask, keychain: options.keychain, home: options.home ?? homedir() })
  const { settings, secrets, rules, trust, skills } = stores
  const store = createTaskStore(options.dataDir)
  const history = openHistory(options.dataDir, store)
  const coordinator = new ToolExecutorCoordinator(new ToolValidator())
  const terminals = await openTerminals(paths, options)
  const browsers = await openBrowsers(paths, options, { settings, mask, notices })
  const folder = await realpath(options.dataDir)
  const agents = await openAgents({ dataDir: options.dataDir, homeDir: options.home ?? homedir(), notices })
  const mcp = mcpOf(options, { paths, notices, mask, secrets, terminals })
  const account = openAccount(options, stores, { paths, mask })
  await account.auth.restoreRefreshTokenAndRetrieveAuthInfo()
  const parts = { ...stores, account, notices, mask, store, history, coordinator, terminals, browsers, agents, mcp, paths, folder }
  const controller = controllerServices(options, parts)
  const programs = terminals.openPrograms()
  const flush = async () => {
    await Promise.all([stores.flush(), history.flush()])
  }
  const environmentReport = () => terminals.environmentReport()
  const forgetTask = (taskId: string) => {
    rules.forgetTask(taskId)
    return terminals.forgetTask(taskId)
  }
  return {
    paths,
    settings,
    secrets,
    mask,
    store,
    history,
    rules,
    trust,
    skills,
    agents,
    hooksOf: (cwd) => createHooks(options, parts, cwd ?? folder, programs),
    endPrograms: () => programs.endAll(),
    notices,
    account,
    coordinator,
    controller,
    browsers,
    mcp,
    environmentReport,
    forgetTask,
    flush,
  }
}

interface Parts extends Stores {
  readonly account: ClineAccount
  readonly notices: Notices
  readonly mask: SecretMask
  readonly store: TaskStore
  readonly history: HistoryIndex
  readonly coordinator: ToolExecutorCoordinator
  readonly terminals: Terminals
  readonly browsers: Browsers
  readonly paths: DataPaths
  readonly mcp: McpService
  readonly agents: AgentFiles
  /** Real path of the data folder. */
  readonly folder: string
}

/** What every Controller works with. */
function controllerServices(options: ServicesOptions, parts: Parts): ControllerServices {
  const { settings, secrets, rules, skills, notices, mask, terminals, browsers, agents, folder, mcp, account } = parts
  const web = openWeb(parts)
  const demoFolder = join(folder, 'demo') + sep
  const subagents = offeredSubagents(agents, () => settings.getSettings())
  const sources = { settings, secrets, mask, overrides: options.model, isDemoFolder: (cwd: string) => cwd.startsWith(demoFolder), account }
  return {
    store: parts.store,
    coordinator: parts.coordinator,
    edits: createEdits(),
    mcp,
    platform: process.platform,
    shell: terminals.shell,
    homeDir: homedir(),
    settings: () => settings.getSettings(),
    createHandler: buildApiHandler(sources),
    nameModel: (mode, cwd) => nameModel(sources, mode, cwd),
    createFiles: (cwd) => createFiles(cwd, () => readHiddenFiles(cwd)),
    createSearch: (cwd) => createSearch(cwd, () => readHiddenFiles(cwd)),
    createFormatter: (cwd) => createFormatter(() => settings.getSettings().formatOnSave, { cwd, variables: () => terminals.variables() }),
    createTerminal: (taskId, onData, onJobs) => terminals.forTask(taskId, onData, onJobs),
    createBrowser: (taskFolder) => browsers.forTask(taskFolder),
    features: (cwd, providerId) =>
      new Set([
        ...featuresOf(options, settings.getSettings()),
        ...mcp.features(),
        ...subagents.features(),
        ...web.features(providerId),
        ...skills.features(cwd),
      ]),
    createSkills: (cwd) => ({ list: () => skills.refresh(cwd), known: () => skills.known(cwd) }),
    web,
    createHooks: (cwd, programs) => createHooks(options, parts, cwd, programs),
    aliases: () => [...mcp.aliases(), ...subagents.aliases()],
    agents: () => agents.list(),
    createReports: (cwd, mode) => createBugReports(options, { ...parts, model: () => nameModel(sources, mode(), cwd) }),
    mask: (text) => mask.maskSecrets(text),
    gate: { ...gateFacts(options, terminals), rules, ownData: ownDataIn(folder) },
    upsertHistory: (item) => parts.history.upsert(item),
    trash: options.trash ?? (() => Promise.resolve(false)),
    notice: (notice) => notices.add(notice),
    withdrawNotice: (id) => notices.withdraw(id),
  }
}

function featuresOf({ hasWindow }: ServicesOptions, { browserSettings }: Settings): readonly ToolFeature[] {
  return [...(hasWindow ? (['window'] as const) : []), ...(browserSettings.disableToolUse ? [] : (['browser'] as const))]
}
const createHooks = (
  { version = VERSION, home = homedir() }: ServicesOptions,
  { paths, settings, trust, terminals, mask }: Parts,
  cwd: string,
  programs: Programs,
): HookRunner =>
  new HookRunner({
    cwd,
    programs,
    trust,
    version,
    places: { global: paths.hooks, documents: documentsHooks(home), copies: `${paths.state}/hooks` },
    choice: () => settings.getSettings(),
    variables: () => terminals.variables(),
    platform: process.platform,
    mask: (text) => mask.maskSecrets(text),
  })

function mcpOf(
  options: ServicesOptions,
  parts: Pick<Parts, 'notices' | 'mask' | 'secrets' | 'terminals'> & { readonly paths: DataPaths },
): McpService {
  const { paths, notices, mask, secrets, terminals } = parts
  return openMcp({
    paths,
    secrets,
    env: options.env ?? process.env,
    homeDir: homedir(),
    attended: options.hasWindow ?? false,
    variables: () => terminals.variables(),
    settingsVariables: () => terminals.settingsVariables(),
    learn: (secret) => mask.learn(secret),
    onChange: () => options.onMcp?.(),
    openBrowser: options.openExternal ?? (() => Promise.reject(new Error('There is no browser here to sign in with.'))),
    notices,
  })
}

const gateFacts = ({ env = process.env }: ServicesOptions, terminals: Terminals) => ({
  env,
  variables: () => terminals.variables(),
  grammar: createGrammarSource(),
})

/** The demo project and what people attached lie there for tools to work on. `folder` is a real path. */
const ownDataIn = (folder: string) => ({ folder, open: [join(folder, 'demo'), join(folder, 'attachments')] })

function openAccount(options: ServicesOptions, { secrets }: Stores, made: Pick<Services, 'paths' | 'mask'>): ClineAccount {
  const { env = process.env, model = {}, hasWindow = false, onAccount = () => undefined } = options
  return createClineAccount({
    variables: env,
    secrets,
    mask: made.mask,
    folder: join(made.paths.state, 'account'),
    client: { version: VERSION, type: hasWindow ? 'desktop' : 'cli' },
    overrides: () => overridesFor('cline', model),
    changed: onAccount,
  })
}

const openWeb = ({ account, settings, secrets, mask }: Parts): WebAccess =>
  new WebAccess({
    managed: account,
    settings: () => settings.getSettings(),
    searchKey: (origin) => secrets.get(searchKeyName(origin)),
    holdsSecret: (text) => mask.maskSecrets(text) !== text,
    mask: (text) => mask.maskSecrets(text),
    local: { proxy: proxyVariables(process.env) },
  })

const openTerminals = (paths: DataPaths, { env = process.env, hasWindow = false }: ServicesOptions): Promise<Terminals> =>
  createTerminals({
    logs: paths.logs,
    ledger: `${paths.state}/processes`,
    env,
    platform: process.platform,
    asksLoginShell: hasWindow,
    attended: hasWindow,
  })

const openBrowsers = (
  paths: DataPaths,
  { env = process.env }: ServicesOptions,
  { settings, mask, notices }: Pick<Parts, 'settings' | 'mask' | 'notices'>,
): Promise<Browsers> =>
  createBrowsers({
    state: join(paths.state, 'browsers'),
    settings: () => settings.getSettings().browserSettings,
    platform: process.platform,
    env,
    holdsSecret: (text) => mask.maskSecrets(text) !== text,
    onProblem: (text) => notices.add({ id: 'browser', level: 'warning', code: 'browser', text }),
  })

const openHistory = (dataDir: string, store: TaskStore): HistoryIndex =>
  createHistoryIndex(dataDir, store, (taskId, records, damage) =>
    summariseJournal(
      taskId,
      records.map((entry) => entry.record),
      damage.skippedRecords,
    ),
  )
