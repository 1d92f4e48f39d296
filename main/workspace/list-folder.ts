import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type IgnoreRules, ignoreRulesAt, isIgnored, withRulesOf } from './ignore-rules'
import { explainSystemError, systemCode } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface ListOptions {
  readonly recursive: boolean
  readonly limit: number
}

export interface ListedEntry {
  /** Relative to the listed folder, with `/`. */
  readonly path: string
  readonly directory: boolean
}

export interface Listing {
  readonly entries: readonly ListedEntry[]
  readonly truncated: boolean
}

/** Folders that are named, but hold too much that nobody wrote by hand to be looked into unasked. */
const HEAVY_FOLDERS: ReadonlySet<string> = new Set(
  '.git node_modules __pycache__ env venv dist out bundle vendor tmp temp deps Pods'.split(' '),
)
const HEAVY_PAIRS: ReadonlySet<string> = new Set(['target/dependency', 'build/dependencies'])

/**
 * Names in a folder: all of them, or with `recursive` breadth first, without what git ignores and without looking into hidden
 * and heavy folders. Links are named and never followed, so a circle of them ends nothing.
 */
export async function listFolder(cwd: string, path: ResolvedPath, options: ListOptions, signal: AbortSignal): Promise<Outcome<Listing>> {
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'other') return fails('denied', `${path.display} is not a place that can be listed.`)
  if (path.kind === 'file') return fails('not_a_directory', `${path.display} is a file, not a folder.`)
  try {
    const first = await readFolder(path.real)
    return fine(options.recursive ? await walk({ cwd, root: path.real, limit: options.limit, signal }, first) : flat(first, options.limit))
  } catch (error) {
    if (signal.aborted) throw error
    return explainSystemError(error, path.display)
  }
}

interface FoundEntry {
  readonly name: string
  readonly directory: boolean
  readonly link: boolean
}

async function readFolder(folder: string): Promise<readonly FoundEntry[]> {
  const found = await readdir(folder, { withFileTypes: true })
  found.sort((a, b) => byName(a.name, b.name))
  return Promise.all(
    found.map(async (entry) => ({ name: entry.name, link: entry.isSymbolicLink(), directory: await isFolder(folder, entry) })),
  )
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (a: string, b: string): number => COLLATOR.compare(a, b) || (a < b ? -1 : 1)

async function isFolder(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return (await stat(join(folder, entry.name))).isDirectory()
  } catch (error) {
    // A link that leads nowhere, or where this user may not look.
    if (systemCode(error) === undefined) throw error
    return false
  }
}

const flat = (found: readonly FoundEntry[], limit: number): Listing => ({
  entries: found.slice(0, limit).map(({ name, directory }) => ({ path: name, directory })),
  truncated: found.length > limit,
})

interface Walk {
  readonly cwd: string
  readonly root: string
  readonly limit: number
  readonly signal: AbortSignal
}

interface Level {
  /** Relative to the root, with `/` at its end, or empty. */
  readonly prefix: string
  readonly rules: IgnoreRules
  readonly found: readonly FoundEntry[] | undefined
}

async function walk({ cwd, root, limit, signal }: Walk, first: readonly FoundEntry[]): Promise<Listing> {
  const entries: ListedEntry[] = []
  const queue: Level[] = [{ prefix: '', rules: await ignoreRulesAt(root, cwd), found: first }]
  for (let level = queue.shift(); level; level = queue.shift()) {
    signal.throwIfAborted()
    const folder = join(root, level.prefix)
    const rules = level.found ? level.rules : await withRulesOf(folder, level.rules)
    const found = level.found ?? (await readIfAllowed(folder))
    for (const entry of found) {
      if (isIgnored(join(folder, entry.name), entry.directory && !entry.link, rules)) continue
      if (entries.length === limit) return { entries, truncated: true }
      entries.push({ path: `${level.prefix}${entry.name}`, directory: entry.directory })
      if (isEntered(entry, root, level.prefix)) queue.push({ prefix: `${level.prefix}${entry.name}/`, rules, found: undefined })
    }
  }
  return { entries, truncated: false }
}

function isEntered(entry: FoundEntry, root: string, prefix: string): boolean {
  if (!entry.directory || entry.link || HEAVY_FOLDERS.has(entry.name)) return false
  if (entry.name.startsWith('.') && !basename(root).startsWith('.')) return false
  const parent = basename(prefix === '' ? root : prefix)
  return !HEAVY_PAIRS.has(`${parent}/${entry.name}`)
}

/** A folder in the tree that may not be read, or has just gone, is only named. */
async function readIfAllowed(folder: string): Promise<readonly FoundEntry[]> {
  try {
    return await readFolder(folder)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}
