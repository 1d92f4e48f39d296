import type { Stats } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MAX_AGE_MS = 50 * 3600 * 1000
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024

/** Full texts, and what results held that is no text. */
const KEPT_NAME = /\.(?:log|png|jpg|gif|webp|mp3|wav|ogg|pdf|bin)$/

/** Of one command of a task: its full text. */
export const logName = (taskId: string, terminalId: string): string => `${taskId}-${terminalId}.log`

/** True for the full text of a command of this task. */
export const isLogOf = (taskId: string, name: string): boolean => name.startsWith(`${taskId}-`) && KEPT_NAME.test(name)

/** Removes the full texts of a task's commands: they may hold what it was deleted for. */
export async function removeLogs(folder: string, taskId: string): Promise<void> {
  for (const name of await namesIn(folder)) if (isLogOf(taskId, name)) await rm(join(folder, name), { force: true })
}

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
    const found = await statIfThere(file)
    if (found) logs.push({ file, size: found.size, changedAt: found.mtimeMs })
  }
  return logs
}

/** Another app may sweep at the same time. */
async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => KEPT_NAME.test(name))
  } catch (error) {
    // There were no long outputs yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
