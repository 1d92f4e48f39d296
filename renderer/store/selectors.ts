import type { BrowserStep } from '../../shared/browser'
import type { SessionSummary } from '../../shared/extension-state'
import type { ClineAskMessage, ClineMessage } from '../../shared/messages'
import { isBusy, isWaitingForPerson } from '../../shared/task-state'
import type { AppState } from './app-store'

/** Constant selectors. Each returns something that is already in the state, so that it can be compared by identity. */
export const selectIsLoaded = (state: AppState) => state.isLoaded
export const selectTaskState = (state: AppState) => state.main.taskState
export const selectIsBusy = (state: AppState) => isBusy(state.main.taskState)
export const selectIsWaiting = (state: AppState) => isWaitingForPerson(state.main.taskState)
/** Cancel makes sense while the task works and while it waits for a person. */
export const selectCanCancel = (state: AppState) => selectIsBusy(state) || selectIsWaiting(state)
export const selectHasTask = (state: AppState) => state.rows.order.length > 0 || state.main.taskState.kind !== 'idle'
export const selectMode = (state: AppState) => state.main.sessionMode
export const selectUsage = (state: AppState) => state.main.usage
export const selectEntries = (state: AppState) => state.rows.entries
export const selectSessions = (state: AppState) => state.main.sessions
export const selectHistory = (state: AppState) => state.main.taskHistory
export const selectNotices = (state: AppState) => state.main.notices
export const selectCurrentSessionId = (state: AppState) => state.main.currentSessionId
export const selectCwd = (state: AppState) => state.main.cwd
export const selectHomeDir = (state: AppState) => state.main.homeDir
export const selectIsMac = (state: AppState) => state.main.platform === 'darwin'
export const selectView = (state: AppState) => state.ui.view
export const selectConnectionError = (state: AppState) => state.ui.connectionError
export const selectToasts = (state: AppState) => state.ui.toasts

/** The `ts` of the ask that stands open, whatever it is: an approval, a question, a finished or an interrupted task. */
export function selectOpenAskTs(state: AppState): number | undefined {
  const { taskState } = state.main
  return 'askTs' in taskState ? taskState.askTs : undefined
}

/** The row that waits for an answer, if there is one. */
export function selectOpenAsk(state: AppState): ClineAskMessage | undefined {
  const ts = selectOpenAskTs(state)
  const row = ts === undefined ? lastAsk(state) : state.rows.byTs.get(ts)
  return row?.type === 'ask' && row.answer === undefined && !row.partial ? row : undefined
}

export const selectRow = (ts: number) => (state: AppState) => state.rows.byTs.get(ts)

/** The model that the current session uses in its mode, or `undefined` where none is chosen. */
export function selectModelId(state: AppState): string | undefined {
  if (state.main.currentModel) return state.main.currentModel.modelId
  const { apiConfiguration, planActSeparateModelsSetting } = state.main
  const usesPlan = planActSeparateModelsSetting && state.main.sessionMode === 'plan'
  const chosen = usesPlan ? apiConfiguration.planModeApiModelId : apiConfiguration.actModeApiModelId
  if (chosen) return chosen
  const providerId = usesPlan ? apiConfiguration.planModeApiProvider : apiConfiguration.actModeApiProvider
  return state.main.providers.find((provider) => provider.id === providerId)?.defaultModelId
}

/** Derived lists are new each time: memoise on `sessions` where they are drawn. */
export const sessionsWaiting = (sessions: readonly SessionSummary[]) => sessions.filter(isWaitingSession)
export const isWaitingState = (state: SessionSummary['state']): boolean => state === 'awaiting_approval' || state === 'awaiting_answer'
/** Also while it runs: a command of it may wait until somebody types into it. */
export const isWaitingSession = (session: SessionSummary): boolean =>
  isWaitingState(session.state) || (isRunningState(session.state) && session.waitsFor !== undefined)
export const sessionsRunning = (sessions: readonly SessionSummary[]) =>
  sessions.filter((session) => isRunningState(session.state) && !isWaitingSession(session))
const isRunningState = (state: SessionSummary['state']): boolean =>
  state === 'preparing' || state === 'streaming' || state === 'retrying' || state === 'running_tool'

/** A failed task names no ask: there it is the last row. */
function lastAsk(state: AppState): ClineMessage | undefined {
  if (state.main.taskState.kind !== 'failed') return undefined
  const last = state.rows.order.at(-1)
  return last === undefined ? undefined : state.rows.byTs.get(last)
}

/** The newest step in the browser that has a picture. */
export function selectShownPage({ rows }: AppState): BrowserStep | undefined {
  if (rows.page === undefined) return undefined
  for (let at = rows.order.lastIndexOf(rows.page); at >= 0; at -= 1) {
    const row = rows.byTs.get(rows.order[at] ?? 0)
    const step = row && 'data' in row && 'action' in row.data ? row.data : undefined
    if (step?.screenshot !== undefined) return step
  }
  return undefined
}
