import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, toStorageError } from '../storage/storage-error'

/** What files held, each content once, named by its sha-256 (hex). Kept in the task's own folder, so it goes when the task goes. */
export interface ImageStore {
  /** Resolves with the name once the bytes can be got again. Rejects with a StorageError. */
  put(bytes: Uint8Array): Promise<string>
  /** Undefined when there is none of that name, or what is there is damaged. */
  get(hash: string): Promise<Buffer | undefined>
}

/** Of one file: a larger one is not kept, and so not undone. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `folder` is made with the first image. */
export function createImageStore(folder: string): ImageStore {
  const known = new Set<string>()
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  return {
    async put(bytes) {
      const hash = hashOf(bytes)
      if (known.has(hash)) return hash
      const path = pathOf(hash)
      try {
        if (!(await hasSize(path, bytes.length))) await writeImage(path, bytes)
      } catch (cause) {
        throw toStorageError(cause, path)
      }
      known.add(hash)
      return hash
    },
    async get(hash) {
      const path = pathOf(hash)
      try {
        const bytes = await readFile(path)
        return hashOf(bytes) === hash ? bytes : undefined
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw toStorageError(cause, path)
      }
    },
  }
}

async function hasSize(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Under a passing name first: an image is there whole or not at all. */
async function writeImage(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await writeFile(temporary, bytes, { mode: OWNER_ONLY, flag: 'wx' })
  await rename(temporary, path)
}
