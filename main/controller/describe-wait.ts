import type { ClineAsk } from '../../shared/messages'
import type { RowOp } from '../task/message-state'
import type { Task } from '../task/task'

/** What a task waits for, in words; undefined while it waits for nobody. */
export const describeWait = (task: Task | undefined, inputs: InputWaits): string | undefined => describeAsk(task) ?? inputs.describe()

function describeAsk(task: Task | undefined): string | undefined {
  const ts = task?.openAskTs
  const row = ts === undefined ? undefined : task?.rows.get(ts)
  if (row?.type !== 'ask') return undefined
  if (row.approval) return row.approval.summary
  if (row.ask === 'followup') return row.data.question
  if (row.ask === 'api_req_failed') return row.data.message
  return words[row.ask] ?? row.text
}

/** Of those whose text would say too much here, or nothing. */
const words: Readonly<Partial<Record<ClineAsk, string>>> = {
  plan_mode_respond: 'Answer the plan',
  condense: 'Go on from a summary',
  new_task: 'Start a new task with what was found',
  report_bug: 'Report a problem',
}

/** The commands of a task that wait until somebody types into them, by the `ts` of their rows. */
export class InputWaits {
  private readonly waiting = new Set<number>()

  /** True when something began or ceased to wait. */
  take(op: RowOp): boolean {
    if (op.op !== 'row.patch') return false
    const { data } = op.patch
    if (typeof data !== 'object' || data === null || Array.isArray(data) || !('waitsForInput' in data)) return false
    const before = this.waiting.size
    if (data['waitsForInput'] === null) this.waiting.delete(op.ts)
    else this.waiting.add(op.ts)
    return this.waiting.size !== before
  }

  describe(): string | undefined {
    return this.waiting.size === 0 ? undefined : 'A command waits for input'
  }

  clear(): void {
    this.waiting.clear()
  }
}
