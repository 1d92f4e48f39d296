import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { takeFile } from './take-file'

const RETRY_DELAY_MS = 50

/** Runs `work` while no other process does the same under this lock file. A lock whose owner is gone is taken over. */
export async function withFileLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  mkdirSync(dirname(file), { recursive: true })
  // The other holder is another process: its end cannot be awaited, only looked at again.
  while (!takeFile(file)) await delay(RETRY_DELAY_MS)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
