import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TaskState, isBusy, isWaitingForPerson, taskStateKinds } from '../../../shared/task-state'
import { runs } from './runs'
import { arbitraryOf } from './schema-arbitrary'

describe('TaskState', () => {
  it('lists each kind once, in the order of the union', () => {
    expect(TaskState.options.map((option) => option.shape.kind.value)).toEqual([...taskStateKinds])
  })

  it('survives the wire unchanged', () => {
    fc.assert(
      fc.property(arbitraryOf(TaskState), (state) => {
        expect(TaskState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state)
      }),
      { numRuns: runs(100) },
    )
  })

  it('is never busy and waiting for a person at once', () => {
    fc.assert(
      fc.property(arbitraryOf(TaskState), (state) => {
        expect(isBusy(state) && isWaitingForPerson(state)).toBe(false)
      }),
      { numRuns: runs(100) },
    )
  })

  it.each([
    ['idle', 'neither'],
    ['preparing', 'busy'],
    ['streaming', 'busy'],
    ['retrying', 'busy'],
    ['awaiting_approval', 'waiting'],
    ['awaiting_answer', 'waiting'],
    ['running_tool', 'busy'],
    ['completed', 'neither'],
    ['cancelled', 'neither'],
    ['failed', 'neither'],
  ] as const)('%s is %s', (kind, expected) => {
    const schema = TaskState.options.find((option) => option.shape.kind.value === kind)
    const [state] = fc.sample(arbitraryOf(schema ?? TaskState), { numRuns: 1, seed: 3 })
    expect(state.kind).toBe(kind)
    expect(isBusy(state) ? 'busy' : isWaitingForPerson(state) ? 'waiting' : 'neither').toBe(expected)
  })

  it('refuses a state with the fields of another', () => {
    expect(TaskState.safeParse({ kind: 'streaming' }).success).toBe(false)
    expect(TaskState.parse({ kind: 'idle', askTs: 3 })).toEqual({ kind: 'idle' })
    expect(TaskState.safeParse({ kind: 'compacting', turn: 1 }).success).toBe(false)
  })
})
