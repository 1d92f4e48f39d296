import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openFolder, PlaceChanged } from './open-folder'
import { hashOf, readBytes } from './read-text'
import { resolvePath } from './resolve-path'
import { explainSystemError, systemCode } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

const NEW_FILE_MODE = 0o666
/** No tool changes or deletes a larger file, so one that is larger is not what was expected. */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024

/** Told what a file holds before it is written or deleted; null for none. Where it rejects, nothing is done. */
export type KeepBytes = (before: Uint8Array | null, after: Uint8Array | null) => Promise<void>

/**
 * Replaces or creates a file as a whole: a reader sees the old bytes or the new ones, and so does the next start after a power loss.
 * `expectedHash` is that of the bytes it must hold now, or null for a file that must not exist yet.
 */
export async function writeBytes(
  cwd: string,
  path: ResolvedPath,
  bytes: Uint8Array,
  { expectedHash, keep }: { readonly expectedHash: string | null; readonly keep?: KeepBytes | undefined },
): Promise<Outcome<{ readonly hash: string }>> {
  const checked = await checkPlace(cwd, path, expectedHash)
  if (!checked.ok) return checked
  const { now, present } = checked.value
  await keep?.(present?.bytes ?? null, bytes)
  const folder = await makeFolder(now)
  if (!folder.ok) return folder
  try {
    await replace(now.real, bytes, present)
    return fine({ hash: hashOf(bytes) })
  } catch (error) {
    if (error instanceof ContentChanged) return changed(path, 'its content is another')
    if (error instanceof PlaceChanged || systemCode(error) === 'EEXIST') return changed(path, 'something else put it there')
    return explainSystemError(error, path.display)
  }
}

/** Deletes a file that holds what `expectedHash` says, and gives what it was. A link's target is deleted, not the link. */
export async function removeFile(cwd: string, path: ResolvedPath, expectedHash: string, keep?: KeepBytes): Promise<Outcome<PresentFile>> {
  const checked = await checkPlace(cwd, path, expectedHash)
  if (!checked.ok) return checked
  const { now, present } = checked.value
  if (!present) return fails('missing', `${path.display} does not exist.`)
  await keep?.(present.bytes, null)
  try {
    const folder = await openFolder(dirname(now.real))
    try {
      const there = join(folder.path, basename(now.real))
      await makeSureOf(there, present)
      await rm(there)
      await folder.handle?.sync()
    } finally {
      await folder.handle?.close()
    }
    return fine(present)
  } catch (error) {
    if (error instanceof ContentChanged) return changed(path, 'its content is another')
    if (error instanceof PlaceChanged) return changed(path, 'its folder is another one')
    return explainSystemError(error, path.display)
  }
}

/** The path as it stands now, if it still leads to where it was resolved and holds what is expected. */
async function checkPlace(
  cwd: string,
  path: ResolvedPath,
  expectedHash: string | null,
): Promise<Outcome<{ readonly now: ResolvedPath; readonly present: PresentFile | undefined }>> {
  if (path.kind === 'other') return fails('not_a_file', `${path.display} is no ordinary file, so it is not written.`)
  const now = await resolvePath(cwd, path.absolute)
  if (now.real !== path.real) return changed(path, `it now leads to ${now.display}`)
  const current = await checkCurrent(now, expectedHash)
  return current.ok ? fine({ now, present: current.value }) : current
}

const changed = (path: ResolvedPath, what: string) =>
  fails('changed', `${path.display} changed in the meantime (${what}), so nothing was written.`)

async function makeFolder(path: ResolvedPath): Promise<Outcome<void>> {
  try {
    await mkdir(dirname(path.real), { recursive: true })
    return fine(undefined)
  } catch (error) {
    if (systemCode(error) === 'EEXIST')
      return fails('not_a_directory', `${path.display} cannot exist: a part of its path is a file, not a folder.`)
    return explainSystemError(error, path.display)
  }
}

/** A file as it stood when it was read. A new one takes mode and owner over. */
export interface PresentFile {
  readonly bytes: Buffer
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** By which it is known that nobody has written to it since. */
  readonly stamp: Stamp
}

interface Stamp {
  readonly dev: bigint
  readonly ino: bigint
  readonly size: bigint
  readonly mtimeNs: bigint
}

/** The file as it stands, or undefined for a new one; a failure when it is not what was expected. */
async function checkCurrent(path: ResolvedPath, expectedHash: string | null): Promise<Outcome<PresentFile | undefined>> {
  if (path.kind === 'directory') return fails('not_a_file', `${path.display} is a folder, not a file.`)
  if (path.kind === 'other') return fails('not_a_file', `${path.display} is no ordinary file, so it is not written.`)
  if (expectedHash === null) return path.kind === 'missing' ? fine(undefined) : changed(path, 'it exists now')
  if (path.kind === 'missing') return changed(path, 'it is gone')
  try {
    // Looked at before it is read: what is written to it from here on shows in its stamp.
    const stamp = await lstat(path.real, { bigint: true })
    const read = await readBytes(path, MAX_CHECKED_BYTES)
    if (!read.ok) return read.error.code === 'too_large' ? changed(path, 'it is far larger now') : read
    if (hashOf(read.value) !== expectedHash) return changed(path, 'its content is another')
    await access(path.real, constants.W_OK)
    return fine({ bytes: read.value, mode: Number(stamp.mode) & 0o7777, uid: Number(stamp.uid), gid: Number(stamp.gid), stamp })
  } catch (error) {
    if (systemCode(error) === 'EACCES') return fails('denied', `${path.display} is write-protected.`)
    return explainSystemError(error, path.display)
  }
}

/** Somebody wrote to the file after it was read. */
class ContentChanged extends Error {
  override readonly name = 'ContentChanged'
}

async function makeSureOf(path: string, { stamp }: PresentFile): Promise<void> {
  const { dev, ino, size, mtimeNs } = await lstat(path, { bigint: true })
  if (dev !== stamp.dev || ino !== stamp.ino || size !== stamp.size || mtimeNs !== stamp.mtimeNs)
    throw new ContentChanged(`${path} was written to after it was read`)
}

/** `present` is undefined for a new file. */
async function replace(real: string, bytes: Uint8Array, present: PresentFile | undefined): Promise<void> {
  const folder = await openFolder(dirname(real))
  try {
    const base = folder.path
    const temporary = join(base, `.countersign-${randomBytes(6).toString('hex')}.tmp`)
    await writeTemporary(temporary, bytes, present)
    try {
      const there = join(base, basename(real))
      if (present) await makeSureOf(there, present)
      await (present ? rename(temporary, there) : putNew(temporary, there))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await folder.handle?.sync()
  } finally {
    await folder.handle?.close()
  }
}

async function writeTemporary(temporary: string, bytes: Uint8Array, owner: PresentFile | undefined): Promise<void> {
  const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, NEW_FILE_MODE)
  try {
    await handle.writeFile(bytes)
    if (owner) await takeOver(handle, owner)
    await handle.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function takeOver(handle: FileHandle, owner: PresentFile): Promise<void> {
  const made = await handle.stat()
  try {
    if (made.uid !== owner.uid || made.gid !== owner.gid) await handle.chown(owner.uid, owner.gid)
  } catch (error) {
    // Only root may give files away; the file is then ours, as it is with any editor.
    if (systemCode(error) !== 'EPERM') throw error
  }
  await handle.chmod(owner.mode)
}

/** Unlike a rename, a link fails when something stands there already. */
async function putNew(temporary: string, real: string): Promise<void> {
  try {
    await link(temporary, real)
  } catch (error) {
    const code = systemCode(error)
    // File systems without hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    return rename(temporary, real)
  }
  await rm(temporary)
}
