import { MAX_KEPT_BYTES } from './image-store'
import { hashOf, readBytes } from '../workspace/read-text'
import { resolvePath } from '../workspace/resolve-path'
import { removeFile, writeBytes } from '../workspace/write-bytes'
import type { ResolvedPath } from '../workspace/workspace-types'
import type { FileSpace } from './undo'

/** The files of a project for undo. `trash` takes a file away where the system has a place for that; false where it has none. */
export function createDiskFiles(cwd: string, trash: (real: string) => Promise<boolean> = () => Promise.resolve(false)): FileSpace {
  return {
    async read(real) {
      const path = await resolvePath(cwd, real)
      if (path.real !== real) return 'unreadable'
      if (path.kind === 'missing') return null
      const read = await readBytes(path, MAX_KEPT_BYTES)
      if (read.ok) return read.value
      return read.error.code === 'missing' ? null : 'unreadable'
    },
    async replace(real, bytes, expected) {
      const path = await resolvePath(cwd, real)
      if (path.real !== real) return { ok: false, message: `${path.display} leads elsewhere now, so it was left alone.` }
      if (bytes) {
        const written = await writeBytes(cwd, path, bytes, { expectedHash: expected })
        return written.ok ? { ok: true } : { ok: false, message: written.error.message }
      }
      if (expected === null) return { ok: true }
      if ((await holds(path, expected)) && (await trash(real))) return { ok: true }
      const removed = await removeFile(cwd, path, expected)
      return removed.ok ? { ok: true } : { ok: false, message: removed.error.message }
    },
  }
}

async function holds(path: ResolvedPath, expected: string): Promise<boolean> {
  const read = await readBytes(path, MAX_KEPT_BYTES)
  return read.ok && hashOf(read.value) === expected
}
