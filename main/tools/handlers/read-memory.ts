import type { ToolTaskState } from '../task-config'

const SEPARATOR = '\0'
const WRITTEN = 'written'

/** How often these lines of a file were read unchanged, this time included. */
export function countRead(
  state: ToolTaskState,
  real: string,
  range: { readonly start: number; readonly end: number },
  hash: string,
): number {
  const key = `${real}${SEPARATOR}${range.start}-${range.end}`
  const before = state.fileReadCache.get(key)
  const readCount = before?.hash === hash ? before.readCount + 1 : 1
  state.fileReadCache.set(key, { readCount, hash })
  return readCount
}

/** True when the model has been shown this file in this task: then its text may stand in an error too. */
export function hasSeen(state: ToolTaskState, real: string): boolean {
  for (const key of state.fileReadCache.keys()) if (key.startsWith(`${real}${SEPARATOR}`)) return true
  return false
}

/** After a write: what was read before is old, and what was written is known. */
export function forgetReads(state: ToolTaskState, real: string, hash: string): void {
  for (const key of state.fileReadCache.keys()) if (key.startsWith(`${real}${SEPARATOR}`)) state.fileReadCache.delete(key)
  state.fileReadCache.set(`${real}${SEPARATOR}${WRITTEN}`, { readCount: 0, hash })
}
