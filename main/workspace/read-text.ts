import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { DAMAGED_UTF8, detectEncoding } from './detect-encoding'
import { decodeBytes, survivesRoundTrip } from './encodings'
import { openFile } from './open-file'
import { explainSystemError } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath, type TextFile } from './workspace-types'

/** The whole text of an ordinary file of at most `maxBytes`. */
export async function readText(path: ResolvedPath, maxBytes: number): Promise<Outcome<TextFile>> {
  const bytes = await readBytes(path, maxBytes)
  return bytes.ok ? decodeText(bytes.value, path.display) : bytes
}

/** sha-256, hex. */
export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes of an ordinary file of at most `maxBytes`. */
export async function readBytes(path: ResolvedPath, maxBytes: number): Promise<Outcome<Buffer>> {
  const opened = await openFile(path)
  if (!opened.ok) return opened
  const { handle, size } = opened.value
  try {
    const bytes = size > maxBytes ? undefined : await readUpTo(handle, size, maxBytes)
    return bytes
      ? fine(bytes)
      : fails('too_large', `${path.display} has ${describeSize(size)}, more than the ${describeSize(maxBytes)} that can be taken whole.`)
  } catch (error) {
    return explainSystemError(error, path.display)
  } finally {
    await handle.close()
  }
}

/** Reads to the end, or gives up at more than `maxBytes`: a file may grow while it is read. */
async function readUpTo(handle: FileHandle, expected: number, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(expected - length, 0) + 4096)
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, length)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
    if (length > maxBytes) return undefined
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)
}

function decodeText(bytes: Buffer, display: string): Outcome<TextFile> {
  const detected = detectEncoding(bytes, true)
  if (detected.kind === 'binary') return fails('binary', `${display} is a binary file (${describeSize(bytes.length)}), not text.`)
  const content = bytes.subarray(detected.bomBytes)
  const { encoding, unsure } = detected
  const text = decodeBytes(content, encoding === DAMAGED_UTF8 ? 'utf-8' : encoding)
  const writable = encoding !== DAMAGED_UTF8 && survivesRoundTrip(content, text, encoding)
  // A byte order mark says UTF-8, but what follows it need not hold.
  const name = encoding === 'utf-8' && !writable ? DAMAGED_UTF8 : encoding
  return fine({ text, encoding: name, hasBom: detected.bomBytes > 0, hash: hashOf(bytes), writable, unsure })
}

/** A number of bytes as people read it. */
export function describeSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
