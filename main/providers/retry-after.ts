/** The part of `Headers` that is read here. */
export interface HeaderReader {
  get(name: string): string | null
  [Symbol.iterator](): IterableIterator<[string, string]>
}

/**
 * How long the provider asks to wait, in ms from `now`; `undefined` when it does not say or says nonsense. Not capped:
 * whoever waits decides how long it is willing to.
 */
export function retryAfterMs(headers: HeaderReader, now: number): number | undefined {
  const exact = positive(Number(headers.get('retry-after-ms') ?? Number.NaN))
  if (exact !== undefined) return exact
  return secondsOrDate(headers.get('retry-after'), now) ?? usedUpReset(headers, now)
}

/** `retry-after`: seconds, or an HTTP date. */
function secondsOrDate(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  return positive(Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000)
}

const positive = (ms: number): number | undefined => (Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined)

const resetHeader = /^(?:anthropic-ratelimit-.*-reset|x-ratelimit-reset(?:-.*)?|ratelimit-reset)$/

/** The latest reset among the limits that are used up; where nothing tells which are, the earliest of all. */
function usedUpReset(headers: HeaderReader, now: number): number | undefined {
  const resets = [...headers]
    .filter(([name]) => resetHeader.test(name))
    .flatMap(([name, value]) => {
      const ms = resetMs(value, now)
      return ms === undefined ? [] : [{ ms, isUsedUp: headers.get(name.replace('reset', 'remaining')) === '0' }]
    })
  const usedUp = resets.filter((reset) => reset.isUsedUp)
  if (usedUp.length > 0) return Math.max(...usedUp.map((reset) => reset.ms))
  return resets.length > 0 ? Math.min(...resets.map((reset) => reset.ms)) : undefined
}

const YEAR_MS = 365 * 24 * 3_600_000

/** A date, a duration such as `6m0s`, seconds from now, or a moment since 1970 in seconds or milliseconds. */
function resetMs(value: string, now: number): number | undefined {
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  if (parts.length > 0 && parts.map((part) => part[0]).join('') === value.trim()) {
    return positive(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * unitMs(unit), 0))
  }
  const amount = Number(value)
  if (Number.isNaN(amount)) return positive(Date.parse(value) - now)
  if (amount > now - YEAR_MS) return positive(amount - now)
  return positive(amount * 1000 > now - YEAR_MS ? amount * 1000 - now : amount * 1000)
}

function unitMs(unit: string | undefined): number {
  if (unit === 'h') return 3_600_000
  if (unit === 'm') return 60_000
  return unit === 's' ? 1000 : 1
}
