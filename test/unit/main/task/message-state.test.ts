import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TaskRecord } from '../../../../main/task/journal-records'
import { MessageState, type RowOp } from '../../../../main/task/message-state'
import { replay } from '../../../../main/task/replay'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recorded() {
  const records: TaskRecord[] = []
  const ops: RowOp[] = []
  const rows = new MessageState({ append: (record) => records.push(record), flush: () => Promise.resolve() }, (op) => ops.push(op))
  return { records, ops, rows }
}

describe('the rows of a task', () => {
  it('gives every row a key of its own, rising even within a millisecond', () => {
    const { rows } = recorded()
    const keys = [1, 2, 3].map(() => rows.say({ say: 'info', text: 'x' }))
    expect(new Set(keys).size).toBe(3)
    expect([...keys].sort((a, b) => a - b)).toEqual(keys)
  })

  it('keeps streamed text in order with everything else that happens', () => {
    const { rows, ops } = recorded()
    const text = rows.say({ say: 'text', text: '', partial: true })
    rows.append(text, 'text', 'one ')
    rows.append(text, 'text', 'two')
    const other = rows.say({ say: 'info', text: 'in between' })
    rows.patch(text, { partial: null })
    expect(ops.map((op) => op.op)).toEqual(['row.add', 'row.append', 'row.add', 'row.patch'])
    expect(rows.get(text)).toMatchObject({ text: 'one two' })
    expect(rows.last?.ts).toBe(other)
  })

  it('can stand above another, then and when it is told again', () => {
    const { rows, records, ops } = recorded()
    const [first, second] = [rows.say({ say: 'info', text: 'first' }), rows.say({ say: 'info', text: 'second' })]
    const above = rows.say({ say: 'info', text: 'above' }, second)
    const last = rows.say({ say: 'info', text: 'last' }, 12)
    rows.patch(above, { text: 'changed' })
    const order = [first, above, second, last]
    expect(rows.list().map(({ ts }) => ts)).toEqual(order)
    expect(replay(JSON.parse(JSON.stringify(records)) as unknown[]).rows).toEqual(rows.list())
    expect(ops.map((op) => ('before' in op ? op.before : undefined))).toEqual([undefined, undefined, second, undefined, undefined])
    expect(rows.last?.ts).toBe(last)
  })

  it('can be told again from what was written down', () => {
    const { rows, records } = recorded()
    const ask = rows.addAsk({ ask: 'followup', data: { question: 'Which' }, partial: true })
    rows.append(ask, 'data', { question: ' one?' })
    rows.patch(ask, { partial: null, data: { options: ['a', 'b'] } })
    const gone = rows.say({ say: 'info', text: 'gone' })
    rows.remove(gone)
    rows.patch(ask, { answer: { response: 'messageResponse', text: 'a' } })
    expect(replay(records).rows).toEqual(rows.list())
  })

  it('shows and writes nothing once it was closed', () => {
    const { rows, records, ops } = recorded()
    const ts = rows.say({ say: 'text', text: '', partial: true })
    rows.append(ts, 'text', 'last words')
    rows.close()
    const written = records.length
    rows.append(ts, 'text', 'late')
    rows.patch(ts, { text: 'late' })
    rows.say({ say: 'info', text: 'late' })
    rows.remove(ts)
    vi.advanceTimersByTime(1_000)
    expect(records.length).toBe(written)
    expect(ops.at(-1)).toMatchObject({ op: 'row.append', append: 'last words' })
  })
})
