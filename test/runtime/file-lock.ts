import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const RETRY_DELAY_MS = 50

/** Runs `work` while no other process does the same under this lock file. A lock whose owner is gone is taken over. */
export async function withFileLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  mkdirSync(dirname(file), { recursive: true })
  // The other holder is another process: its end cannot be awaited, only looked at again.
  while (!take(file)) {
    if (ownerIsGone(file)) rmSync(file, { force: true })
    else await delay(RETRY_DELAY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function ownerIsGone(file: string): boolean {
  const owner = Number(readOwner(file))
  // Just made and not written yet: somebody is there.
  if (!Number.isInteger(owner) || owner <= 0) return false
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
