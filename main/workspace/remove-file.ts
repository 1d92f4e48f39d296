import { chmod, lstat } from 'node:fs/promises'
import { hashOf, readBytes } from './read-text'
import { explainSystemError } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'
import { removeFile, writeBytes } from './write-bytes'

export interface Removed {
  /** Puts the file back as it was, unless something else stands there now. */
  undo(): Promise<Outcome<void>>
}

/** Larger files are not deleted by a tool: they could not be put back. */
const MAX_BYTES = 256 * 1024 * 1024

/** The sha-256 of an ordinary file that can be deleted. */
export async function hashFile(path: ResolvedPath): Promise<Outcome<string>> {
  const bytes = await readBytes(path, MAX_BYTES)
  return bytes.ok ? fine(hashOf(bytes.value)) : bytes
}

/** Deletes a file that holds what `expectedHash` says. Its bytes are kept until the result is dropped. */
export async function removeKept(cwd: string, path: ResolvedPath, expectedHash: string): Promise<Outcome<Removed>> {
  const bytes = await readBytes(path, MAX_BYTES)
  if (!bytes.ok) return bytes
  if (hashOf(bytes.value) !== expectedHash)
    return fails('changed', `${path.display} changed in the meantime (its content is another), so it was not deleted.`)
  try {
    const { mode } = await lstat(path.real)
    const removed = await removeFile(cwd, path, expectedHash)
    return removed.ok ? fine({ undo: () => restore(cwd, path, { bytes: bytes.value, mode }) }) : removed
  } catch (error) {
    return explainSystemError(error, path.display)
  }
}

async function restore(cwd: string, path: ResolvedPath, file: { readonly bytes: Buffer; readonly mode: number }): Promise<Outcome<void>> {
  const written = await writeBytes(cwd, path, file.bytes, null)
  if (!written.ok) return written
  return takeMode(path, file.mode)
}

/** Gives a file that was just written this mode. */
export async function takeMode(path: ResolvedPath, mode: number): Promise<Outcome<void>> {
  try {
    await chmod(path.real, mode & 0o7777)
    return fine(undefined)
  } catch (error) {
    return explainSystemError(error, path.display)
  }
}
