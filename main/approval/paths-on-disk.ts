import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import type { PathEffect } from '../../shared/effects'
import { readSmall } from '../workspace/read-small'
import type { PathUse } from './path-use'
import { matches } from '../workspace/wildcards'

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
  if (use.isPattern) return written.includes('**') ? findDeepMatches(written, use, resolve) : findMatches(written, use.path, resolve)
  const path = await resolve(await withoutParents(written))
  if (use.reach !== 'links' && use.reach !== 'names') return { paths: [path], problem: undefined }
  const { links, problem } = await linksBelow(path.real, use.reach === 'names')
  const targets = await Promise.all(links.map((link) => resolve(link)))
  return { paths: [path, ...targets], problem }
}

/** Some shells go down any number of folders at `**`: whatever lies below counts. */
async function findDeepMatches(absolute: string, use: PathUse, resolve: ResolvePath): Promise<FoundPaths> {
  const top = absolute.slice(0, absolute.indexOf('**')).replace(/[^/]*$/, '')
  const base = HAS_PATTERN.test(top)
    ? await findMatches(top, use.path, resolve)
    : { paths: [await resolve(await withoutParents(top))], problem: undefined }
  const near = await findMatches(absolute, use.path, resolve)
  const below = await Promise.all(base.paths.map(({ real }) => linksBelow(real, false)))
  const targets = await Promise.all(below.flatMap(({ links }) => links).map((link) => resolve(link)))
  const problems = [base.problem, near.problem, ...below.map(({ problem }) => problem)]
  return { paths: [...base.paths, ...near.paths, ...targets], problem: problems.find((problem) => problem !== undefined) }
}

const HAS_PATTERN = /[*?[]/

/** Every name that a pattern stands for. Without one it stands for itself. */
async function findMatches(absolute: string, written: string, resolve: ResolvePath): Promise<FoundPaths> {
  const { names, problem } = await expandPattern(absolute, written)
  const folders = new Map<string, PathEffect>()
  const paths: PathEffect[] = []
  for (const { folder, name, isLink } of names) {
    const above = folders.get(folder) ?? (await resolve(await withoutParents(folder === '' ? '/' : folder)))
    folders.set(folder, above)
    paths.push(isLink ? await resolve(`${above.real}/${name}`) : childOf(above, name))
  }
  return paths.length > 0 ? { paths, problem } : { paths: [await resolve(await withoutParents(absolute))], problem }
}

const childOf = ({ display, real, inside }: PathEffect, name: string): PathEffect => ({
  display: display === '.' ? name : `${display === '/' ? '' : display}/${name}`,
  real: `${real === '/' ? '' : real}/${name}`,
  inside,
})

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

interface Match {
  readonly folder: string
  readonly name: string
  readonly isLink: boolean
}

async function expandPattern(
  absolute: string,
  written: string,
): Promise<{ readonly names: readonly Match[]; readonly problem: string | undefined }> {
  let names: readonly Match[] = [{ folder: '', name: '', isLink: false }]
  const flags: string[] = []
  for (const segment of absolute.split('/').filter((part) => part !== '')) {
    const next = await Promise.all(names.map(({ folder, name }) => expandSegment(name === '' ? folder : `${folder}/${name}`, segment)))
    names = next.flat()
    flags.push(...names.map(({ name }) => name).filter((name) => name.startsWith('-')))
    if (names.length > MAX_NAMES) return { names: [], problem: `${written} stands for more than ${MAX_NAMES.toLocaleString('en')} names` }
  }
  const problem =
    /^[*?[]/.test(written) && flags[0] !== undefined ? `a file is called ${flags[0]}, which would be taken for a flag` : undefined
  // With a slash at its end a link is followed.
  return { names: absolute.endsWith('/') ? names.map((match) => ({ ...match, isLink: true })) : names, problem }
}

async function expandSegment(folder: string, segment: string): Promise<readonly Match[]> {
  // What is written out may be a link, and may be missing.
  if (!HAS_PATTERN.test(segment)) return [{ folder, name: segment, isLink: true }]
  const found = await matchNames(folder === '' ? '/' : folder, segment)
  return found.map(({ name, isLink }) => ({ folder, name, isLink }))
}

async function matchNames(folder: string, segment: string): Promise<readonly { readonly name: string; readonly isLink: boolean }[]> {
  // From a bracket on anything matches: too many names are looked at rather than too few.
  const pattern = segment.replace(/\[.*$/s, '*').replace(/\*+/g, '*')
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => (segment.startsWith('.') || !name.startsWith('.')) && matches(pattern, name))
      .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
  } catch (error) {
    // No such folder, or one that may not be read: the pattern stands for itself.
    if (codeOf(error) === undefined) throw error
    return []
  }
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

/** Of a file that is looked through for what makes programs run others. */
export const MAX_SETTINGS = 4 * 1024 * 1024

/** True when a file holds that text, or cannot be looked through. */
export async function holds(file: string, part: string): Promise<boolean> {
  const read = await readSmall(file, MAX_SETTINGS)
  return read.kind === 'unusable' || (read.kind === 'bytes' && read.bytes.includes(part))
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
