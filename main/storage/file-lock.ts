import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemCode } from './storage-error'
import { takeFile } from './take-file'

const RETRY_DELAY_MS = 50

/**
 * Runs `work` while no other process does the same under this lock file. A lock whose owner is gone is taken over; so is one that was
 * waited for longer than any such work takes, in ms: where processes are known by their numbers alone, another may have that of a dead owner.
 */
export async function withFileLock<Value>(file: string, work: () => Promise<Value>, longestMs: number): Promise<Value> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // The other holder is another process: its end cannot be awaited, only looked at again.
  for (let waited = 0; !takeFile(file); waited += RETRY_DELAY_MS) {
    if (waited >= longestMs) rmSync(file, { force: true })
    else await delay(RETRY_DELAY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Does a short piece of work while no other process does its own. */
export type AloneWith = <Value>(work: () => Promise<Value>) => Promise<Value>

/** A keychain may ask the person first. */
const LONGEST_MS = 60_000

/** For work that is not to be kept back where the lock itself cannot be made: it says what is wrong by itself. */
export function aloneWith(file: string): AloneWith {
  return async (work) => {
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      return work()
    }
    try {
      return await withFileLock(file, begin, LONGEST_MS)
    } catch (error) {
      if (hasBegun || systemCode(error) === undefined) throw error
      return work()
    }
  }
}
