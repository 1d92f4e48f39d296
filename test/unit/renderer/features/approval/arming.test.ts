import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEAF_MS, createArming } from '../../../../../renderer/features/approval/arming'

describe('when an answer may act', () => {
  let answerable: number | undefined
  const arming = () => createArming((ts) => (answerable = ts))

  beforeEach(() => {
    answerable = undefined
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  it('is not in the first half second of a card', () => {
    arming().show(7)
    vi.advanceTimersByTime(DEAF_MS - 1)
    expect(answerable).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(answerable).toBe(7)
  })

  it('starts anew for the next card', () => {
    const own = arming()
    own.show(7)
    vi.advanceTimersByTime(DEAF_MS)
    own.show(8)
    expect(answerable).toBeUndefined()
    vi.advanceTimersByTime(DEAF_MS)
    expect(answerable).toBe(8)
  })

  it('is not while the window is away, nor in the half second after it comes back', () => {
    const own = arming()
    own.show(7)
    vi.advanceTimersByTime(DEAF_MS)
    own.leave()
    expect(answerable).toBeUndefined()
    vi.advanceTimersByTime(60_000)
    expect(answerable).toBeUndefined()
    own.comeBack()
    vi.advanceTimersByTime(DEAF_MS - 1)
    expect(answerable).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(answerable).toBe(7)
  })

  it('waits for the window when the card appears behind others', () => {
    const own = arming()
    own.leave()
    own.show(7)
    vi.advanceTimersByTime(60_000)
    expect(answerable).toBeUndefined()
  })

  it('does not begin again by a sign of life of a window that was never away', () => {
    const own = arming()
    own.show(7)
    vi.advanceTimersByTime(DEAF_MS)
    own.comeBack()
    expect(answerable).toBe(7)
  })

  it('is over when the place of the card is gone', () => {
    const own = arming()
    own.show(7)
    own.end()
    vi.advanceTimersByTime(DEAF_MS)
    expect(answerable).toBeUndefined()
  })
})
