import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyStateOps } from '../../../../shared/apply-state-ops'
import { initialExtensionState } from '../../../../shared/extension-state'
import type { ClineMessage } from '../../../../shared/messages'
import { type AppState, applyPush, createAppStore, setUi, toExtensionState } from '../../../../renderer/store/app-store'
import { rowsOf, tableOf } from '../../../../renderer/store/row-table'
import { arbitraryOps } from '../../../support/arbitrary-rows'
import { cpuTime } from '../../../support/cpu-time'

const filledStore = (rows: ClineMessage[] = []) => {
  const store = createAppStore()
  applyPush(store, [{ op: 'snapshot', state: { ...initialExtensionState, clineMessages: rows } }])
  return store
}
const texts = (count: number): ClineMessage[] =>
  Array.from({ length: count }, (_, index) => ({ ts: index + 1, type: 'say', say: 'text', text: `row ${index}` }))

test('holds after any history of pushes what the shared function computes', () => {
  fc.assert(
    fc.property(arbitraryOps, (ops) => {
      const store = filledStore()
      for (const op of ops) applyPush(store, [op])
      expect(toExtensionState(store.getState())).toEqual(applyStateOps(initialExtensionState, ops))
    }),
    { numRuns: 300 },
  )
})

test('draws after any history of pushes the same entries as if it had begun with the result', () => {
  fc.assert(
    fc.property(arbitraryOps, (ops) => {
      const store = filledStore()
      for (const op of ops) applyPush(store, [op])
      const { rows } = store.getState()
      const anew = tableOf(rowsOf(rows))
      expect(rows.entries).toEqual(anew.entries)
      expect(rows.order).toEqual(anew.order)
    }),
    { numRuns: 500 },
  )
})

test('a streamed piece changes its row and nothing else', () => {
  const store = filledStore(texts(1000))
  const before = store.getState().rows
  const other = before.byTs.get(500)
  applyPush(store, [{ op: 'row.append', ts: 1000, field: 'text', append: ' and more' }])
  const after = store.getState().rows
  expect(after).not.toBe(before)
  expect(after.entries).toBe(before.entries)
  expect(after.order).toBe(before.order)
  expect(after.byTs.get(500)).toBe(other)
  expect(after.byTs.get(1000)?.text).toBe('row 999 and more')
})

test('a streamed piece costs the same in a chat of 100 and of 20,000 rows', () => {
  const timeOf = (count: number) => {
    const store = filledStore(texts(count))
    return cpuTime(0, () => {
      for (let piece = 0; piece < 2000; piece++) applyPush(store, [{ op: 'row.append', ts: count, field: 'text', append: 'x' }])
    })
  }
  timeOf(100)
  // A cost that grows with the history would be 200 times as high.
  expect(timeOf(20_000)).toBeLessThan(timeOf(100) * 20 + 20)
})

test('forgets what was opened in the log when another chat comes, and keeps it when the same one is sent again', () => {
  const store = filledStore(texts(1))
  const opened = (state: AppState) => state.ui.opened.get('1:diff')
  setUi(store, { opened: new Map([['1:diff', true]]) })
  applyPush(store, [{ op: 'snapshot', state: { ...initialExtensionState, clineMessages: texts(2) } }])
  expect(opened(store.getState())).toBe(true)
  applyPush(store, [{ op: 'snapshot', state: { ...initialExtensionState, currentSessionId: 'other' } }])
  expect(opened(store.getState())).toBeUndefined()
})
