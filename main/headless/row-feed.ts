import { type ClineMessage, toolStatusOf } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { appendToRow, patchRow } from '../../shared/row-change'
import type { RowOp } from '../task/message-state'
import type { HeadlessEvent } from './events'

const FINAL: readonly ToolStatus[] = ['done', 'denied', 'failed', 'cancelled']

/** Turns the changes of rows into events: a message when a row begins and when it is finished, deltas in between. */
export class RowFeed {
  private readonly rows = new Map<number, ClineMessage>()

  constructor(rows: readonly ClineMessage[] = []) {
    for (const row of rows) this.rows.set(row.ts, row)
  }

  get(ts: number): ClineMessage | undefined {
    return this.rows.get(ts)
  }

  take(op: RowOp): HeadlessEvent | undefined {
    if (op.op === 'row.add') {
      this.rows.set(op.row.ts, op.row)
      return { type: 'message', message: op.row }
    }
    const before = this.rows.get(op.ts)
    if (!before) return undefined
    if (op.op === 'row.remove') {
      this.rows.delete(op.ts)
      return undefined
    }
    const after = op.op === 'row.append' ? appendToRow(before, op.field, op.append) : patchRow(before, op.patch)
    this.rows.set(op.ts, after)
    if (op.op === 'row.append') return { type: 'delta', ts: op.ts, field: op.field, append: op.append }
    return isFinished(after) && (!isFinished(before) || isRetry(after)) ? { type: 'message', message: after } : undefined
  }
}

/** What no longer changes, short of the answer to an ask. */
function isFinished(row: ClineMessage): boolean {
  if (row.partial) return false
  const status = toolStatusOf(row)
  return status === undefined || FINAL.includes(status)
}

/** One row stands for all tries of a request: each wait is news. */
const isRetry = (row: ClineMessage): boolean => row.type === 'say' && row.say === 'error_retry'
