// Whether the bundles in out/ are those of the sources as they stand: by names, sizes and times, which takes some milliseconds.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Lies in the folder of the bundles. */
export const STAMP = 'built-from.txt'

const FOLDERS = ['main', 'preload', 'renderer', 'shared']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'electron.vite.config.ts']

/** What the bundles are made from, as one text that changes with any of it. */
export function describeSources() {
  const files = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)))
  const lines = [...FILES, ...files].sort().map(describeFile)
  return `${lines.filter((line) => line !== undefined).join('\n')}\n`
}

function describeFile(file) {
  const entry = statSync(join(ROOT, file), { throwIfNoEntry: false })
  return entry?.isFile() ? `${file} ${entry.size} ${entry.mtimeMs}` : undefined
}

/** True when a build would change nothing. */
export function isBuilt() {
  return readStamp() === describeSources()
}

function readStamp() {
  try {
    return readFileSync(join(ROOT, 'out', STAMP), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
