import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../storage/storage-error'
import { hashOf, type ImageStore } from './image-store'
import { isSame, type Scan, type Stamp, stampOf } from './project-scan'
import type { FileSpace } from './undo'

/** What files held before a command could change them, as far as there was room and time to keep it. */
export interface KeptContents {
  /** Begins to keep each file whose content is not kept yet, and resolves when that is done. A later call takes over from one before. */
  keep(scan: Scan, isHidden: (real: string) => boolean): Promise<void>
  /** The name of what a file holds now, kept where there is room. Undefined when it cannot be read whole. */
  take(path: string, stamp: Stamp): Promise<string | undefined>
  /** The content with which a file stood at `stamp`; undefined when nobody looked. */
  contentAt(path: string, stamp: Stamp): KnownContent | undefined
  /** Takes note of a content that a tool has put into the store. */
  note(path: string, stamp: Stamp, hash: string): void
}

export interface KnownContent {
  readonly hash: string
  /** False for what there was no room for: it can only be told from others. */
  readonly isKept: boolean
}

/** A file larger than this is data more often than work. */
const MAX_FILE_BYTES = 512 * 1024
/** Of one task, over all its commands: before them and after. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024
/** Of one look, those that were written last: they are the likeliest to be written again. */
const MAX_FILES = 5_000

export function createKeptContents(cwd: string, images: ImageStore, files: Pick<FileSpace, 'read'>): KeptContents {
  const kept = new Map<string, KnownContent & { readonly stamp: Stamp }>()
  let room = MAX_KEPT_BYTES
  let round = 0

  return {
    async keep(scan, isHidden) {
      round += 1
      const mine = round
      for (const [path, stamp] of wanted(scan, (each, at) => isSame(kept.get(each)?.stamp, at))) {
        if (mine !== round) return
        if (stamp.size > room || isHidden(join(cwd, path))) continue
        const bytes = await readAsItStood(join(cwd, path), stamp)
        if (!bytes) continue
        room -= stamp.size
        kept.set(path, { stamp, hash: await images.put(bytes), isKept: true })
      }
    },
    async take(path, stamp) {
      const real = join(cwd, path)
      const bytes = await files.read(real)
      if (!Buffer.isBuffer(bytes)) return undefined
      // What is too large to keep is still told from another content: a file that was made can be taken away again.
      const isKept = bytes.length <= Math.min(MAX_FILE_BYTES, room)
      if (isKept) room -= bytes.length
      const hash = isKept ? await images.put(bytes) : hashOf(bytes)
      if (isSame(stamp, stampOf(real))) kept.set(path, { stamp, hash, isKept })
      return hash
    },
    contentAt(path, stamp) {
      const known = kept.get(path)
      return known && isSame(known.stamp, stamp) ? known : undefined
    },
    note: (path, stamp, hash) => void kept.set(path, { stamp, hash, isKept: true }),
  }
}

function wanted(scan: Scan, isKept: (path: string, stamp: Stamp) => boolean): readonly (readonly [string, Stamp])[] {
  const fitting = [...scan].filter(([, stamp]) => stamp.size <= MAX_FILE_BYTES)
  const newest = fitting.length > MAX_FILES ? fitting.sort(([, a], [, b]) => b.mtimeMs - a.mtimeMs).slice(0, MAX_FILES) : fitting
  return newest.filter(([path, stamp]) => !isKept(path, stamp))
}

/** The content, if the file is still the one that had this stamp, before and after the reading. */
async function readAsItStood(path: string, stamp: Stamp): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    if (!isSame(await handle.stat(), stamp)) return undefined
    const bytes = await handle.readFile()
    return bytes.length === stamp.size && isSame(await handle.stat(), stamp) ? bytes : undefined
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  } finally {
    await handle?.close()
  }
}
