import { join } from 'node:path'
import type { ImageStore } from './image-store'
import { isSame, type Scan, type Stamp } from './project-scan'
import type { FileSpace } from './undo'

/** What files held before a command could change them, as far as there was room to keep it. */
export interface KeptContents {
  /** Keeps each file whose content is not kept yet, while the room lasts. */
  keep(scan: Scan): Promise<void>
  /** The content with which a file stood at `stamp`; undefined when that was not kept. */
  hashAt(path: string, stamp: Stamp): string | undefined
  /** Takes note of a content that is in the store already. */
  note(path: string, stamp: Stamp, hash: string): void
}

/** A file larger than this is data more often than work. */
const MAX_FILE_BYTES = 512 * 1024
/** Of one task, over all its commands. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024
const AT_ONCE = 8

export function createKeptContents(cwd: string, images: ImageStore, files: FileSpace): KeptContents {
  const kept = new Map<string, { readonly stamp: Stamp; readonly hash: string }>()
  let room = MAX_KEPT_BYTES

  const keepOne = async (path: string, stamp: Stamp): Promise<void> => {
    const bytes = await files.read(join(cwd, path))
    if (!Buffer.isBuffer(bytes) || bytes.length !== stamp.size) return
    kept.set(path, { stamp, hash: await images.put(bytes) })
  }

  return {
    async keep(scan) {
      const wanted: (readonly [string, Stamp])[] = []
      for (const [path, stamp] of scan) {
        if (isSame(kept.get(path)?.stamp, stamp) || stamp.size > Math.min(MAX_FILE_BYTES, room)) continue
        room -= stamp.size
        wanted.push([path, stamp])
      }
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        await Promise.all(wanted.slice(at, at + AT_ONCE).map(([path, stamp]) => keepOne(path, stamp)))
      }
    },
    hashAt(path, stamp) {
      const known = kept.get(path)
      return known && isSame(known.stamp, stamp) ? known.hash : undefined
    },
    note: (path, stamp, hash) => void kept.set(path, { stamp, hash }),
  }
}
