import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { systemCode } from './system-errors'

/** `none`: there is nothing of that name, or a folder. `unusable`: a device, a pipe, too large, or not to be read. */
export type SmallFile = { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'none' } | { readonly kind: 'unusable' }

/**
 * A small file of a project that is read unasked, such as one of rules. Links are followed, as by the programs that it is for; what
 * they lead to may be anything, so nothing is waited for and nothing is read past `maxBytes`.
 */
export async function readSmall(file: string, maxBytes: number): Promise<SmallFile> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const found = await handle.stat()
    if (found.isDirectory()) return { kind: 'none' }
    if (!found.isFile() || found.size > maxBytes) return { kind: 'unusable' }
    const bytes = Buffer.alloc(found.size)
    let length = 0
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = (await handle.read(bytes, length, bytes.length - length, length)).bytesRead
    return { kind: 'bytes', bytes: bytes.subarray(0, length) }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return { kind: code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' ? 'none' : 'unusable' }
  } finally {
    await handle?.close()
  }
}
