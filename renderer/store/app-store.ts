import { type StoreApi, createStore } from 'zustand/vanilla'
import { assertNever } from '../../shared/assert-never'
import { type ExtensionState, type StateOp, initialExtensionState } from '../../shared/extension-state'
import { appendToRow, patchRow } from '../../shared/row-change'
import { type RowTable, addRow, changeRow, removeRow, rowsOf, tableOf } from './row-table'
import { type UiState, initialUi } from './ui-state'

/** Everything that main told, but for the rows. */
export type MainState = Omit<ExtensionState, 'clineMessages'>

export interface AppState {
  /** False until the first whole state has arrived. */
  readonly isLoaded: boolean
  readonly main: MainState
  readonly rows: RowTable
  readonly ui: UiState
}
export type AppStore = StoreApi<AppState>

/** A store as it is before main has said anything. */
export function createAppStore(): AppStore {
  return createStore<AppState>(() => ({ isLoaded: false, ...partsOf(initialExtensionState), ui: initialUi }))
}

/** Takes in what a push says. Throws on a patch that makes no legal row: the store then has to be filled anew. */
export function applyPush(store: AppStore, ops: readonly StateOp[]): void {
  let state = store.getState()
  for (const op of ops) state = applyOp(state, op)
  store.setState(state, true)
}

/** Changes what only the window knows. */
export function setUi(store: AppStore, change: Partial<UiState>): void {
  store.setState((state) => ({ ui: { ...state.ui, ...change } }))
}

/** The state in the shape of the contract: for tests, and for what needs all rows at once. */
export const toExtensionState = (state: AppState): ExtensionState => ({ ...state.main, clineMessages: rowsOf(state.rows) })

function applyOp(state: AppState, op: StateOp): AppState {
  switch (op.op) {
    case 'snapshot':
      return takeSnapshot(state, op.state)
    case 'set':
      return { ...state, main: setKey(state.main, op.key, op.value) }
    case 'row.add':
      return { ...state, rows: addRow(state.rows, op.row, op.before) }
    case 'row.patch':
      return { ...state, rows: changeRow(state.rows, op.ts, (row) => patchRow(row, op.patch)) }
    case 'row.append':
      return { ...state, rows: changeRow(state.rows, op.ts, (row) => appendToRow(row, op.field, op.append)) }
    case 'row.remove':
      return { ...state, rows: removeRow(state.rows, op.ts) }
    default:
      return assertNever(op)
  }
}

function takeSnapshot(state: AppState, whole: ExtensionState): AppState {
  const isOtherChat = state.main.currentSessionId !== whole.currentSessionId || state.main.currentTaskItem?.id !== whole.currentTaskItem?.id
  const ui = state.isLoaded && isOtherChat ? { ...state.ui, opened: new Map<string, boolean>() } : state.ui
  return { isLoaded: true, ...partsOf(whole), ui }
}

function partsOf(whole: ExtensionState): { main: MainState; rows: RowTable } {
  const { clineMessages, ...main } = whole
  return { main, rows: tableOf(clineMessages) }
}

function setKey(main: MainState, key: string, value: unknown): MainState {
  const next: Record<string, unknown> = { ...main }
  if (value === undefined) delete next[key]
  else next[key] = value
  // Both sides are built from one release, so the key and its value fit the state they came from.
  return next as MainState
}
