import { expect, test } from 'vitest'
import type { HistoryItem, SessionSummary } from '../../../../../shared/extension-state'
import { sessionGroups } from '../../../../../renderer/features/sidebar/session-groups'

const now = new Date(2026, 4, 20, 15, 0).getTime()
const DAY_MS = 86_400_000
const session = (sessionId: string, state: SessionSummary['state'], ts = now, taskId = `task-${sessionId}`): SessionSummary => ({
  sessionId,
  taskId,
  title: sessionId,
  cwd: '/p',
  state,
  ts,
})
const task = (id: string, ts: number): HistoryItem => ({
  id,
  ts,
  task: id,
  cwd: '/p',
  status: 'completed',
  tokensIn: 1,
  tokensOut: 1,
  cacheReads: 0,
  cacheWrites: 0,
})
const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

test('what waits stands first, the longest waiting on top, then what runs, newest first', () => {
  const groups = sessionGroups(
    [
      session('running-old', 'preparing', now - 5000),
      session('asked-late', 'awaiting_answer', now - 1000),
      session('asked-early', 'awaiting_approval', now - 9000),
      session('running-new', 'retrying', now),
    ],
    [],
    now,
  )
  expect(titles(groups.waiting)).toEqual(['asked-early', 'asked-late'])
  expect(titles(groups.running)).toEqual(['running-new', 'running-old'])
  expect(groups.earlier).toEqual([])
})

test('the rest stands by day, and a task that is open in a session stands there once', () => {
  const groups = sessionGroups(
    [session('open', 'completed', now - 1000, 'task-open')],
    [
      task('task-open', now - 1000),
      task('this-morning', now - 4 * 3_600_000),
      task('yesterday', now - DAY_MS),
      task('long-ago', now - 400 * DAY_MS),
    ],
    now,
  )
  expect(groups.earlier.map(({ day, items }) => [day, titles(items)])).toEqual([
    ['Today', ['open', 'this-morning']],
    ['Yesterday', ['yesterday']],
    [expect.stringContaining('2025'), ['long-ago']],
  ])
})

test('a price that nobody knows is told apart from a task that sent nothing', () => {
  const groups = sessionGroups([], [task('used', now), { ...task('unused', now - 1), tokensIn: 0, tokensOut: 0 }], now)
  expect(groups.earlier[0].items.map(({ hasCost, cost }) => [hasCost, cost])).toEqual([
    [true, undefined],
    [false, undefined],
  ])
})

test('only what waits for the person says what it waits for', () => {
  const cancelled = { ...session('cancelled', 'cancelled', now - 1), waitsFor: 'Run sleep 60' }
  const asked = { ...session('asked', 'awaiting_approval', now), waitsFor: 'Run npm test' }
  const groups = sessionGroups([cancelled, asked], [], now)
  expect(groups.waiting.map(({ waitsFor }) => waitsFor)).toEqual(['Run npm test'])
  expect(groups.earlier[0].items.map(({ waitsFor, status }) => [waitsFor, status])).toEqual([[undefined, 'cancelled']])
})

test('a session whose command waits for input waits, although it runs', () => {
  const running = { ...session('typing', 'running_tool'), waitsFor: 'A command waits for input' }
  const groups = sessionGroups([running, session('other', 'running_tool')], [], now)
  expect(groups.waiting).toMatchObject([{ title: 'typing', waitsFor: 'A command waits for input' }])
  expect(titles(groups.running)).toEqual(['other'])
})
