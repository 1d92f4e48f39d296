import { describe, expect, it } from 'vitest'
import { type Kind, machine, step, type TaskEvent } from '../../../../main/task/machine'
import { type TaskState, taskStateKinds, TaskState as TaskStateSchema } from '../../../../shared/task-state'

const error = { kind: 'bug', message: 'It broke.' } as const
const samples: { readonly [K in Kind]: TaskState } = {
  idle: { kind: 'idle' },
  preparing: { kind: 'preparing', turn: 3 },
  streaming: { kind: 'streaming', turn: 3 },
  retrying: { kind: 'retrying', turn: 3, attempt: 1, resumeAt: 5, cause: error },
  awaiting_approval: { kind: 'awaiting_approval', turn: 3, askTs: 7 },
  awaiting_answer: { kind: 'awaiting_answer', turn: 3, askTs: 7 },
  running_tool: { kind: 'running_tool', turn: 3, tool: 'read_file', startedAt: 1 },
  completed: { kind: 'completed', turn: 3, askTs: 7 },
  cancelled: { kind: 'cancelled', turn: 3, askTs: 7 },
  failed: { kind: 'failed', turn: 3, error },
}
const events: { readonly [T in TaskEvent['type']]: Extract<TaskEvent, { type: T }> } = {
  user_message: { type: 'user_message' },
  request_sent: { type: 'request_sent' },
  retry_scheduled: { type: 'retry_scheduled', attempt: 2, resumeAt: 9, cause: error },
  retry_due: { type: 'retry_due' },
  approval_needed: { type: 'approval_needed', askTs: 11 },
  answer_needed: { type: 'answer_needed', askTs: 11 },
  answered: { type: 'answered' },
  tool_started: { type: 'tool_started', tool: 'read_file', startedAt: 2 },
  next_turn: { type: 'next_turn' },
  finished: { type: 'finished', askTs: 11 },
  cancelled: { type: 'cancelled', askTs: 11 },
  broke: { type: 'broke', error },
}
const pairs = taskStateKinds.flatMap((kind) => Object.values(events).map((event) => [kind, event] as const))

describe('the steps of a task', () => {
  it.each(pairs)('from %s on $type is a legal state, or refused as a bug', (kind, event) => {
    const legal = event.type in machine[kind]
    if (!legal) {
      expect(() => step(samples[kind], event)).toThrow(`A task that is ${kind} cannot take the step ${event.type}.`)
      return
    }
    expect(() => TaskStateSchema.parse(step(samples[kind], event))).not.toThrow()
  })

  it('can be cancelled and can break in every state', () => {
    for (const kind of taskStateKinds) {
      expect(step(samples[kind], events.cancelled)).toEqual({ kind: 'cancelled', turn: kind === 'idle' ? 0 : 3, askTs: 11 })
      expect(step(samples[kind], events.broke)).toMatchObject({ kind: 'failed' })
    }
  })

  it('counts a turn only when a new one begins', () => {
    expect(step(samples.idle, events.user_message)).toEqual({ kind: 'preparing', turn: 1 })
    expect(step(samples.running_tool, events.next_turn)).toEqual({ kind: 'preparing', turn: 4 })
    expect(step(samples.retrying, events.retry_due)).toEqual({ kind: 'preparing', turn: 3 })
    expect(step(samples.preparing, events.request_sent)).toEqual({ kind: 'streaming', turn: 3 })
  })
})
