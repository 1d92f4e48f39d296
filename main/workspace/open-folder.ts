import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { liesAt } from './open-file'

/** A folder was swapped for another one, or for a link, while it was being used. */
export class PlaceChanged extends Error {
  override readonly name = 'PlaceChanged'
}

export interface OpenFolder {
  /** Leads to this folder. On Linux it does so even if a link takes the folder's place meanwhile. */
  readonly path: string
  /** To be closed by the caller. Windows opens no folders. */
  readonly handle?: FileHandle
}

/** Opens the folder at a real path. Rejects with `PlaceChanged` when it lies somewhere else. */
export async function openFolder(path: string): Promise<OpenFolder> {
  if (process.platform === 'win32') return { path }
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    if (!(await liesAt(handle, path))) throw new PlaceChanged(`${path} is no longer where it was`)
    return { path: process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Does some work in the folder at a real path. Where a name could lead elsewhere meanwhile it is looked at again afterwards; rejects with `PlaceChanged`. */
export async function insideFolder<Value>(path: string, work: (path: string) => Promise<Value>): Promise<Value> {
  const folder = await openFolder(path)
  try {
    const value = await work(folder.path)
    if (folder.path === path && folder.handle && !(await liesAt(folder.handle, path)))
      throw new PlaceChanged(`${path} is no longer where it was`)
    return value
  } finally {
    await folder.handle?.close()
  }
}

/** For a program that is given a name: what stands at a real path, to be compared before and after. Undefined for a link, or where one is on the way. */
export async function identityAt(real: string): Promise<string | undefined> {
  const [{ dev, ino }, followed] = await Promise.all([lstat(real, { bigint: true }), realpath(real)])
  return followed === real ? `${dev}:${ino}` : undefined
}
