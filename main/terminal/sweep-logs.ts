import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MAX_AGE_MS = 50 * 3600 * 1000
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024

/** Removes the full texts of commands that are old, and the oldest ones when they take too much room. */
export async function sweepLogs(folder: string, now: number): Promise<void> {
  const logs = await readLogs(folder)
  let total = 0
  for (const log of logs.sort((a, b) => b.changedAt - a.changedAt)) {
    total += log.size
    if (now - log.changedAt > MAX_AGE_MS || total > MAX_TOTAL_BYTES) await rm(log.file, { force: true })
  }
}

interface LogFile {
  readonly file: string
  readonly size: number
  readonly changedAt: number
}

async function readLogs(folder: string): Promise<LogFile[]> {
  const logs: LogFile[] = []
  for (const name of await namesIn(folder)) {
    const file = join(folder, name)
    const { size, mtimeMs } = await stat(file)
    logs.push({ file, size, changedAt: mtimeMs })
  }
  return logs
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.log'))
  } catch (error) {
    // There were no long outputs yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
