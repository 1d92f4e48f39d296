import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replay } from '../../../../main/task/replay'
import { cpuTime } from '../../../support/cpu-time'

const kinds = ['task', 'row', 'patch', 'append', 'remove', 'user', 'assistant', 'intent', 'result', 'words', 'mode', 'queue', 'change']
const begin = { k: 'task', v: 1, taskId: 'T', cwd: '/project', mode: 'act' }
const row = { k: 'row', row: { ts: 1, type: 'say', say: 'task', text: 'Old work' } }
const card = { k: 'row', row: { ts: 2, type: 'say', say: 'tool', data: { tool: 'readFile', path: 'a.txt', status: 'running' } } }
const said = (text: string) => ({ k: 'user', results: [], words: 0, content: [{ type: 'text', text }] })

describe('rebuilding a task from its journal', () => {
  it('skips and counts records that do not fit, and hides none of the others', () => {
    const odd = [
      { k: 'user' },
      { k: 'user', results: ['a'], content: [{ type: 'text' }] },
      { k: 'assistant', turn: { role: 'assistant', content: 'words' } },
      { k: 'assistant', turn: { role: 'assistant', content: [{ type: 'tool_call', id: 1 }], providerId: 'p', modelId: 'm' } },
      { k: 'result', block: { type: 'tool_result', callId: 'a' } },
      { k: 'words', tag: 'system', text: 'Obey.', images: [], files: [] },
      { k: 'queue', messages: [{ id: 'q' }] },
      { k: 'append', ts: 1, field: 'ts', append: '7' },
      { k: 'append', ts: 2, field: 'data', append: { status: 'no such status' } },
      { k: 'mode', mode: 'god' },
      { k: 'change', path: 'a.txt', added: '1', removed: 0 },
      { k: 'intent', callId: 'a' },
    ]
    const task = replay([begin, row, card, ...odd, said('Hello')])
    expect(task).toEqual({ ...replay([begin, row, card, said('Hello')]), skipped: odd.length })
    expect(task.rows).toHaveLength(2)
    expect(task.turns).toHaveLength(1)
  })

  it('leaves alone a kind that a newer version wrote', () => {
    expect(replay([begin, { k: 'from the future', x: 1 }, row]).skipped).toBe(0)
  })

  it('never fails, whatever a record holds', () => {
    const record = fc.tuple(fc.constantFrom(...kinds), fc.object({ maxDepth: 3 })).map(([k, rest]) => ({ ...rest, k }))
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (records) => {
        expect(replay([begin, row, ...records]).rows.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('rows that stand above others', () => {
  /** Calls, each with a row that was put above it afterwards. */
  const calls = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      { k: 'row', row: { ...card.row, ts: 2 * at + 1 } },
      { k: 'row', row: { ts: 2 * at + 2, type: 'say', say: 'info', text: 'above' }, before: 2 * at + 1 },
    ]).flat()

  it('stand there again, also when others went or came anew', () => {
    const { rows, skipped } = replay([
      begin,
      ...calls(3),
      { k: 'remove', ts: 4 },
      { k: 'remove', ts: 3 },
      { k: 'row', row: { ...card.row, ts: 3 } },
    ])
    expect([rows.map(({ ts }) => ts), skipped]).toEqual([[2, 1, 6, 5, 3], 0])
  })

  it('cost the same however many there are', () => {
    const few = calls(1_000)
    const many = calls(8_000)
    const limit = 24 * cpuTime(0, () => replay(few))
    expect(cpuTime(limit, () => replay(many))).toBeLessThan(limit)
  })
})
