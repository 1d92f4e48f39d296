import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, chmod, copyFile, lstat, open, readFile, readdir, realpath, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './folders'
import { StorageError, isMissing, systemCode, toStorageError } from './storage-error'

const OWNER_ONLY = 0o600
const TEMPORARY_NAME = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/
/** No write takes this long; a younger one may be another process at work. */
const LEFT_BEHIND_AFTER_MS = 60_000

/** The three things a state file can be. `damaged` also covers one that is there and cannot be read. */
export type JsonRead =
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged'; readonly error: StorageError }
  | { readonly kind: 'ok'; readonly value: unknown }

/** One file of state. It has one owner in the process, who writes through this: writes never overlap or overtake each other. */
export interface AtomicFile {
  readonly path: string
  read(): Promise<JsonRead>
  /** Resolves once the new content is durable; rejects with a StorageError, and then the old content still stands. */
  write(value: unknown): Promise<void>
  /** Copies the file beside itself before it is replaced by something that does not hold what it held. The copy's path; undefined when there is nothing to copy. */
  keepCopy(): Promise<string | undefined>
}

export function atomicFile(path: string): AtomicFile {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work)
    // The one who asked hears of a failure; it must not stop the next in line.
    last = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }
  return {
    path,
    read: () => readJson(path),
    write: (value) => inTurn(() => writeAtomically(path, `${JSON.stringify(value, undefined, 2)}\n`)),
    keepCopy: () => inTurn(() => keepCorruptCopy(path)),
  }
}

/** Reads a JSON file. Never throws for what is on the disk. */
export async function readJson(path: string): Promise<JsonRead> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (cause) {
    if (isMissing(cause)) return { kind: 'missing' }
    return { kind: 'damaged', error: toStorageError(cause, path) }
  }
  try {
    return { kind: 'ok', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch (cause) {
    return { kind: 'damaged', error: new StorageError('io', path, { message: `${path} is damaged: it is not valid JSON.`, cause }) }
  }
}

/**
 * Replaces a file so that a crash at any moment leaves the old or the new content, whole. Readable by its owner only.
 * A link is followed, so that a settings file kept elsewhere stays there.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  try {
    const target = await realPathOf(path)
    const folder = dirname(target)
    const temporary = join(folder, `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
    try {
      await writeNew(temporary, text)
      await replace(temporary, target)
    } catch (error) {
      await removeIfThere(temporary)
      throw error
    }
    await syncFolder(folder)
  } catch (cause) {
    throw toStorageError(cause, path)
  }
}

/** Removes what a kill in the middle of a write left behind: it may hold a key that was deleted since. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) if (TEMPORARY_NAME.test(name)) await removeIfOld(join(folder, name))
  } catch (cause) {
    if (!isMissing(cause)) throw toStorageError(cause, folder)
  }
}

async function removeIfOld(path: string): Promise<void> {
  try {
    if (Date.now() - (await lstat(path)).mtimeMs > LEFT_BEHIND_AFTER_MS) await unlink(path)
  } catch (error) {
    // Another process may clean up, or finish its write, at the same time.
    if (!isMissing(error)) throw error
  }
}

async function keepCorruptCopy(path: string): Promise<string | undefined> {
  const copy = `${path}.corrupt-${Date.now()}-${randomBytes(3).toString('hex')}`
  try {
    await copyFile(path, copy, constants.COPYFILE_EXCL)
    await chmod(copy, OWNER_ONLY)
    await syncFile(copy)
    return copy
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw toStorageError(cause, path)
  }
}

/** What it is a copy of is about to be replaced for good. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle: FileHandle = await open(path, 'wx', OWNER_ONLY)
  try {
    await handle.chmod(OWNER_ONLY)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const RENAME_TRIES = 5
const RENAME_PAUSE_MS = 40

/** On Windows a scanner may hold the target for a moment: that alone is worth another try. */
async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to)
      return
    } catch (error) {
      const busy = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '')
      if (!busy || attempt === RENAME_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, RENAME_PAUSE_MS * attempt))
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
