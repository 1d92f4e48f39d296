import type { ExtensionState, StateKey, StateOp } from '../../shared/extension-state'
import type { AppendValue } from '../../shared/messages'
import type { Push } from '../../shared/ipc'
import type { RowOp } from '../task/message-state'

/** One frame, in ms: no window is told more often. */
const FRAME_MS = 16

export interface PublisherPorts {
  readonly send: (push: Push<'state'>) => void
  /** The whole state, for a window that has nothing yet. */
  readonly snapshot: () => ExtensionState
  /** The present value of one key. */
  readonly value: (key: StateKey) => ExtensionState[StateKey]
}

/**
 * Tells one window what changed, at most once a frame, in order, and numbered. What a change costs depends on the
 * change alone: text that grew is joined, a key that changed twice is sent once.
 */
export class Publisher {
  private readonly ports: PublisherPorts
  private readonly keys = new Set<StateKey>()
  private rowOps: RowOp[] = []
  private whole = true
  private seq = 0
  private timer: NodeJS.Timeout | undefined
  private closed = false

  constructor(ports: PublisherPorts) {
    this.ports = ports
  }

  /** The next push carries everything. */
  postSnapshot(): void {
    this.whole = true
    this.schedule()
  }

  postKey(key: StateKey): void {
    this.keys.add(key)
    this.schedule()
  }

  postRow(op: RowOp): void {
    const last = this.rowOps.at(-1)
    const joined = last && joinAppends(last, op)
    if (joined) this.rowOps[this.rowOps.length - 1] = joined
    else this.rowOps.push(op)
    this.schedule()
  }

  /** Sends now what waits. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.closed) return
    const ops = this.take()
    if (ops.length === 0) return
    this.seq += 1
    this.ports.send({ seq: this.seq, ops })
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  private take(): StateOp[] {
    const rows = this.rowOps
    const keys = [...this.keys]
    this.rowOps = []
    this.keys.clear()
    if (!this.whole) return [...rows, ...keys.map((key) => this.setOp(key))]
    this.whole = false
    return [{ op: 'snapshot', state: this.ports.snapshot() }]
  }

  private setOp(key: StateKey): StateOp {
    const value = this.ports.value(key)
    // Every value of the state is JSON by its schema.
    return value === undefined ? { op: 'set', key } : { op: 'set', key, value }
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => this.flush(), FRAME_MS)
  }
}

function joinAppends(last: RowOp, next: RowOp): RowOp | undefined {
  if (last.op !== 'row.append' || next.op !== 'row.append' || last.ts !== next.ts || last.field !== next.field) return undefined
  const append = joinValues(last.append, next.append)
  return append === undefined ? undefined : { ...last, append }
}

function joinValues(last: AppendValue, next: AppendValue): AppendValue | undefined {
  if (typeof last === 'string' && typeof next === 'string') return last + next
  if (typeof last === 'string' || typeof next === 'string') return undefined
  const joined = { ...last }
  for (const [key, value] of Object.entries(next)) {
    const before = joined[key]
    joined[key] = typeof before === 'string' && typeof value === 'string' ? before + value : value
  }
  return joined
}
