import type { ClineMessage } from '../../shared/messages'
import { type LogEntry, appendEntry, displayOf, rebuildEntries } from './log-entries'

/**
 * The rows of the open chat. `byTs` and `outputs` are one long-lived map each, changed in place: copying them for every
 * streamed piece would cost as much as the history is long. The rows inside never change, so a selector that
 * picks a row sees every change; the table itself is a new object each time.
 */
export interface RowTable {
  readonly byTs: ReadonlyMap<number, ClineMessage>
  /** The rows' `ts`, oldest first. */
  readonly order: readonly number[]
  /** What the log draws, oldest first. */
  readonly entries: readonly LogEntry[]
  /** For a command's `ts`, the rows that hold its output. */
  readonly outputs: ReadonlyMap<number, readonly number[]>
  /** The row that holds the checklist as it stands now. */
  readonly progress: number | undefined
  /** The newest step in the browser. */
  readonly page: number | undefined
}

export function tableOf(rows: readonly ClineMessage[]): RowTable {
  const byTs = new Map<number, ClineMessage>()
  const outputs = new Map<number, readonly number[]>()
  const entries: LogEntry[] = []
  for (const row of rows) {
    byTs.set(row.ts, row)
    noteOutput(outputs, row)
    appendEntry(entries, row, byTs)
  }
  const order = rows.map((row) => row.ts)
  return {
    byTs,
    order,
    entries,
    outputs,
    progress: order.findLast((ts) => isProgress(byTs.get(ts))),
    page: order.findLast((ts) => isPage(byTs.get(ts))),
  }
}

/** `before`: the row above which it stands; at the end where that is not there. */
export function addRow(table: RowTable, row: ClineMessage, before?: number): RowTable {
  if (table.byTs.has(row.ts)) return changeRow(table, row.ts, () => row)
  mutable(table.byTs).set(row.ts, row)
  noteOutput(mutable(table.outputs), row)
  const place = before === undefined ? -1 : table.order.lastIndexOf(before)
  if (place !== -1) return insertRow(table, row, place)
  const entries = table.entries.slice()
  appendEntry(entries, row, table.byTs)
  return {
    ...table,
    order: [...table.order, row.ts],
    entries,
    ...(isProgress(row) ? { progress: row.ts } : {}),
    ...(isPage(row) ? { page: row.ts } : {}),
  }
}

function insertRow(table: RowTable, row: ClineMessage, place: number): RowTable {
  const order = table.order.toSpliced(place, 0, row.ts)
  const entries = rebuildEntries({ ...table, order }, place)
  const newest = (is: typeof isPage): number | undefined => order.findLast((ts) => is(table.byTs.get(ts)))
  return { ...table, order, entries, progress: newest(isProgress), page: newest(isPage) }
}

export function changeRow(table: RowTable, ts: number, change: (row: ClineMessage) => ClineMessage): RowTable {
  const before = table.byTs.get(ts)
  if (!before) return table
  const after = change(before)
  mutable(table.byTs).set(ts, after)
  const moved = displayOf(before, table.byTs) !== displayOf(after, table.byTs)
  return { ...table, entries: moved ? rebuildEntries(table, table.order.lastIndexOf(ts)) : table.entries }
}

export function removeRow(table: RowTable, ts: number): RowTable {
  const row = table.byTs.get(ts)
  if (!row) return table
  const order = table.order.filter((other) => other !== ts)
  mutable(table.byTs).delete(ts)
  const entries = rebuildEntries({ ...table, order }, table.order.indexOf(ts))
  if (row.type === 'say' && row.say === 'command_output') forgetOutput(mutable(table.outputs), row.data.commandTs, ts)
  const progress = table.progress === ts ? order.findLast((other) => isProgress(table.byTs.get(other))) : table.progress
  const page = table.page === ts ? order.findLast((other) => isPage(table.byTs.get(other))) : table.page
  return { ...table, order, entries, progress, page }
}

/** The rows as a list, for what needs all of them. */
export function rowsOf(table: RowTable): ClineMessage[] {
  const rows: ClineMessage[] = []
  for (const ts of table.order) {
    const row = table.byTs.get(ts)
    if (row) rows.push(row)
  }
  return rows
}

const isProgress = (row: ClineMessage | undefined): boolean => row?.type === 'say' && row.say === 'task_progress'

const isPage = (row: ClineMessage | undefined): boolean =>
  row !== undefined && (row.type === 'ask' ? row.ask === 'browser_action_launch' : row.say === 'browser_action')

function noteOutput(outputs: Map<number, readonly number[]>, row: ClineMessage): void {
  if (row.type !== 'say' || row.say !== 'command_output') return
  outputs.set(row.data.commandTs, [...(outputs.get(row.data.commandTs) ?? []), row.ts])
}

function forgetOutput(outputs: Map<number, readonly number[]>, commandTs: number, ts: number): void {
  const left = (outputs.get(commandTs) ?? []).filter((other) => other !== ts)
  outputs.set(commandTs, left)
}

// The table owns its maps; only the functions above change them, which is why the type is read-only elsewhere.
const mutable = <Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> => map as Map<Key, Value>
