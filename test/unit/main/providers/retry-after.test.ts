import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '../../../../main/providers/retry-after'

const now = Date.UTC(2026, 10, 30, 12)
const wait = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now)

describe('retryAfterMs', () => {
  it.each([
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': new Date(now + 90_000).toUTCString() }, 90_000],
    [{ 'retry-after': '999999' }, 999_999_000],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': new Date(now - 90_000).toUTCString() }, undefined],
    [{}, undefined],
    [{ 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-reset-tokens': '1.5s', 'x-ratelimit-reset-requests': '2m' }, 1500],
    [{ 'x-ratelimit-reset-tokens': '20ms' }, 20],
    [{ 'x-ratelimit-reset': String(now + 5000) }, 5000],
    [{ 'x-ratelimit-reset': String((now + 5000) / 1000) }, 5000],
    [{ 'ratelimit-reset': '30' }, 30_000],
    [{ 'anthropic-ratelimit-requests-reset': new Date(now + 7000).toISOString() }, 7000],
  ])('reads %o as %s ms', (headers, ms) => {
    expect(wait(headers)).toBe(ms)
  })

  it('waits for the limit that is used up, not for one that is not', () => {
    expect(
      wait({
        'anthropic-ratelimit-requests-remaining': '50',
        'anthropic-ratelimit-requests-reset': new Date(now + 1000).toISOString(),
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': new Date(now + 60_000).toISOString(),
      }),
    ).toBe(60_000)
  })
})
