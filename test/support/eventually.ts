import { vi } from 'vitest'

/** How long anything may take before it counts as never, in ms: much more than a busy machine needs, and less than a test may take. */
export const NEVER_MS = 30_000

/** Tries again and again until it does not throw any more, and gives what it gave. */
export const eventually = <Value>(attempt: () => Value | Promise<Value>, interval = 50): Promise<Value> =>
  vi.waitFor(attempt, { timeout: NEVER_MS, interval })
