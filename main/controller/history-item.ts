import type { HistoryItem, Usage } from '../../shared/extension-state'
import { type ClineMessage, isUse, lastOfTask } from '../../shared/messages'
import type { TaskState } from '../../shared/task-state'
import { replay } from '../task/replay'
import { usageOfRows } from '../task/usage-meter'

/** What the list shows of a task. */
interface ItemFacts {
  readonly id: string
  readonly cwd: string
  readonly title: string
  readonly ts: number
  readonly status: HistoryItem['status']
  readonly usage: Usage
  readonly modelId: string | undefined
  readonly damagedRecords: number
}

const MAX_TITLE = 300

export function toHistoryItem({ usage, modelId, title, damagedRecords, ...rest }: ItemFacts): HistoryItem {
  return {
    id: rest.id,
    ts: rest.ts,
    task: title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title,
    cwd: rest.cwd,
    status: rest.status,
    tokensIn: usage.tokensIn,
    tokensOut: usage.tokensOut,
    cacheReads: usage.cacheReads,
    cacheWrites: usage.cacheWrites,
    ...(usage.cost === undefined ? {} : { totalCost: usage.cost }),
    ...(modelId === undefined || modelId === '' ? {} : { modelId }),
    ...(damagedRecords === 0 ? {} : { damagedRecords }),
  }
}

/** A stored task's entry, from its journal alone. Undefined for a journal that never got as far as a task. */
export function summariseJournal(taskId: string, records: readonly unknown[], damagedRecords: number): HistoryItem | undefined {
  const task = replay(records)
  const title = titleOf(task.rows)
  const last = lastOfTask(task.rows)
  if (title === undefined || !last) return undefined
  const answered = task.turns.findLast((turn) => turn.role === 'assistant')
  return toHistoryItem({
    id: taskId,
    cwd: task.cwd,
    title,
    ts: task.rows.findLast(isUse)?.ts ?? last.ts,
    status: statusOfRows(last),
    usage: usageOfRows(task.rows),
    modelId: answered?.role === 'assistant' ? answered.modelId : undefined,
    damagedRecords: damagedRecords + task.skipped,
  })
}

/** The task's first words. */
export function titleOf(rows: readonly ClineMessage[]): string | undefined {
  const first = rows.find((row) => row.type === 'say' && row.say === 'task')
  return first && (first.text?.trim() || 'A task without words')
}

function statusOfRows(last: ClineMessage): HistoryItem['status'] {
  if (last.type !== 'ask') return 'interrupted'
  switch (last.ask) {
    case 'completion_result':
    case 'resume_completed_task':
      return 'completed'
    case 'new_task':
      return last.answer?.response === 'yesButtonClicked' ? 'completed' : 'interrupted'
    case 'resume_task':
      return last.cancelled ? 'cancelled' : 'interrupted'
    case 'api_req_failed':
      return 'failed'
    default:
      return 'interrupted'
  }
}

/** How a task that is open now stands in the list. */
export function statusOfState(state: TaskState): HistoryItem['status'] {
  switch (state.kind) {
    case 'completed':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
      return 'failed'
    case 'awaiting_answer':
    case 'awaiting_approval':
      return 'waiting'
    default:
      return 'running'
  }
}
