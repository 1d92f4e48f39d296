import type { Dirent } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { firstEntries, type FirstEntries } from './first-entries'
import { type HiddenFiles } from './hidden-files'
import { type IgnoreRules, ignoreRulesAt, isIgnored, withRulesOf } from './ignore-rules'
import { explainSystemError, systemCode } from './system-errors'
import { insideFolder, PlaceChanged } from './open-folder'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface ListOptions {
  readonly recursive: boolean
  readonly limit: number
}

export interface ListedEntry {
  /** Relative to the listed folder, with `/`. */
  readonly path: string
  readonly directory: boolean
  /** By `.clineignore`: its name is all there is to know. */
  readonly hidden?: true
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

/** A tree that takes longer is shown as far as it got. */
const MAX_MS = 5000

/**
 * Names in a folder: all of them, or with `recursive` breadth first, without what git ignores and without looking into hidden
 * and heavy folders. Links are named and never followed, so a circle of them ends nothing. What `hidden` hides is named, and not entered.
 */
export async function listFolder(
  place: ListPlace,
  path: ResolvedPath,
  options: ListOptions,
  signal: AbortSignal,
): Promise<Outcome<Listing>> {
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'other') return fails('denied', `${path.display} is not a place that can be listed.`)
  if (path.kind === 'file') return fails('not_a_directory', `${path.display} is a file, not a folder.`)
  const { limit } = options
  try {
    return fine(
      await (options.recursive ? walk({ ...place, root: path.real, limit, signal }) : flat({ ...place, root: path.real, limit, signal })),
    )
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof PlaceChanged)
      return fails('changed', `${path.display} is no longer the folder it was a moment ago, so it was not listed.`)
    return explainSystemError(error, path.display)
  }
}

export interface ListPlace {
  /** Real path of the project folder: without a repository, ignore files above it do not count. */
  readonly cwd: string
  readonly hidden: HiddenFiles
}

interface Walk extends ListPlace {
  readonly root: string
  readonly limit: number
  readonly signal: AbortSignal
}

interface FoundEntry {
  readonly name: string
  readonly directory: boolean
  readonly link: boolean
}

async function flat({ root, limit, hidden, signal }: Walk): Promise<Listing> {
  const { entries, more } = await insideFolder(root, (there) => firstEntries(there, limit, () => true, signal))
  const found = await describeEntries(root, entries)
  return { entries: found.map((entry) => listed(entry, '', root, hidden)), truncated: more }
}

const describeEntries = (folder: string, entries: readonly Dirent[]): Promise<readonly FoundEntry[]> =>
  Promise.all(entries.map(async (entry) => ({ name: entry.name, link: entry.isSymbolicLink(), directory: await isFolder(folder, entry) })))

function listed({ name, directory }: FoundEntry, prefix: string, folder: string, hidden: HiddenFiles): ListedEntry {
  const path = `${prefix}${name}`
  return hidden.hides(join(folder, name)) ? { path, directory, hidden: true } : { path, directory }
}

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

interface Level {
  /** Relative to the root, with `/` at its end, or empty. */
  readonly prefix: string
  readonly rules: IgnoreRules
}

async function walk(place: Walk): Promise<Listing> {
  const { cwd, root, limit, hidden, signal } = place
  const deadline = performance.now() + MAX_MS
  const entries: ListedEntry[] = []
  const queue: Level[] = [{ prefix: '', rules: await ignoreRulesAt(root, cwd) }]
  for (let at = 0; at < queue.length; at += 1) {
    const level = queue[at]
    if (!level) break
    const { prefix } = level
    const folder = join(root, prefix.slice(0, -1))
    const rules = prefix === '' ? level.rules : await withRulesOf(folder, level.rules)
    const wants = (entry: Dirent): boolean => !isIgnored(join(folder, entry.name), entry.isDirectory(), rules)
    const first = insideFolder(folder, (there) => firstEntries(there, limit - entries.length, wants, signal))
    const { entries: found, more } = await (prefix === '' ? first : unlessDenied(first))
    for (const entry of await describeEntries(folder, found)) {
      const shown = listed(entry, prefix, folder, hidden)
      entries.push(shown)
      if (!shown.hidden && isEntered(entry, root, prefix)) queue.push({ prefix: `${prefix}${entry.name}/`, rules })
    }
    if (more || (performance.now() > deadline && at + 1 < queue.length)) return { entries, truncated: true }
  }
  return { entries, truncated: false }
}

function isEntered(entry: FoundEntry, root: string, prefix: string): boolean {
  if (!entry.directory || entry.link || HEAVY_FOLDERS.has(entry.name)) return false
  if (entry.name.startsWith('.') && !basename(root).startsWith('.')) return false
  const parent = basename(prefix === '' ? root : prefix)
  return !HEAVY_PAIRS.has(`${parent}/${entry.name}`)
}

/** A folder in the tree that may not be read, or has just gone or become a link, is only named. */
async function unlessDenied(reading: Promise<FirstEntries>): Promise<FirstEntries> {
  try {
    return await reading
  } catch (error) {
    if (systemCode(error) === undefined && !(error instanceof PlaceChanged)) throw error
    return { entries: [], more: false }
  }
}
