import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, planRetry } from '../../../../main/task/retry'

const busy = { kind: 'busy', message: 'The server is busy.' } as const

describe('waiting before another try', () => {
  it('waits longer each time and over ten minutes in all', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => planRetry(busy, index + 1, () => 0.5))
    const total = delays.reduce((sum, plan) => sum + (plan.kind === 'wait' ? plan.delayMs : 0), 0)
    expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8].map((seconds) => ({ kind: 'wait', delayMs: seconds * 1000 })))
    expect(total).toBeGreaterThan(9 * 60_000)
    expect(planRetry(busy, MAX_ATTEMPTS, () => 0.5)).toEqual({ kind: 'give_up' })
  })

  it('spreads the tries of many clients', () => {
    expect(planRetry(busy, 3, () => 0)).toEqual({ kind: 'wait', delayMs: 3_000 })
    expect(planRetry(busy, 3, () => 0.999)).toEqual({ kind: 'wait', delayMs: 4_998 })
  })

  it('waits exactly as long as the provider says, but not for days', () => {
    expect(planRetry({ ...busy, kind: 'limit', retryAfterMs: 90_000 }, 1, () => 0)).toEqual({ kind: 'wait', delayMs: 90_000 })
    expect(planRetry({ ...busy, kind: 'limit', retryAfterMs: 48 * 3_600_000 }, 1, () => 0)).toEqual({ kind: 'give_up' })
  })

  it.each(['auth', 'billing', 'not_found', 'bad_request', 'context_window', 'protocol', 'empty'] as const)(
    'does not wait out %s',
    (kind) => {
      expect(planRetry({ kind, message: 'No.' }, 1, () => 0.5)).toEqual({ kind: 'give_up' })
    },
  )
})
