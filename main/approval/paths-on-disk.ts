import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import type { PathEffect } from '../../shared/effects'
import type { PathUse } from './path-use'

type ResolvePath = (absolute: string) => Promise<PathEffect>

/** What paths of a command lead to on the disk. */
export interface FoundPaths {
  readonly paths: readonly PathEffect[]
  /** Why a pattern cannot be relied on: a name that would be taken for a flag, or too many names. */
  readonly problem: string | undefined
}

const MAX_NAMES = 2_000

/** Looks up every path and pattern. Where nobody knows the folder, all that it may be are looked at. */
export async function findPaths(uses: readonly PathUse[], resolve: ResolvePath): Promise<FoundPaths> {
  const found = new Map<string, PathEffect>()
  let problem: string | undefined
  for (const use of uses) {
    for (const folder of use.folders) {
      const seen = await findPath(use, folder, resolve)
      problem ??= seen.problem
      for (const path of seen.paths) found.set(path.real, path)
    }
  }
  return { paths: [...found.values()], problem }
}

async function findPath(use: PathUse, folder: string, resolve: ResolvePath): Promise<FoundPaths> {
  const written = isAbsolute(use.path) ? use.path : `${folder}/${use.path}`
  const { places, problem } = use.isPattern ? await expandPattern(written, use.path) : { places: [written], problem: undefined }
  const paths: PathEffect[] = []
  for (const place of places) paths.push(await resolve(await withoutParents(place)))
  if (use.reach !== 'links' && use.reach !== 'names') return { paths, problem }
  const below = await Promise.all(paths.map(({ real }) => linksBelow(real, use.reach === 'names')))
  const targets = await Promise.all(below.flatMap(({ links }) => links).map((link) => resolve(link)))
  return { paths: [...paths, ...targets], problem: problem ?? below.find((each) => each.problem !== undefined)?.problem }
}

/** Takes each `..` away as the kernel does: from where links have led, not from the text. */
export async function withoutParents(path: string): Promise<string> {
  const [before, ...after] = path.split(/\/\.\.(?=\/|$)/)
  let folder = before === undefined || before === '' ? '/' : before
  for (const rest of after) folder = `${dirname(await realOrSame(folder))}${rest}`
  return folder
}

async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return path
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

interface Expansion {
  /** Folders that were looked into, and matches that are links. */
  readonly places: readonly string[]
  readonly names: readonly string[]
  /** What it has come to. */
  readonly folders: readonly string[]
}

/** The folders that a pattern looks into, and those of its matches that are links. Without a match it stands for itself. */
async function expandPattern(
  absolute: string,
  written: string,
): Promise<{ readonly places: readonly string[]; readonly problem: string | undefined }> {
  let all: Expansion = { places: [], names: [], folders: [''] }
  for (const segment of absolute.split('/').slice(1)) {
    const next = await Promise.all(all.folders.map((folder) => expandSegment(folder, segment)))
    all = {
      places: [...all.places, ...next.flatMap(({ places }) => places)],
      names: [...all.names, ...next.flatMap(({ names }) => names)],
      folders: next.flatMap(({ folders }) => folders),
    }
    const problem = all.names.length > MAX_NAMES ? `${written} stands for more than ${MAX_NAMES.toLocaleString('en')} names` : undefined
    if (problem !== undefined) return { places: all.places, problem }
  }
  const flag = /^[*?[]/.test(written) ? all.names.find((name) => name.startsWith('-')) : undefined
  const endsInPattern = HAS_PATTERN.test(absolute.slice(absolute.lastIndexOf('/')))
  const places = [...new Set([...all.places, ...(endsInPattern ? [] : all.folders)])]
  return { places, problem: flag === undefined ? undefined : `a file is called ${flag}, which would be taken for a flag` }
}

const HAS_PATTERN = /[*?[]/

async function expandSegment(folder: string, segment: string): Promise<Expansion> {
  if (!HAS_PATTERN.test(segment)) return { places: [], names: [], folders: [`${folder}/${segment}`] }
  const matches = await matchNames(folder === '' ? '/' : folder, segment)
  const links = matches.filter(({ isLink }) => isLink).map(({ name }) => `${folder}/${name}`)
  return {
    places: [folder === '' ? '/' : folder, ...links],
    names: matches.map(({ name }) => name),
    folders: matches.map(({ name }) => `${folder}/${name}`),
  }
}

async function matchNames(folder: string, segment: string): Promise<readonly { readonly name: string; readonly isLink: boolean }[]> {
  const pattern = new RegExp(`^${segment.replace(/\[[^\]]*\]|[\\^$.*+?()[\]{}|]/g, toExpression)}$`, 's')
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => (segment.startsWith('.') || !name.startsWith('.')) && pattern.test(name))
      .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
  } catch (error) {
    // No such folder, or one that may not be read: the pattern stands for itself.
    if (codeOf(error) === undefined) throw error
    return []
  }
}

/** A bracket is taken for any character: too many names are looked at rather than too few. */
function toExpression(found: string): string {
  if (found === '*') return '.*'
  if (found === '?' || (found.startsWith('[') && found.length > 1)) return '.'
  return `\\${found}`
}

const MAX_BELOW = 20_000

/** Links below a folder. With `plainNames` every name must be one that arrives whole when it is split at blanks. */
async function linksBelow(
  real: string,
  plainNames: boolean,
): Promise<{ readonly links: readonly string[]; readonly problem: string | undefined }> {
  const folders = [real]
  const links: string[] = []
  let looked = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of (await entriesOf(folder)) ?? []) {
      looked += 1
      const path = `${folder}/${entry.name}`
      if (plainNames && /[\s'"\\]/.test(entry.name)) return { links, problem: `the name of ${path} would be taken for several` }
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isSymbolicLink()) links.push(path)
    }
    if (looked > MAX_BELOW) return { links, problem: `more than ${MAX_BELOW.toLocaleString('en')} names lie below ${real}` }
  }
  return { links, problem: undefined }
}

/** Files below a path, up to a limit: `undefined` when there are more. */
export async function countFiles(real: string, limit: number): Promise<number | undefined> {
  const folders = [real]
  let count = 0
  let looked = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await entriesOf(folder)
    if (!entries) return 1
    for (const entry of entries) {
      looked += 1
      if (entry.isDirectory()) folders.push(`${folder}/${entry.name}`)
      else count += 1
    }
    if (looked > limit) return undefined
  }
  return count
}

/** Undefined for what is no folder. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return codeOf(error) === 'ENOTDIR' ? undefined : []
  }
}

/** True where another disk begins. */
export async function isMountPoint(real: string): Promise<boolean> {
  try {
    const [own, above] = await Promise.all([stat(real), stat(dirname(real))])
    return own.isDirectory() && (own.dev !== above.dev || real === dirname(real))
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}

/** True when a file holds that text. */
export async function holds(file: string, part: string): Promise<boolean> {
  try {
    return (await readFile(file, 'utf8')).includes(part)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}

/** True when something is there, links not followed. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}
