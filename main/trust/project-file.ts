import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { liesAt } from '../workspace/open-file'
import { isInside } from '../workspace/resolve-path'
import { systemCode } from '../workspace/system-errors'

/** A file that a project brings, read at once with its hash: what is used is what was hashed. */
export type ProjectFile =
  | { readonly kind: 'none' }
  /** `reason` is one sentence that begins with the path. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | {
      readonly kind: 'read'
      readonly bytes: Buffer
      /** sha-256, hex. */
      readonly hash: string
      /** Somebody may run it. */
      readonly executable: boolean
    }

/** Reads `path` (relative, with `/`) of a folder (real path). Follows links within the folder only; waits for no device and reads no more than `maxBytes`. */
export async function readProjectFile(folder: string, path: string, maxBytes: number): Promise<ProjectFile> {
  const unusable = (why: string): ProjectFile => ({ kind: 'unusable', reason: `${path} ${why}.` })
  let handle: FileHandle | undefined
  try {
    const real = await realpath(join(folder, path))
    if (!isInside(folder, real)) return unusable('is a link that leads out of the project, so it is not used')
    handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const found = await handle.stat()
    if (found.isDirectory()) return { kind: 'none' }
    if (!found.isFile()) return unusable('is no ordinary file, so it is not used')
    if (!(await liesAt(handle, real))) return unusable('was just moved, so it is not used')
    if (found.size > maxBytes) return unusable(`is larger than ${Math.floor(maxBytes / 1024)} KB, so it is not used`)
    const bytes = await readAtMost(handle, maxBytes)
    if (!bytes) return unusable('grows while it is read, so it is not used')
    return { kind: 'read', bytes, hash: hashOf(bytes), executable: (found.mode & 0o111) !== 0 }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'none' } : unusable(`cannot be read (${code})`)
  } finally {
    await handle?.close()
  }
}

export const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

/** Names in a folder of the project, sorted, at most `limit`. None when there is no such folder, or it leads out of the project. */
export async function listProjectFolder(folder: string, path: string, limit: number): Promise<readonly string[]> {
  try {
    const real = await realpath(join(folder, path))
    if (!isInside(folder, real)) return []
    return (await readdir(real)).sort().slice(0, limit)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}

/** Undefined when there is more than it said. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const room = Buffer.alloc(Math.min((await handle.stat()).size, maxBytes) + 1)
  let length = 0
  for (let more = -1; more !== 0 && length < room.length; length += more)
    more = (await handle.read(room, length, room.length - length, length)).bytesRead
  return length === room.length ? undefined : room.subarray(0, length)
}
