import type { ClineMessage, ClineSayTool } from '../../shared/messages'

/**
 * One article of the log: a row, or a run of harmless reads (with the thinking between them) that share one. `isListed`: they follow a card
 * that names only the first of them, so each is shown.
 */
export type LogEntry =
  | { readonly kind: 'row'; readonly ts: number }
  /** Steps in the browser, from its launch to its end. */
  | { readonly kind: 'browser'; readonly ts: number; readonly rows: readonly number[] }
  | { readonly kind: 'reads'; readonly ts: number; readonly rows: readonly number[]; readonly isListed?: boolean }

/** How a row takes part in the log. `hidden` rows are drawn elsewhere or not at all. */
export type RowDisplay = 'hidden' | 'row' | 'read' | 'browser' | 'thought' | 'retry'

type Rows = ReadonlyMap<number, ClineMessage>

const harmlessTools: ReadonlySet<ClineSayTool['tool']> = new Set([
  'readFile',
  'listFilesTopLevel',
  'listFilesRecursive',
  'listCodeDefinitionNames',
  'searchFiles',
])

export function displayOf(row: ClineMessage, rows: Rows): RowDisplay {
  return row.type === 'ask' ? displayOfAsk(row) : displayOfSay(row, rows)
}

/** Adds a row's place to `entries`. Only the last few entries can change by it. */
export function appendEntry(entries: LogEntry[], row: ClineMessage, rows: Rows): void {
  const display = displayOf(row, rows)
  if (display === 'hidden') return
  if (display === 'read') return appendRead(entries, row.ts, rows)
  if (display === 'browser') return appendStep(entries, row.ts, rows)
  if (display === 'retry' && isRetry(entries.at(-1), rows)) entries.pop()
  // The row that asks what to do about a failed request says why it failed; the request's own row would only repeat it.
  if (asksAboutFailure(row)) while (tellsOfFailure(entries.at(-1), rows)) entries.pop()
  entries.push({ kind: 'row', ts: row.ts })
}

/** The entries after a row changed its display, came or left at this place of the order. Costs as much as there are rows after it: usually a few. */
export function rebuildEntries(
  table: { readonly byTs: Rows; readonly order: readonly number[]; readonly entries: readonly LogEntry[] },
  place: number,
): LogEntry[] {
  // The entry before the one that the row belongs to may take it in, so building begins there.
  const holder = table.entries.findLastIndex((entry) => table.order.lastIndexOf(entry.ts) <= place)
  const from = Math.max(0, holder - 2)
  const start = from > 0 ? table.entries[from] : undefined
  const entries = start ? table.entries.slice(0, from) : []
  const first = start ? table.order.lastIndexOf(start.ts) : 0
  for (const each of table.order.slice(first)) {
    const row = table.byTs.get(each)
    if (row) appendEntry(entries, row, table.byTs)
  }
  return entries
}

/** The rows of a log that are shown, each for itself. */
export function shownRows(rows: readonly ClineMessage[]): readonly ClineMessage[] {
  const byTs = new Map(rows.map((row) => [row.ts, row]))
  const entries: LogEntry[] = []
  for (const row of rows) appendEntry(entries, row, byTs)
  return entries.flatMap((entry) => (entry.kind === 'row' ? [entry.ts] : entry.rows)).flatMap((ts) => byTs.get(ts) ?? [])
}

function appendRead(entries: LogEntry[], ts: number, rows: Rows): void {
  const last = entries.at(-1)
  if (last?.kind === 'reads') {
    entries[entries.length - 1] = { ...last, rows: [...last.rows, ts] }
    return
  }
  const before = entries.at(-2)
  if (last && before?.kind === 'reads' && isThought(last, rows)) {
    entries.splice(-2, 2, { ...before, rows: [...before.rows, last.ts, ts] })
    return
  }
  entries.push({ kind: 'reads', ts, rows: [ts], ...(asksForSeveral(last, rows) ? { isListed: true } : {}) })
}

/** A new launch after the browser was closed begins another run. */
function appendStep(entries: LogEntry[], ts: number, rows: Rows): void {
  const last = entries.at(-1)
  const isBetween = last !== undefined && isThought(last, rows)
  const run = isBetween ? entries.at(-2) : last
  if (run?.kind !== 'browser' || isClosed(run.rows.at(-1), rows)) return void entries.push({ kind: 'browser', ts, rows: [ts] })
  entries.splice(isBetween ? -2 : -1, isBetween ? 2 : 1, { ...run, rows: [...run.rows, ...(isBetween ? [last.ts] : []), ts] })
}

function isClosed(ts: number | undefined, rows: Rows): boolean {
  const row = ts === undefined ? undefined : rows.get(ts)
  return row?.type === 'say' && row.say === 'browser_action' && row.data.action === 'close'
}

function asksForSeveral(entry: LogEntry | undefined, rows: Rows): boolean {
  const row = entry && rows.get(entry.ts)
  return row?.type === 'ask' && row.ask === 'tool' && row.data.also !== undefined
}

function isThought(entry: LogEntry, rows: Rows): boolean {
  const row = rows.get(entry.ts)
  return row !== undefined && entry.kind === 'row' && displayOf(row, rows) === 'thought'
}

function isRetry(entry: LogEntry | undefined, rows: Rows): boolean {
  const row = entry && rows.get(entry.ts)
  return row?.type === 'say' && row.say === 'error_retry'
}

const asksAboutFailure = (row: ClineMessage): boolean => row.type === 'ask' && row.ask === 'api_req_failed'

function tellsOfFailure(entry: LogEntry | undefined, rows: Rows): boolean {
  const row = entry && rows.get(entry.ts)
  if (row?.type !== 'say') return false
  return row.say === 'error_retry' || (row.say === 'api_req_started' && row.data.cancelReason !== 'user_cancelled')
}

function displayOfAsk(row: Extract<ClineMessage, { type: 'ask' }>): RowDisplay {
  switch (row.ask) {
    case 'resume_task':
    case 'resume_completed_task':
    case 'command_output':
      return 'hidden'
    case 'completion_result':
      return row.text ? 'row' : 'hidden'
    case 'browser_action_launch':
      return 'browser'
    default:
      return 'row'
  }
}

function displayOfSay(row: Extract<ClineMessage, { type: 'say' }>, rows: Rows): RowDisplay {
  switch (row.say) {
    case 'task_progress':
      return 'hidden'
    case 'api_req_started':
      return shownIf('row', row.data.cancelReason, row.data.streamingFailedMessage)
    case 'command_output':
      return rows.has(row.data.commandTs) ? 'hidden' : 'row'
    case 'text':
      return shownIf('row', row.text?.trim(), row.images?.length)
    case 'reasoning':
      return shownIf('thought', row.text?.trim(), row.reasoning?.trim())
    case 'error_retry':
      return 'retry'
    case 'browser_action':
      return 'browser'
    case 'tool':
      return harmlessTools.has(row.data.tool) ? 'read' : 'row'
    default:
      return 'row'
  }
}

const shownIf = (display: RowDisplay, ...reasons: readonly unknown[]): RowDisplay => (reasons.some(Boolean) ? display : 'hidden')
