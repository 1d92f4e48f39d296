import { expect } from 'vitest'
import { exitCodes, type HeadlessEvent } from '../../../main/headless/events'
import { AskResponse, ClineMessage, toolStatusOf } from '../../../shared/messages'
import { appendToRow } from '../../../shared/row-change'
import type { Ended } from './program'

type MessageEvent = Extract<HeadlessEvent, { type: 'message' }>
const FINAL = new Set(['done', 'denied', 'failed', 'cancelled'])
const isError = (row: ClineMessage) => row.type === 'say' && row.say === 'error_retry'

/** What holds for the stream of every run, however it went. */
export function checkStream(ended: Ended, oddLines: readonly string[]): void {
  const { events, status, stdout } = ended
  expect(oddLines).toEqual([])
  expect(stdout.endsWith('\n')).toBe(true)
  expect(events[0]?.type, ended.stderr).toBe('task')
  expect(events.filter(({ type }) => type === 'task')).toHaveLength(1)
  const last = events.at(-1)
  expect(last?.type, `last of ${JSON.stringify(events.slice(-3))} ${ended.stderr}`).toBe('result')
  expect(events.filter(({ type }) => type === 'result')).toHaveLength(1)
  if (last?.type === 'result' && events[0]?.type === 'task') {
    expect(status, last.status).toBe(exitCodes[last.status])
    expect(last.taskId).toBe(events[0].taskId)
  }
  checkRows(events, events[0]?.type === 'task' && events[0].resumed)
  checkUsage(events)
}

/** A row is told when it begins and when it is finished; in between its pieces come, and they add up. */
function checkRows(events: readonly HeadlessEvent[], isResumed: boolean): void {
  const rows = new Map<number, ClineMessage>()
  const times = new Map<number, number>()
  const asked = new Set<number>()
  for (const event of events) {
    if (event.type === 'message') takeMessage(event, rows, times, isResumed)
    if (event.type === 'delta') {
      const row = rows.get(event.ts)
      if (!row) throw new Error(`A delta of the unknown row ${event.ts}`)
      expect(isFinished(row), `a delta after the end of ${JSON.stringify(row)}`).toBe(false)
      rows.set(event.ts, appendToRow(row, event.field, event.append))
    }
    if (event.type === 'ask') {
      expect(asked.has(event.ts), 'an ask told twice').toBe(false)
      asked.add(event.ts)
      expect(rows.has(event.ts), 'an ask before its message').toBe(true)
      expect(ClineMessage.parse(event.message)).toEqual(event.message)
      expect(event.message).toMatchObject({ ts: event.ts, type: 'ask', ask: event.ask })
      for (const action of event.actions) {
        expect(Object.keys(action)).toEqual(['response', 'label'])
        AskResponse.parse(action.response)
        expect(action.label).not.toBe('')
      }
      rows.set(event.ts, event.message)
    }
  }
  for (const row of rows.values()) expect(isFinished(row), `never told as finished: ${JSON.stringify(row)}`).toBe(true)
}

function takeMessage({ message }: MessageEvent, rows: Map<number, ClineMessage>, times: Map<number, number>, isResumed: boolean): void {
  expect(ClineMessage.parse(message)).toEqual(message)
  const { ts } = message
  const before = rows.get(ts)
  if (before === undefined) {
    if (!isResumed) expect(ts).toBeGreaterThan(Math.max(0, ...rows.keys()))
  } else {
    expect(message.partial, `a streaming row told again: ${JSON.stringify(message)}`).toBeFalsy()
    for (const field of ['text', 'reasoning'] as const) {
      if (before.partial && before[field]) expect(message[field], 'the pieces and the whole').toBe(before[field])
    }
  }
  times.set(ts, (times.get(ts) ?? 0) + 1)
  if (!isError(message)) expect(times.get(ts), JSON.stringify(message)).toBeLessThanOrEqual(2)
  rows.set(ts, message)
}

function isFinished(row: ClineMessage): boolean {
  if (row.partial) return false
  const status = toolStatusOf(row)
  return status === undefined || FINAL.has(status)
}

const counts = ['tokensIn', 'tokensOut', 'cacheReads', 'cacheWrites', 'contextTokens'] as const

function checkUsage(events: readonly HeadlessEvent[]): void {
  let before = 0
  for (const event of events) {
    if (event.type !== 'usage') continue
    for (const name of counts) expect(event[name], name).toBeGreaterThanOrEqual(0)
    expect(event.tokensIn + event.tokensOut).toBeGreaterThanOrEqual(before)
    before = event.tokensIn + event.tokensOut
  }
}
