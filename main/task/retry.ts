import type { ProviderErrorFacts } from '../providers/provider-error'

/** Busy servers are waited for: 1, 2, 4 … 60 s, in all a little over ten minutes. */
export const MAX_ATTEMPTS = 15
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000
/** A limit that resets later than this is for the person to decide about, not to sit out. */
const LONGEST_STATED_DELAY_MS = 6 * 60 * 60_000

export type RetryPlan = { readonly kind: 'wait'; readonly delayMs: number } | { readonly kind: 'give_up' }

/**
 * Whether and how long to wait before try number `attempt + 1`. What the provider says counts; else exponential
 * delays with a jitter of a quarter, so that many clients do not come back at once. `random` is in [0, 1).
 */
export function planRetry(facts: ProviderErrorFacts, attempt: number, random: () => number): RetryPlan {
  const passing = facts.kind === 'busy' || facts.kind === 'limit' || facts.kind === 'network'
  if (!passing || attempt >= MAX_ATTEMPTS) return { kind: 'give_up' }
  if (facts.retryAfterMs !== undefined) {
    return facts.retryAfterMs <= LONGEST_STATED_DELAY_MS ? { kind: 'wait', delayMs: facts.retryAfterMs } : { kind: 'give_up' }
  }
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return { kind: 'wait', delayMs: Math.round(delay * (0.75 + random() * 0.5)) }
}
