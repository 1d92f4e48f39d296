import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StorageError, systemCode, toStorageError } from './storage-error'

const OWNER_ONLY = 0o700

/** Makes a folder that only its owner can enter, whatever the umask, and its parents. True when it was not there before. */
export async function makePrivateFolder(path: string): Promise<boolean> {
  try {
    return await makeWithParents(path)
  } catch (cause) {
    throw toStorageError(cause, path)
  }
}

async function makeWithParents(path: string, hasParents = false): Promise<boolean> {
  try {
    await mkdir(path, { mode: OWNER_ONLY })
  } catch (error) {
    if (systemCode(error) === 'EEXIST') {
      if (await isFolder(path)) return false
      throw notAFolder(path, error)
    }
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    // Some file systems answer so to whatever they refuse: once its parents are there, it is not tried for ever.
    if (hasParents) throw error
    await makeWithParents(dirname(path))
    return makeWithParents(path, true)
  }
  await chmod(path, OWNER_ONLY)
  return true
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

const notAFolder = (path: string, cause: unknown): StorageError =>
  new StorageError('io', path, { message: `${path} is a file, and a folder is needed there: move it, or choose another place.`, cause })

/** Takes an empty folder as ours, closed to others. A folder that already holds something keeps its permissions. */
export async function adoptFolder(path: string): Promise<void> {
  if (await makePrivateFolder(path)) return
  try {
    if ((await readdir(path)).length === 0) await chmod(path, OWNER_ONLY)
  } catch (cause) {
    throw toStorageError(cause, path)
  }
}

/** Takes from others what they could do in a folder of ours. */
export async function closeToOthers(path: string): Promise<void> {
  try {
    await chmod(path, OWNER_ONLY)
  } catch (cause) {
    throw toStorageError(cause, path)
  }
}

/** Makes names in a folder durable: without it a new or renamed file can be gone after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!folderSyncUnsupported.has(systemCode(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** Some network and user-space file systems cannot sync a folder; they have nothing better to offer. */
const folderSyncUnsupported = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR'])
