import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemCode } from '../storage/storage-error'

/** How a file stood when it was looked at: equal stamps mean that nobody wrote to it between. */
export interface Stamp {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

/** Every ordinary file of a project that git would not ignore, by its path relative to the folder. */
export type Scan = ReadonlyMap<string, Stamp>

/** A listing of the project's files, relative to its folder, or undefined when there are more than `limit`. */
export type ListProject = (cwd: string, limit: number) => Promise<readonly string[] | undefined>

/** In a larger project looking would cost more than what it tells. */
export const MAX_SCANNED_FILES = 100_000
/** Files looked at before others get their turn: about a millisecond. */
const FILES_PER_TURN = 250

/** Looks at every file once. Undefined when the project is too large. */
export async function scanProject(cwd: string, list: ListProject): Promise<Map<string, Stamp> | undefined> {
  const paths = await list(cwd, MAX_SCANNED_FILES)
  if (!paths) return undefined
  const scan = new Map<string, Stamp>()
  for (const [at, path] of paths.entries()) {
    if (at % FILES_PER_TURN === FILES_PER_TURN - 1) await nextTurn()
    const stamp = stampOf(join(cwd, path))
    if (stamp) scan.set(path, stamp)
  }
  return scan
}

/** Undefined for what is gone or is no ordinary file. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino } : undefined
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}

/** Paths that were made, written or removed between two looks. */
export function changedPaths(before: Scan, after: Scan): readonly string[] {
  const changed: string[] = []
  for (const [path, stamp] of after) if (!isSame(before.get(path), stamp)) changed.push(path)
  for (const path of before.keys()) if (!after.has(path)) changed.push(path)
  return changed
}

export const isSame = (a: Stamp | undefined, b: Stamp | undefined): boolean =>
  a?.size === b?.size && a?.mtimeMs === b?.mtimeMs && a?.ino === b?.ino
