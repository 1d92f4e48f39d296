import { z } from 'zod'
import { TaskError } from './messages'

/** How many turns have begun since the task was opened: 0 for one that is only shown. */
const turn = { turn: z.number().int() }

/** What a task is doing now: exactly one of these, with one owner. Busy, cancellable and waiting are derived from it. */
export const TaskState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('preparing'), ...turn }),
  z.object({ kind: z.literal('streaming'), ...turn }),
  z.object({ kind: z.literal('retrying'), ...turn, attempt: z.number().int(), resumeAt: z.number(), cause: TaskError }),
  z.object({ kind: z.literal('awaiting_approval'), ...turn, askTs: z.number().int() }),
  z.object({ kind: z.literal('awaiting_answer'), ...turn, askTs: z.number().int() }),
  z.object({ kind: z.literal('running_tool'), ...turn, tool: z.string(), startedAt: z.number() }),
  z.object({ kind: z.literal('completed'), ...turn, askTs: z.number().int() }),
  z.object({ kind: z.literal('cancelled'), ...turn, askTs: z.number().int() }),
  z.object({ kind: z.literal('failed'), ...turn, error: TaskError }),
])
export type TaskState = z.infer<typeof TaskState>
export type TaskStateKind = TaskState['kind']
export const taskStateKinds = [
  'idle',
  'preparing',
  'streaming',
  'retrying',
  'awaiting_approval',
  'awaiting_answer',
  'running_tool',
  'completed',
  'cancelled',
  'failed',
] as const satisfies readonly TaskStateKind[]

/** True while the task works by itself, so that Cancel makes sense. */
export const isBusy = (state: TaskState): boolean =>
  state.kind === 'preparing' || state.kind === 'streaming' || state.kind === 'retrying' || state.kind === 'running_tool'

/** True while the task stands still until a person answers. */
export const isWaitingForPerson = (state: TaskState): boolean => state.kind === 'awaiting_approval' || state.kind === 'awaiting_answer'

/** It does nothing more by itself, until somebody writes. */
export const isOver = ({ kind }: TaskState): boolean => kind === 'completed' || kind === 'cancelled' || kind === 'failed'
