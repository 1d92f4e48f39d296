import { assertNever } from '../../shared/assert-never'
import { type AppendField, ClineMessage } from '../../shared/messages'
import type { QueuedMessage } from '../../shared/extension-state'
import { appendToRow, patchRow } from '../../shared/row-change'
import type { Mode } from '../../shared/settings'
import type { TaintFact } from '../approval/taint'
import type { ChangeRecord, UndoRecord } from '../changes/change-history'
import type { ConversationTurn, ToolResultBlock } from '../providers/conversation'
import type { TaskRecord } from './journal-records'
import { isOfNewerKind, isTaskRecord } from './record-schema'
import { hear, type UnheardAnswer } from './unheard-answers'
import type { TaggedWords } from './user-content'

/** A task as its journal tells it. */
export interface ReplayedTask {
  readonly taskId: string
  readonly cwd: string
  readonly mode: Mode
  readonly rows: readonly ClineMessage[]
  readonly turns: readonly ConversationTurn[]
  /** Results that no request has carried yet. */
  readonly pendingResults: readonly ToolResultBlock[]
  /** What stands for all that was said before, until a request has carried it. */
  readonly opening: string | undefined
  /** Calls that began and never gave a result. */
  readonly interrupted: readonly { readonly callId: string; readonly name: string; readonly summary: string }[]
  /** What came into it that makes its next steps riskier. */
  readonly taint: readonly TaintFact[]
  /** Web addresses that were fetched. */
  readonly fetched: readonly string[]
  readonly queue: readonly QueuedMessage[]
  /** What the person said and no request has carried yet. */
  readonly words: readonly TaggedWords[]
  /** Answers that came just before the program was gone. */
  readonly unheard: readonly UnheardAnswer[]
  /** What it did to files, oldest first. */
  readonly changes: readonly (ChangeRecord | UndoRecord)[]
  /** Records that made no sense, beside those the journal itself could not read. */
  readonly skipped: number
}

interface Replaying {
  taskId: string
  cwd: string
  mode: Mode
  readonly rows: Map<number, ClineMessage>
  /** Keys of the rows, as they stand. */
  readonly order: number[]
  readonly turns: ConversationTurn[]
  readonly results: Map<string, ToolResultBlock>
  opening: string | undefined
  readonly intents: Map<string, { callId: string; name: string; summary: string }>
  readonly taint: TaintFact[]
  readonly fetched: string[]
  queue: readonly QueuedMessage[]
  words: readonly TaggedWords[]
  unheard: readonly UnheardAnswer[]
  readonly changes: (ChangeRecord | UndoRecord)[]
}

/** Rebuilds a task from its records. A record that does not fit is skipped and counted; it never hides the others. */
export function replay(records: readonly unknown[]): ReplayedTask {
  const task: Replaying = {
    taskId: '',
    cwd: '',
    mode: 'act',
    rows: new Map(),
    order: [],
    turns: [],
    results: new Map(),
    opening: undefined,
    intents: new Map(),
    taint: [],
    fetched: [],
    queue: [],
    words: [],
    unheard: [],
    changes: [],
  }
  let skipped = 0
  for (const record of records) {
    if (isOfNewerKind(record)) continue
    if (!isTaskRecord(record) || !take(task, record)) skipped += 1
    else task.unheard = hear(task.unheard, record, record.k === 'patch' ? task.rows.get(record.ts) : undefined)
  }
  const { order, ...rest } = task
  return {
    ...rest,
    rows: order.flatMap((ts) => task.rows.get(ts) ?? []),
    pendingResults: [...task.results.values()],
    interrupted: [...task.intents.values()],
    skipped,
  }
}

/** False when the record does not fit what came before it. */
function take(task: Replaying, record: TaskRecord): boolean {
  switch (record.k) {
    case 'task':
      task.taskId = record.taskId
      task.cwd = record.cwd
      task.mode = record.mode
      return true
    case 'row':
    case 'patch':
    case 'append':
    case 'remove':
      return takeRow(task, record)
    case 'condensed':
      return condense(task, record.opening)
    case 'user':
    case 'assistant':
    case 'result':
      return takeTurn(task, record)
    case 'intent':
      task.intents.set(record.callId, { callId: record.callId, name: record.name, summary: record.summary })
      return true
    case 'mode':
      task.mode = record.mode
      return true
    case 'taint':
      task.taint.push(record.fact)
      return true
    case 'fetched':
      task.fetched.push(record.address)
      return true
    case 'queue':
      task.queue = record.messages
      return true
    case 'words':
      task.words = [...task.words, { tag: record.tag, text: record.text, images: record.images, files: record.files }]
      return true
    case 'change':
    case 'undo':
      task.changes.push(record)
      return true
    default:
      return assertNever(record)
  }
}

function condense(task: Replaying, opening: string): true {
  task.turns.length = 0
  task.results.clear()
  task.intents.clear()
  task.opening = opening
  return true
}

type RowRecord = Extract<TaskRecord, { k: 'row' | 'patch' | 'append' | 'remove' }>

function takeRow({ rows, order }: Pick<Replaying, 'rows' | 'order'>, record: RowRecord): boolean {
  if (record.k === 'row') return addRow({ rows, order }, record)
  const row = rows.get(record.ts)
  if (!row) return false
  if (record.k === 'remove') {
    order.splice(order.lastIndexOf(record.ts), 1)
    return rows.delete(record.ts)
  }
  if (record.k === 'append') return takeAppend(rows, appendToRow(row, record.field, record.append), record.field)
  try {
    rows.set(record.ts, patchRow(row, record.patch))
    return true
  } catch (error) {
    // The one expected failure: after a lost record, a patch may fit no row any more.
    if (error instanceof Error && error.name.endsWith('ZodError')) return false
    throw error
  }
}

/** Where it was put in. That is looked for from the end, near which it is. */
function addRow({ rows, order }: Pick<Replaying, 'rows' | 'order'>, { row, before }: Extract<RowRecord, { k: 'row' }>): boolean {
  const isNew = !rows.has(row.ts)
  if (!keepLegal(rows, row)) return false
  if (!isNew) return true
  const place = before === undefined ? -1 : order.lastIndexOf(before)
  order.splice(place === -1 ? order.length : place, 0, row.ts)
  return true
}

/** Only `data` can become something that is no row. */
function takeAppend(rows: Map<number, ClineMessage>, row: ClineMessage, field: AppendField): boolean {
  if (field === 'data') return keepLegal(rows, row)
  rows.set(row.ts, row)
  return true
}

function keepLegal(rows: Map<number, ClineMessage>, row: unknown): boolean {
  const parsed = ClineMessage.safeParse(row)
  if (parsed.success) rows.set(parsed.data.ts, parsed.data)
  return parsed.success
}

function takeTurn(task: Replaying, record: Extract<TaskRecord, { k: 'user' | 'assistant' | 'result' }>): boolean {
  if (record.k === 'assistant') {
    task.turns.push(record.turn)
    return true
  }
  if (record.k === 'result') {
    task.results.set(record.block.callId, record.block)
    // Calls run one after another: the end of one is also the end of those that it made.
    if (task.intents.has(record.block.callId)) task.intents.clear()
    return true
  }
  const results = record.results.flatMap((callId) => task.results.get(callId) ?? [])
  for (const callId of record.results) task.results.delete(callId)
  // The model was told of what was cut off: from here on it is a thing of the past.
  task.intents.clear()
  // Older journals have no such records and no such count.
  task.words = task.words.slice(record.words ?? 0)
  task.opening = undefined
  task.turns.push({ role: 'user', content: [...results, ...record.content] })
  return true
}
