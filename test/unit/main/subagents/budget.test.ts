import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Budget } from '../../../../main/subagents/budget'

const limits = { maxTurns: 3, maxTokens: 1_000, maxCost: 1, maxMinutes: 10 }
const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the budget of a subagent', () => {
  it('ends after so many requests, tokens or dollars', () => {
    const turns = new Budget(limits, () => undefined)
    expect([1, 2, 3, 4].map(() => turns.takeTurn())).toEqual([
      undefined,
      undefined,
      undefined,
      'It used all of its 3 requests to the model.',
    ])
    const tokens = new Budget(limits, () => undefined)
    tokens.used({ tokensIn: 300, tokensOut: 100, cacheReads: 500, cacheWrites: 100 })
    expect(tokens.takeTurn()).toBe('It used 1,000 tokens; the limit is 1,000.')
    const cost = new Budget(limits, () => undefined)
    cost.used({ tokensIn: 1, cost: 1.004 })
    expect(cost.takeTurn()).toBe('It cost $1.00; the limit is $1.00.')
    for (const each of [turns, tokens, cost]) each.end()
  })

  it('is not ended by a price that is unknown, nor by a limit of nothing where nothing is paid', () => {
    const budget = new Budget({ ...limits, maxCost: 0 }, () => undefined)
    budget.used({ tokensIn: 10 })
    expect(budget.takeTurn()).toBeUndefined()
    budget.end()
  })

  it('counts the time of work and not that in which the person is asked, by however many at once', async () => {
    const over = vi.fn()
    const budget = new Budget(limits, over)
    budget.begin()
    await vi.advanceTimersByTimeAsync(9 * MINUTE_MS)
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waits = [budget.whileWaiting(one.promise), budget.whileWaiting(other.promise)]
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    one.resolve()
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    other.resolve()
    await Promise.all(waits)
    await vi.advanceTimersByTimeAsync(0.9 * MINUTE_MS)
    expect(over).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0.2 * MINUTE_MS)
    expect(over).toHaveBeenCalledExactlyOnceWith('It worked for 10 minutes, which is its limit.')
  })

  it('may be longer than any timer', async () => {
    const over = vi.fn()
    const budget = new Budget({ ...limits, maxMinutes: 100_000 }, over)
    budget.begin()
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    budget.end()
    expect(over).not.toHaveBeenCalled()
  })

  it('counts no time before it begins', async () => {
    const over = vi.fn()
    const budget = new Budget(limits, over)
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect([over.mock.calls, vi.getTimerCount()]).toEqual([[], 0])
    expect(budget.takeTurn()).toBeUndefined()
  })

  it('says nothing any more once it has ended, though an answer comes later', async () => {
    const over = vi.fn()
    const budget = new Budget(limits, over)
    budget.begin()
    const late = Promise.withResolvers<void>()
    const waits = budget.whileWaiting(late.promise)
    budget.end()
    late.resolve()
    await waits
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect(over).not.toHaveBeenCalled()
  })
})
