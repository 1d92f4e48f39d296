import { expect, it } from 'vitest'
import { boundedJournal } from '../../../../main/subagents/bounded-journal'
import type { TaskRecord } from '../../../../main/task/journal-records'
import { replay } from '../../../../main/task/replay'

const call = (ts: number, content: string): TaskRecord => ({
  k: 'row',
  row: { ts, type: 'say', say: 'tool', data: { tool: 'readFile', content, status: 'running' } },
})

it('takes no more once it is full and says so, but how what stands there ended', () => {
  const records: TaskRecord[] = []
  const journal = boundedJournal({ append: (record) => records.push(record), flush: () => Promise.resolve() }, 1_000)
  journal.append(call(1, 'x'.repeat(500)))
  journal.append(call(2, 'y'.repeat(500)))
  journal.append(call(3, 'z'))
  for (let at = 0; at < 1_000; at++) journal.append(call(4 + at, 'v'.repeat(1_000)))
  for (const ts of [1, 3]) journal.append({ k: 'patch', ts, patch: { data: { status: 'done' } } })
  const { rows } = replay(records)
  expect(rows).toMatchObject([{ ts: 1, data: { status: 'done' } }, { text: expect.stringMatching(/^This log is full/) }])
  for (let at = 0; at < 1_000; at++) journal.append({ k: 'patch', ts: 1, patch: { text: 'w'.repeat(1_000) } })
  expect(JSON.stringify(records).length).toBeLessThan(600_000)
})
