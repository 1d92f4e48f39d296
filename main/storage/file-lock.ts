import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
