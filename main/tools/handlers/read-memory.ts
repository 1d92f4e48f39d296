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

/** After a write of a text that the model knows: what was read before is old, and what was written is seen. */
export function rememberWritten(
  state: ToolTaskState,
  real: string,
  { text, hash }: { readonly text: string; readonly hash: string },
): void {
  forgetFile(state, real)
  state.fileReadCache.set(`${real}${SEPARATOR}${WRITTEN}`, { readCount: 0, hash })
  rememberText(state, real, text)
}

/** After a deletion, or a write into a file that the model has not seen: nothing is known of it. */
export function forgetFile(state: ToolTaskState, real: string): void {
  for (const key of state.fileReadCache.keys()) if (key.startsWith(`${real}${SEPARATOR}`)) state.fileReadCache.delete(key)
  state.seenTexts.delete(real)
  state.failedEdits.delete(real)
}

/** Of all remembered texts together, in characters. */
const MAX_REMEMBERED = 8 * 1024 * 1024

/** The whole of a file as the model knows it. The oldest are forgotten when they are too much. */
export function rememberText(state: ToolTaskState, real: string, text: string): void {
  state.seenTexts.delete(real)
  state.seenTexts.set(real, plainEnds(text))
  let length = 0
  for (const each of state.seenTexts.values()) length += each.length
  for (const [oldest, each] of state.seenTexts) {
    if (length <= MAX_REMEMBERED) return
    state.seenTexts.delete(oldest)
    length -= each.length
  }
}

/** Lines with one plain end each, also the last. A carriage return inside a line stays, as everywhere. */
export const plainEnds = (text: string): string => {
  const plain = text.includes('\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\r', '\n')
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`
}
