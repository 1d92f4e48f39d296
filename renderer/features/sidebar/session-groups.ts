import type { HistoryItem, SessionSummary } from '../../../shared/extension-state'
import type { StatusName } from '../../ui/status-glyph'
import { isWaitingSession, sessionsRunning, sessionsWaiting } from '../../store/selectors'
import { dayOf } from '../../words/age'

/** A line of the sidebar: a session that is open, or a task of the history that can be opened. */
export interface SidebarItem {
  readonly key: string
  readonly title: string
  readonly cwd: string
  readonly status: StatusName
  readonly waitsFor?: string
  readonly ts: number
  readonly cost?: number
  /** A price is a word only where there was a request. */
  readonly hasCost: boolean
  readonly opens:
    | { readonly kind: 'session'; readonly sessionId: string; readonly taskId?: string }
    | { readonly kind: 'task'; readonly taskId: string }
}

/** The name of a line for as long as its task is listed, in whatever group and whether or not a session holds it. */
export const rowName = ({ key, opens }: SidebarItem): string => opens.taskId ?? key

export interface SidebarGroups {
  readonly waiting: readonly SidebarItem[]
  readonly running: readonly SidebarItem[]
  /** By day, newest first. */
  readonly earlier: readonly { readonly day: string; readonly items: readonly SidebarItem[] }[]
}

/** The sessions and tasks in the groups of the sidebar. A task that is open in a session stands there once. */
export function sessionGroups(sessions: readonly SessionSummary[], history: readonly HistoryItem[], now: number): SidebarGroups {
  const waiting = sessionsWaiting(sessions)
  const running = sessionsRunning(sessions)
  const taken = new Set([...waiting, ...running].map(({ sessionId }) => sessionId))
  const open = new Set(sessions.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId])))
  const rest = [
    ...sessions.filter(({ sessionId }) => !taken.has(sessionId)).map(ofSession),
    ...history.filter(({ id }) => !open.has(id)).map(ofTask),
  ]
  return {
    waiting: waiting.map(ofSession).sort((a, b) => a.ts - b.ts),
    running: running.map(ofSession).sort(newestFirst),
    earlier: byDay(rest.sort(newestFirst), now),
  }
}

const newestFirst = (a: SidebarItem, b: SidebarItem): number => b.ts - a.ts

function byDay(items: readonly SidebarItem[], now: number): SidebarGroups['earlier'] {
  const days = Map.groupBy(items, (item) => dayOf(item.ts, now))
  return [...days].map(([day, group]) => ({ day, items: group }))
}

function ofSession(session: SessionSummary): SidebarItem {
  const { sessionId, taskId, title, cwd, state, waitsFor, ts, totalCost } = session
  return {
    key: sessionId,
    title: title || 'New task',
    cwd,
    status: state,
    // A task that was cancelled still offers to go on, but it waits for nobody.
    ...(waitsFor !== undefined && isWaitingSession(session) ? { waitsFor } : {}),
    ts,
    ...(totalCost === undefined ? {} : { cost: totalCost }),
    hasCost: taskId !== undefined && totalCost !== undefined,
    opens: { kind: 'session', sessionId, ...(taskId === undefined ? {} : { taskId }) },
  }
}

function ofTask(item: HistoryItem): SidebarItem {
  return {
    key: item.id,
    title: item.task,
    cwd: item.cwd,
    status: item.status,
    ts: item.ts,
    ...(item.totalCost === undefined ? {} : { cost: item.totalCost }),
    hasCost: item.tokensIn + item.tokensOut > 0,
    opens: { kind: 'task', taskId: item.id },
  }
}
