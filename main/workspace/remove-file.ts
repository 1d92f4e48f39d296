import { openFile } from './open-file'
import { hashOf, readBytes } from './read-text'
import { explainSystemError } from './system-errors'
import { fine, type Outcome, type ResolvedPath } from './workspace-types'
import { type KeepBytes, removeFile, writeBytes } from './write-bytes'

export interface Removed {
  /** Puts the file back as it was, unless something else stands there now. */
  undo(keep?: KeepBytes): Promise<Outcome<void>>
}

/** Larger files are not deleted by a tool: they could not be put back. */
const MAX_BYTES = 256 * 1024 * 1024

/** The sha-256 of an ordinary file that can be deleted. */
export async function hashFile(path: ResolvedPath): Promise<Outcome<string>> {
  const bytes = await readBytes(path, MAX_BYTES)
  return bytes.ok ? fine(hashOf(bytes.value)) : bytes
}

/** Deletes a file that holds what `expectedHash` says. Its bytes are kept until the result is dropped. */
export async function removeKept(cwd: string, path: ResolvedPath, expectedHash: string, keep?: KeepBytes): Promise<Outcome<Removed>> {
  const removed = await removeFile(cwd, path, expectedHash, keep)
  return removed.ok ? fine({ undo: (keepAgain) => restore(cwd, path, removed.value, keepAgain) }) : removed
}

async function restore(
  cwd: string,
  path: ResolvedPath,
  file: { readonly bytes: Buffer; readonly mode: number },
  keep: KeepBytes | undefined,
): Promise<Outcome<void>> {
  const written = await writeBytes(cwd, path, file.bytes, { expectedHash: null, keep })
  if (!written.ok) return written
  return takeMode(path, file.mode)
}

/** Gives a file that was just written this mode, and nothing that a link leads to by now. */
export async function takeMode(path: ResolvedPath, mode: number): Promise<Outcome<void>> {
  const opened = await openFile({ ...path, kind: 'file' })
  if (!opened.ok) return opened
  const { handle } = opened.value
  try {
    await handle.chmod(mode & 0o7777)
    return fine(undefined)
  } catch (error) {
    return explainSystemError(error, path.display)
  } finally {
    await handle.close()
  }
}
