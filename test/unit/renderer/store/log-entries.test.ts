import { expect, test } from 'vitest'
import type { ClineMessage } from '../../../../shared/messages'
import { type LogEntry, appendEntry } from '../../../../renderer/store/log-entries'

function logOf(...rows: ClineMessage[]): readonly LogEntry[] {
  const byTs = new Map(rows.map((row) => [row.ts, row]))
  const entries: LogEntry[] = []
  for (const row of rows) appendEntry(entries, row, byTs)
  return entries
}

const entriesOf = (...rows: ClineMessage[]): number[] => logOf(...rows).map(({ ts }) => ts)

const failedRequest: ClineMessage = {
  ts: 1,
  type: 'say',
  say: 'api_req_started',
  data: { cancelReason: 'streaming_failed', streamingFailedMessage: 'The key is not valid.' },
}
const retried: ClineMessage = {
  ts: 2,
  type: 'say',
  say: 'error_retry',
  data: { attempt: 3, maxAttempts: 3, delaySeconds: 0, errorMessage: 'The key is not valid.', failed: true },
}
const question: ClineMessage = { ts: 3, type: 'ask', ask: 'api_req_failed', data: { kind: 'auth', message: 'The key is not valid.' } }

test('a failed request is told once: by the row that asks what to do about it', () => {
  expect(entriesOf(failedRequest, question)).toEqual([3])
  expect(entriesOf(failedRequest, retried, question)).toEqual([3])
  expect(entriesOf(failedRequest)).toEqual([1])
})

test('what the person cancelled stays in the log beside a later failure', () => {
  expect(entriesOf({ ...failedRequest, data: { cancelReason: 'user_cancelled' } }, question)).toEqual([1, 3])
})

test('reads that were asked for together are listed below the card that names the first of them', () => {
  const read = (ts: number): ClineMessage => ({ ts, type: 'say', say: 'tool', data: { tool: 'readFile', status: 'done', path: `${ts}` } })
  const also = [2, 3].map((ts) => ({ callId: `${ts}`, summary: `Read ${ts}` }))
  const asked: ClineMessage = { ts: 1, type: 'ask', ask: 'tool', data: { tool: 'readFile', status: 'done', path: '1', also } }
  expect(logOf(asked, read(2), read(3))).toEqual([
    { kind: 'row', ts: 1 },
    { kind: 'reads', ts: 2, rows: [2, 3], isListed: true },
  ])
  expect(logOf(read(2), read(3))).toEqual([{ kind: 'reads', ts: 2, rows: [2, 3] }])
})

test('steps in the browser share one card, with what was thought between them, until it is closed', () => {
  const step = (ts: number, action: string): ClineMessage => ({ ts, type: 'say', say: 'browser_action', data: { action, status: 'done' } })
  const launch: ClineMessage = { ts: 1, type: 'ask', ask: 'browser_action_launch', data: { action: 'launch', status: 'done' } }
  const thought: ClineMessage = { ts: 3, type: 'say', say: 'reasoning', text: 'Now the form.' }
  const words: ClineMessage = { ts: 8, type: 'say', say: 'text', text: 'It works.' }
  expect(logOf(launch, step(2, 'click'), thought, step(4, 'type'), step(5, 'close'), step(6, 'launch'), step(7, 'click'), words)).toEqual([
    { kind: 'browser', ts: 1, rows: [1, 2, 3, 4, 5] },
    { kind: 'browser', ts: 6, rows: [6, 7] },
    { kind: 'row', ts: 8 },
  ])
})
