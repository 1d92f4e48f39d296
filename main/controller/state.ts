import {
  type Draft,
  emptyDraft,
  type ExtensionState,
  type HistoryItem,
  noUsage,
  type Notice,
  type QueuedMessage,
  type SessionSummary,
  type StateKey,
  type Usage,
} from '../../shared/extension-state'
import type { Job } from '../../shared/jobs'
import type { ClineMessage } from '../../shared/messages'
import type { AccountState, KeptKey } from '../../shared/account'
import type { ProviderStatus } from '../../shared/models'
import type { Rule } from '../../shared/rules'
import type { Mode, Settings } from '../../shared/settings'
import type { TrustSummary } from '../../shared/trust'
import type { TaskState } from '../../shared/task-state'

/** The session that a window looks at. */
export interface SessionView {
  readonly sessionId: string
  readonly cwd: string
  readonly item: HistoryItem | undefined
  readonly taskState: TaskState
  readonly mode: Mode
  readonly model: { readonly providerId: string; readonly modelId: string } | undefined
  /** Made only when wanted: it costs what the history is long. */
  readonly rows: () => readonly ClineMessage[]
  readonly queue: readonly QueuedMessage[]
  readonly jobs: readonly Job[]
  readonly changesRevision: number
  readonly usage: Usage
  readonly draft: Draft
}

/** Where the state comes from. */
export interface StateSources {
  readonly settings: Settings
  readonly facts: Pick<ExtensionState, 'version' | 'platform' | 'runtime' | 'homeDir'>
  readonly providers: ProviderStatus[]
  readonly account: AccountState
  readonly webSearchKey: KeptKey | undefined
  readonly sessions: SessionSummary[]
  readonly history: HistoryItem[]
  readonly notices: Notice[]
  readonly rules: Rule[]
  readonly mcp: Pick<ExtensionState, 'mcpServers' | 'mcpForms'>
  /** Of the folder of the current session. */
  readonly trust: TrustSummary | undefined
  readonly current: SessionView | undefined
}

/** The whole state as the window draws it. Holds no secret: nothing here ever saw one. */
export function getStateToPostToWebview(sources: StateSources): ExtensionState {
  const { settings, facts, providers, account, webSearchKey, sessions, history, notices, rules, mcp, trust, current } = sources
  return {
    ...settings,
    ...facts,
    providers,
    account,
    ...(webSearchKey ? { webSearchKey } : {}),
    sessions,
    taskHistory: history,
    notices,
    rules,
    ...mcp,
    ...(current && trust ? { projectTrust: trust } : {}),
    ...(current ? sessionState(current) : noSession(settings)),
  }
}

type SessionState = Pick<
  ExtensionState,
  | 'currentSessionId'
  | 'cwd'
  | 'currentTaskItem'
  | 'currentModel'
  | 'taskState'
  | 'sessionMode'
  | 'clineMessages'
  | 'queuedMessages'
  | 'jobs'
  | 'changesRevision'
  | 'usage'
  | 'draft'
>

function sessionState(current: SessionView): SessionState {
  return {
    currentSessionId: current.sessionId,
    cwd: current.cwd,
    ...(current.item ? { currentTaskItem: current.item } : {}),
    ...(current.model ? { currentModel: current.model } : {}),
    taskState: current.taskState,
    sessionMode: current.mode,
    clineMessages: [...current.rows()],
    queuedMessages: [...current.queue],
    jobs: [...current.jobs],
    changesRevision: current.changesRevision,
    usage: current.usage,
    draft: current.draft,
  }
}

function noSession(settings: Settings): SessionState {
  return {
    taskState: { kind: 'idle' },
    sessionMode: settings.mode,
    clineMessages: [],
    queuedMessages: [],
    jobs: [],
    changesRevision: 0,
    usage: noUsage,
    draft: emptyDraft,
  }
}

/** One key of the state. Costs nothing that grows with the history. */
export function stateValue(sources: StateSources, key: StateKey): ExtensionState[StateKey] {
  const { current } = sources
  const withoutRows = current ? { ...sources, current: { ...current, rows: () => [] } } : sources
  return getStateToPostToWebview(withoutRows)[key]
}
