import type { HistoryItem, Notice } from '../../shared/extension-state'
import type { Mode, Settings } from '../../shared/settings'
import type { HookRunner } from '../hooks/hook-runner'
import type { TaskStore } from '../storage/task-store'
import type { ApiHandler } from '../providers/provider'
import type { HandlesPort, McpPort } from '../tools/mcp-port'
import type { BrowserPort } from '../tools/browser-port'
import type { EditsPort, FilesPort, FormatterPort, JobsPort, SearchPort, TerminalPort } from '../tools/task-config'
import type { ReportsPort } from '../tools/reports-port'
import type { AgentProfile } from '../tools/subagents-port'
import type { WebPort } from '../tools/web-port'
import type { WebTask } from '../web/web-access'
import type { GateFacts } from '../task/gate'
import type { Programs } from '../terminal/programs'
import type { ToolExecutorCoordinator } from '../tools/tool-executor-coordinator'
import type { SkillsPort } from '../tools/skills-port'
import type { ToolAlias, ToolFeature } from '../tools/tool-handler'

/** A screen as it can be drawn from its beginning. */
export interface ScreenReplay {
  readonly data: string
  readonly offset: number
  readonly cols: number
  readonly rows: number
}

/** The commands of one task. */
export interface TaskTerminal extends TerminalPort, JobsPort, HandlesPort {
  screen(terminalId: string): ScreenReplay | undefined
  /** Types into a command that still runs, in order. False when it does not. */
  input(terminalId: string, data: string): Promise<boolean>
  /** Those that were let go on, with what they printed since the last time. */
  background(of?: (terminalId: string) => boolean): readonly { readonly command: string; readonly output: string }[]
  /** Where its scripts run. */
  readonly programs: Programs
  /** Ends every process that the task started. */
  endAll(): Promise<void>
}

/** The browser of one task. Ending it never rejects. */
export interface TaskBrowser extends BrowserPort {
  /** A picture of one of its rows, as a data URL; undefined when it is kept no longer. */
  picture(name: string): Promise<string | undefined>
}

/** The MCP servers, and who works with them. */
export interface McpAccess extends McpPort {
  /**
   * A task works in this folder: its servers are started, and nobody waits for them. Resolves once it is known which there are; what it
   * gives says that the task is over.
   */
  enter(cwd: string): Promise<() => void>
}

/** What outlives a task: made once in app.ts, handed to every Controller. */
export interface ControllerServices {
  readonly store: TaskStore
  readonly coordinator: ToolExecutorCoordinator
  readonly edits: EditsPort
  readonly mcp: McpAccess
  readonly platform: NodeJS.Platform
  readonly shell: string
  readonly homeDir: string
  settings(): Settings
  /** The model that answers in this folder now, or `modelId` of its provider. Rejects with a ProviderError that says what is missing. */
  createHandler(mode: Mode, cwd: string, modelId?: string): Promise<ApiHandler>
  /** Its name, for the window. Undefined while none is set up. */
  nameModel(mode: Mode, cwd: string): { readonly providerId: string; readonly modelId: string } | undefined
  createFiles(cwd: string): FilesPort
  createSearch(cwd: string): SearchPort
  createFormatter(cwd: string): FormatterPort
  createSkills(cwd: string): SkillsPort
  /** The hooks of this folder, run in these programs. */
  createHooks(cwd: string, programs: Programs): HookRunner
  /** `onJobs` hears a few times a second at most that the list of jobs is another. */
  createTerminal(taskId: string, onData: (terminalId: string, offset: number, data: string) => void, onJobs: () => void): TaskTerminal
  /** `folder` is the task's own. */
  createBrowser(folder: string): TaskBrowser
  /** Takes known keys out of a text that will be shown or written down. */
  mask(text: string): string
  readonly gate: GateFacts
  /** The web, as a task reaches it. */
  readonly web: { forTask(task: WebTask): WebPort }
  /** What tools have to work with in this folder now, with a model of this provider. */
  features(cwd: string, providerId: string): ReadonlySet<ToolFeature>
  /** Reports of problems with the app, from a task in this folder. */
  createReports(cwd: string, mode: () => Mode): ReportsPort
  /** Those that the person has described in files. */
  agents(): readonly AgentProfile[]
  /** Further names under which tools are offered in this folder now, in a fixed order. */
  aliases(cwd: string): readonly ToolAlias[]
  upsertHistory(item: HistoryItem): void
  /** Moves a file to the system's trash; false where there is none. */
  trash(path: string): Promise<boolean>
  notice(notice: Notice): void
  withdrawNotice(id: string): void
}
