import type { QueuedMessage, Usage } from '../../shared/extension-state'
import type { ClineApiReqInfo, ClineMessage } from '../../shared/messages'
import type { Mode, Settings } from '../../shared/settings'
import type { SubagentKey } from '../../shared/subagents'
import type { TaskState } from '../../shared/task-state'
import type { TaintFact } from '../approval/taint'
import type { PromptFacts } from '../prompts/build'
import type { HookRunner } from '../hooks/hook-runner'
import type { ApiHandler } from '../providers/provider'
import type { ExplainPort } from '../tools/explain-port'
import type { SubagentsPort } from '../tools/subagents-port'
import type { NewAsk, ToolServices } from '../tools/task-config'
import type { WebPort } from '../tools/web-port'
import type { WebTask } from '../web/web-access'
import type { ToolExecutorCoordinator } from '../tools/tool-executor-coordinator'
import type { ToolAlias, ToolFeature } from '../tools/tool-handler'
import type { ChangeRecord, UndoRecord } from '../changes/change-history'
import type { ChangeNews, TaskChanges } from '../changes/task-changes'
import type { OpenedAsk } from './ask-desk'
import type { GateFacts } from './gate'
import type { TaskJournal } from './journal-records'
import type { MessageState, RowOp } from './message-state'
import type { FetchedAddresses } from './fetched-addresses'
import type { Taint } from './taint'

/** What happens in a task, for whoever shows or serves it. */
export type TaskNews =
  | { readonly type: 'row'; readonly op: RowOp }
  | { readonly type: 'state'; readonly state: TaskState }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'queue'; readonly messages: readonly QueuedMessage[] }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** The list of what the task changed on the disk is another. */
  | { readonly type: 'changes' }
  /** The log of a subagent is another. */
  | { readonly type: 'subagent'; readonly key: SubagentKey; readonly seq: number; readonly op: RowOp }
  /** The person agreed to go on in a new task, which begins with this. */
  | { readonly type: 'new_task'; readonly context: string; readonly taint: readonly TaintFact[] }
  /** An ask is open and waits. */
  | { readonly type: 'ask'; readonly ts: number }

/** What the subagents of a task get of it. */
export interface SubagentHost {
  readonly params: TaskParams
  readonly rows: MessageState
  readonly changes: TaskChanges
  readonly mode: () => Mode
  /** Aborted by Cancel. */
  readonly signal: () => AbortSignal
  /** Puts a question into the chat of the task. One at a time. Taken back when `signal` aborts; what waits then rejects. */
  readonly ask: (row: NewAsk, signal: AbortSignal) => OpenedAsk
  /** A request of one of them was paid for. */
  readonly used: (request: ClineApiReqInfo) => void
}

export interface SubagentLog {
  readonly rows: readonly ClineMessage[]
  /** Of the last change that is in them, counted from 1. */
  readonly seq: number
}

/** The subagents of one task. */
export interface Subagents extends SubagentsPort {
  /** Ends one of them and nothing else. False when it does not run. */
  stop(key: SubagentKey): boolean
  /** Ends the hooks that run at the row `ts` of the log of one of them. False when none do. */
  stopHook(key: SubagentKey, ts: number): boolean
  /** Ends the wait of one of them before it asks its model again. */
  retryNow(key: SubagentKey): void
  /** Its log as it stands; undefined when there is none. */
  log(key: SubagentKey): Promise<SubagentLog | undefined>
  /** Lets a running command of one of them go on in the background. False when none of them waits for it. */
  detach(terminalId: string): boolean
}

/** Everything a task needs, given once by its Controller. It makes no cross-cutting service by itself. */
export interface TaskParams {
  readonly taskId: string
  /** Real path of the project folder. */
  readonly cwd: string
  readonly mode: Mode
  readonly journal: TaskJournal
  readonly coordinator: ToolExecutorCoordinator
  /** The person's own scripts, and those of the folder that are trusted. */
  readonly hooks: Pick<HookRunner, 'find' | 'run'>
  readonly web: (task: Omit<WebTask, 'addresses'>) => WebPort
  /** What tools have to work with now, beside the model itself; asked for each request. */
  readonly features: (providerId: string) => ReadonlySet<ToolFeature>
  /** Further names under which tools are offered now, in a fixed order. */
  readonly aliases: () => readonly ToolAlias[]
  readonly gitChanges: ExplainPort['changes']
  readonly services: Omit<ToolServices, 'explain' | 'subagents' | 'web'>
  readonly openSubagents: (host: SubagentHost) => Subagents
  /** Notes what the task changes on the disk; `earlier` are the records of its journal. */
  readonly noteChanges: (news: ChangeNews, earlier: readonly (ChangeRecord | UndoRecord)[]) => TaskChanges
  readonly promptFacts: PromptFacts
  readonly platform: string
  readonly gate: GateFacts
  readonly taint: Taint
  readonly fetched: FetchedAddresses
  /** Read anew whenever something is decided: a change holds at once. */
  readonly settings: () => Settings
  /** `modelId`: another model of the same provider than the settings name. */
  readonly createHandler: (mode: Mode, modelId?: string) => Promise<ApiHandler>
  readonly tell: (news: TaskNews) => void
  /** Commands of this task that go on in the background, with what they printed since last asked: all, or some by their terminals. */
  readonly background: (of?: (terminalId: string) => boolean) => readonly { readonly command: string; readonly output: string }[]
  /** Ends every process this task started. */
  readonly endCommands: () => Promise<void>
  /** Takes known keys out of a text that will be shown or written down. */
  readonly mask: (text: string) => string
  readonly random: () => number
}
