import type { FileHandle } from 'node:fs/promises'

const PIECE_BYTES = 1024 * 1024

/** All bytes of an open file, in memory of their own; undefined when there are more than `maxBytes`. */
export async function readWhole(handle: FileHandle, maxBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { size } = await handle.stat()
  if (size > maxBytes) return undefined
  // One byte more than expected tells that the file grows while it is read.
  const bytes = new Uint8Array(size + 1)
  let length = 0
  while (length < bytes.length) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(bytes, length, Math.min(PIECE_BYTES, bytes.length - length), length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length > size ? undefined : bytes.slice(0, length)
}
