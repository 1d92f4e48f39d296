import type { RowPatch, StateOp } from '../../shared/extension-state'
import type { AppendField, AppendValue, ClineMessage } from '../../shared/messages'
import { appendToRow, patchRow } from '../../shared/row-change'
import type { NewAsk, NewSay } from '../tools/task-config'
import type { TaskJournal } from './journal-records'

export type RowOp = Extract<StateOp, { op: `row.${string}` }>

/** How long streamed text may wait before it is shown and written down, in ms. */
const FLUSH_MS = 40

/**
 * The rows of one task. Every change goes to the journal and to whoever listens; text that streams is joined first,
 * so that a piece costs the same whatever the length of the history.
 */
export class MessageState {
  private readonly rows = new Map<number, ClineMessage>()
  /** Keys of the rows, as they stand. */
  private readonly order: number[] = []
  private lastTs = 0
  private readonly waiting = new Map<number, { field: AppendField; append: AppendValue }>()
  private timer: NodeJS.Timeout | undefined
  private closed = false
  private readonly journal: TaskJournal
  private readonly changed: (op: RowOp) => void

  constructor(journal: TaskJournal, changed: (op: RowOp) => void, rows: readonly ClineMessage[] = []) {
    this.journal = journal
    this.changed = changed
    for (const row of rows) {
      this.rows.set(row.ts, row)
      this.order.push(row.ts)
      this.lastTs = Math.max(this.lastTs, row.ts)
    }
  }

  /** As they stand in the chat. */
  list(): ClineMessage[] {
    return this.order.flatMap((ts) => this.rows.get(ts) ?? [])
  }

  get(ts: number): ClineMessage | undefined {
    return this.rows.get(ts)
  }

  get first(): ClineMessage | undefined {
    return this.rowAt(0)
  }

  /** The newest row. */
  get last(): ClineMessage | undefined {
    return this.rowAt(-1)
  }

  /** The newest row of this kind. */
  findLast(isMeant: (row: ClineMessage) => boolean): ClineMessage | undefined {
    for (let at = this.order.length - 1; at >= 0; at -= 1) {
      const row = this.rowAt(at)
      if (row && isMeant(row)) return row
    }
    return undefined
  }

  /** `before`: the row above which it stands. */
  say(row: NewSay, before?: number): number {
    // `Omit` over a union loses the pairing of `say` with its `data`, which the caller's type already assured.
    return this.add({ ts: this.nextTs(), type: 'say', ...row }, before)
  }

  addAsk(row: NewAsk): number {
    // As above.
    return this.add({ ts: this.nextTs(), type: 'ask', ...row })
  }

  patch(ts: number, patch: RowPatch): void {
    this.flushAppends()
    const row = this.rows.get(ts)
    if (!row || this.closed) return
    this.rows.set(ts, patchRow(row, patch))
    this.journal.append({ k: 'patch', ts, patch })
    this.changed({ op: 'row.patch', ts, patch })
  }

  append(ts: number, field: AppendField, append: AppendValue): void {
    if (this.closed || !this.rows.has(ts)) return
    const before = this.waiting.get(ts)
    if (before && before.field !== field) this.flushAppends()
    this.waiting.set(ts, { field, append: join(this.waiting.get(ts)?.append, append) })
    this.timer ??= setTimeout(() => this.flushAppends(), FLUSH_MS)
  }

  remove(ts: number): void {
    this.flushAppends()
    if (this.closed || !this.rows.delete(ts)) return
    this.order.splice(this.order.lastIndexOf(ts), 1)
    this.journal.append({ k: 'remove', ts })
    this.changed({ op: 'row.remove', ts })
  }

  /** Shows and writes down what has streamed until now. */
  flushAppends(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    for (const [ts, { field, append }] of this.waiting) {
      const row = this.rows.get(ts)
      if (!row || this.closed) continue
      this.rows.set(ts, appendToRow(row, field, append))
      this.journal.append({ k: 'append', ts, field, append })
      this.changed({ op: 'row.append', ts, field, append })
    }
    this.waiting.clear()
  }

  /** From here on nothing is shown or written any more: an abandoned run cannot touch what its successor holds. */
  close(): void {
    this.flushAppends()
    this.closed = true
  }

  private add(row: ClineMessage, above?: number): number {
    this.flushAppends()
    if (this.closed) return row.ts
    const place = above === undefined ? -1 : this.order.lastIndexOf(above)
    const before = place === -1 ? {} : { before: this.order[place] }
    this.rows.set(row.ts, row)
    this.order.splice(place === -1 ? this.order.length : place, 0, row.ts)
    this.journal.append({ k: 'row', row, ...before })
    this.changed({ op: 'row.add', row, ...before })
    return row.ts
  }

  private rowAt(index: number): ClineMessage | undefined {
    const ts = this.order.at(index)
    return ts === undefined ? undefined : this.rows.get(ts)
  }

  private nextTs(): number {
    this.lastTs = Math.max(Date.now(), this.lastTs + 1)
    return this.lastTs
  }
}

function join(before: AppendValue | undefined, more: AppendValue): AppendValue {
  if (before === undefined) return more
  if (typeof before === 'string' || typeof more === 'string') return `${asText(before)}${asText(more)}`
  const joined = { ...before }
  for (const [key, value] of Object.entries(more)) {
    const old = joined[key]
    joined[key] = typeof old === 'string' && typeof value === 'string' ? old + value : value
  }
  return joined
}

const asText = (value: AppendValue): string => (typeof value === 'string' ? value : '')
