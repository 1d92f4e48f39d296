import type { TaskError } from '../../shared/messages'
import type { TaskState } from '../../shared/task-state'

/** What can happen to a task. */
export type TaskEvent =
  | { readonly type: 'user_message' }
  | { readonly type: 'request_sent' }
  | { readonly type: 'retry_scheduled'; readonly attempt: number; readonly resumeAt: number; readonly cause: TaskError }
  | { readonly type: 'retry_due' }
  | { readonly type: 'approval_needed'; readonly askTs: number }
  | { readonly type: 'answer_needed'; readonly askTs: number }
  | { readonly type: 'answered' }
  | { readonly type: 'tool_started'; readonly tool: string; readonly startedAt: number }
  | { readonly type: 'next_turn' }
  | { readonly type: 'finished'; readonly askTs: number }
  | { readonly type: 'cancelled'; readonly askTs: number }
  | { readonly type: 'broke'; readonly error: TaskError }

export type Kind = TaskState['kind']
type StateOf<K extends Kind> = Extract<TaskState, { kind: K }>
type EventOf<T extends TaskEvent['type']> = Extract<TaskEvent, { type: T }>
type Row<K extends Kind> = { readonly [T in TaskEvent['type']]?: (state: StateOf<K>, event: EventOf<T>) => TaskState }

const turnOf = (state: TaskState): number => ('turn' in state ? state.turn : 0)

const begin = (state: TaskState): TaskState => ({ kind: 'preparing', turn: turnOf(state) + 1 })
const sameTurn = (state: TaskState): TaskState => ({ kind: 'preparing', turn: turnOf(state) })
const stream = (state: TaskState): TaskState => ({ kind: 'streaming', turn: turnOf(state) })
const waitToRetry = (state: TaskState, { attempt, resumeAt, cause }: EventOf<'retry_scheduled'>): TaskState => ({
  kind: 'retrying',
  turn: turnOf(state),
  attempt,
  resumeAt,
  cause,
})
const askApproval = (state: TaskState, { askTs }: EventOf<'approval_needed'>): TaskState => ({
  kind: 'awaiting_approval',
  turn: turnOf(state),
  askTs,
})
const askPerson = (state: TaskState, { askTs }: EventOf<'answer_needed'>): TaskState => ({
  kind: 'awaiting_answer',
  turn: turnOf(state),
  askTs,
})
const runTool = (state: TaskState, { tool, startedAt }: EventOf<'tool_started'>): TaskState => ({
  kind: 'running_tool',
  turn: turnOf(state),
  tool,
  startedAt,
})
const complete = (state: TaskState, { askTs }: EventOf<'finished'>): TaskState => ({ kind: 'completed', turn: turnOf(state), askTs })
const cancelled = (state: TaskState, { askTs }: EventOf<'cancelled'>): TaskState => ({ kind: 'cancelled', turn: turnOf(state), askTs })
const broke = (state: TaskState, { error }: EventOf<'broke'>): TaskState => ({ kind: 'failed', turn: turnOf(state), error })

const ends = { cancelled, broke } as const

/** Every legal step, and nothing else. The table is also the test. */
export const machine: { readonly [K in Kind]: Row<K> } = {
  idle: { user_message: begin, finished: complete, ...ends },
  preparing: { request_sent: stream, retry_scheduled: waitToRetry, answer_needed: askPerson, ...ends },
  streaming: {
    request_sent: stream,
    retry_scheduled: waitToRetry,
    approval_needed: askApproval,
    answer_needed: askPerson,
    tool_started: runTool,
    next_turn: begin,
    finished: complete,
    ...ends,
  },
  retrying: { retry_due: sameTurn, answer_needed: askPerson, ...ends },
  awaiting_approval: { answered: stream, ...ends },
  awaiting_answer: { answered: stream, next_turn: begin, user_message: begin, ...ends },
  running_tool: {
    approval_needed: askApproval,
    answer_needed: askPerson,
    tool_started: runTool,
    next_turn: begin,
    finished: complete,
    ...ends,
  },
  completed: { user_message: begin, answered: stream, ...ends },
  cancelled: { user_message: begin, ...ends },
  failed: { user_message: begin, ...ends },
}

/** The state after an event. Throws on a step that is not in the table: an illegal step is a bug. */
export function step(state: TaskState, event: TaskEvent): TaskState {
  // The row of a kind takes states of that kind; the compiler cannot follow the pairing through the index.
  const row = machine[state.kind] as { readonly [type: string]: ((state: TaskState, event: TaskEvent) => TaskState) | undefined }
  const next = row[event.type]
  if (!next) throw new Error(`A task that is ${state.kind} cannot take the step ${event.type}.`)
  return next(state, event)
}
