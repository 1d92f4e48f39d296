import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { explainSystemError } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface OpenFile {
  readonly handle: FileHandle
  readonly size: number
}

/** Opens an ordinary file for reading, never waits for one that is not, and makes sure that it lies where it was resolved to. The caller closes it. */
export async function openFile(path: ResolvedPath): Promise<Outcome<OpenFile>> {
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'directory') return fails('not_a_file', `${path.display} is a folder, not a file.`)
  if (path.kind === 'other') return fails('not_a_file', `${path.display} is no ordinary file, so it is not opened.`)
  let handle: FileHandle | undefined
  try {
    handle = await open(path.real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const found = await handle.stat()
    if (found.isFile() && (await liesAt(handle, path.real))) return fine({ handle, size: found.size })
    await handle.close()
    return fails('changed', `${path.display} is no longer the file it was a moment ago, so it was not opened.`)
  } catch (error) {
    await handle?.close()
    return explainSystemError(error, path.display)
  }
}

/** True when the open file is what stands at `real` now, without any link on the way. */
export async function liesAt(handle: FileHandle, real: string): Promise<boolean> {
  const [opened, there, followed] = await Promise.all([handle.stat(), lstat(real), realpath(real)])
  return opened.ino === there.ino && opened.dev === there.dev && followed === real
}
