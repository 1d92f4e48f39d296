import { readdirSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
export const PRODUCT_FOLDERS = ['shared', 'main', 'preload', 'renderer'] as const
/** Folders whose files are no sources of ours: made by tools, or what tests and the demo work on. */
const SKIPPED = new Set(['node_modules', 'out', 'dist', 'coverage', '.git', '.cache', 'fixtures', 'sample', 'screenshots'])
const CODE = /\.(ts|tsx|mts|cts|js|mjs|cjs)$/

/** Every file below a folder of the checkout, as posix paths relative to it, sorted. */
export function filesBelow(folder: string, root = ROOT): string[] {
  const found: string[] = []
  const pending = [join(root, folder)]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path)
      if (entry.isFile()) found.push(relative(root, path).split(sep).join(posix.sep))
    }
  }
  return found.toSorted()
}

export const codeBelow = (folder: string, root = ROOT): string[] => filesBelow(folder, root).filter((file) => CODE.test(file))
