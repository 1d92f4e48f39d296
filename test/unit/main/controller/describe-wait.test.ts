import { expect, it } from 'vitest'
import { InputWaits } from '../../../../main/controller/describe-wait'
import type { RowOp } from '../../../../main/task/message-state'

const patch = (ts: number, data: Record<string, string | null>): RowOp => ({ op: 'row.patch', ts, patch: { data } })

it('tells when commands begin and cease to wait for input, each once', () => {
  const waits = new InputWaits()
  expect(waits.take(patch(1, { status: 'running' }))).toBe(false)
  expect(waits.describe()).toBeUndefined()
  expect(waits.take(patch(1, { waitsForInput: 'line' }))).toBe(true)
  expect(waits.take(patch(1, { waitsForInput: 'hidden' }))).toBe(false)
  expect(waits.take(patch(2, { waitsForInput: 'line' }))).toBe(true)
  expect(waits.describe()).toBe('A command waits for input')
  expect(waits.take(patch(1, { waitsForInput: null }))).toBe(true)
  expect(waits.describe()).toBe('A command waits for input')
  expect(waits.take(patch(2, { waitsForInput: null }))).toBe(true)
  expect(waits.describe()).toBeUndefined()
})
