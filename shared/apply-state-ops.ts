import { assertNever } from './assert-never'
import type { ExtensionState, StateOp } from './extension-state'
import type { ClineMessage } from './messages'
import { appendToRow, patchRow } from './row-change'

/**
 * The state after a push. Pure: both sides of the window use it, so that what is drawn equals what is held.
 * Rows are found from the end, where nearly every change happens; a row that is not there is left alone.
 */
export function applyStateOps(state: ExtensionState, ops: readonly StateOp[]): ExtensionState {
  let next = state
  for (const op of ops) next = apply(next, op)
  return next
}

function apply(state: ExtensionState, op: StateOp): ExtensionState {
  switch (op.op) {
    case 'snapshot':
      return op.state
    case 'set':
      return set(state, op.key, op.value)
    case 'row.add':
      return { ...state, clineMessages: state.clineMessages.toSpliced(placeOf(state.clineMessages, op.before), 0, op.row) }
    case 'row.patch':
      return changeRow(state, op.ts, (row) => patchRow(row, op.patch))
    case 'row.append':
      return changeRow(state, op.ts, (row) => appendToRow(row, op.field, op.append))
    case 'row.remove':
      return { ...state, clineMessages: state.clineMessages.filter((row) => row.ts !== op.ts) }
    default:
      return assertNever(op)
  }
}

function placeOf(rows: readonly ClineMessage[], before: number | undefined): number {
  const place = before === undefined ? -1 : rows.findLastIndex((row) => row.ts === before)
  return place === -1 ? rows.length : place
}

function set(state: ExtensionState, key: string, value: unknown): ExtensionState {
  const next: Record<string, unknown> = { ...state }
  if (value === undefined) delete next[key]
  else next[key] = value
  // Both sides are built from one release, so the key and its value fit the state they came from.
  return next as ExtensionState
}

function changeRow(state: ExtensionState, ts: number, change: (row: ClineMessage) => ClineMessage): ExtensionState {
  const index = state.clineMessages.findLastIndex((row) => row.ts === ts)
  const row = state.clineMessages[index]
  if (!row) return state
  const clineMessages = state.clineMessages.slice()
  clineMessages[index] = change(row)
  return { ...state, clineMessages }
}
