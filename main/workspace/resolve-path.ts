import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isForbidden } from './forbidden-paths'
import { systemCode } from './system-errors'
import type { ResolvedPath } from './workspace-types'

/** As many links as Linux itself follows. */
const MAX_LINKS = 40

/** Resolves `given` against the project's real folder. Never throws for a path that is odd; such a one is of kind `other`. */
export async function resolvePath(cwd: string, given: string): Promise<ResolvedPath> {
  const absolute = resolve(cwd, given.includes('\0') ? given.replaceAll('\0', '\ufffd') : given)
  if (isForbidden(given, process.platform) || isForbidden(absolute, process.platform)) return unusable(given, absolute)
  try {
    const real = await realPathOf(absolute, MAX_LINKS)
    if (isForbidden(real, process.platform)) return { ...unusable(given, absolute), real, display: display(real) }
    const inside = isInside(cwd, real)
    return { given, absolute, real, inside, display: displayOf(cwd, absolute, real), ...(await look(real)) }
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return unusable(given, absolute)
  }
}

/** True when `path` is `folder` or lies in it. Both real. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

const unusable = (given: string, absolute: string): ResolvedPath => ({
  given,
  absolute,
  real: absolute,
  display: display(absolute),
  inside: false,
  kind: 'other',
  size: 0,
})

const display = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))

function displayOf(cwd: string, absolute: string, real: string): string {
  if (!isInside(cwd, real)) return display(real)
  const way = relative(cwd, isInside(cwd, absolute) ? absolute : real)
  return way === '' ? '.' : display(way)
}

/** Follows links, also one that points at nothing yet: writing through it would create its target. */
async function realPathOf(absolute: string, linksLeft: number): Promise<string> {
  try {
    return await realpath(absolute)
  } catch (error) {
    const code = systemCode(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
  const parent = dirname(absolute)
  if (parent === absolute) return absolute
  const realParent = await realPathOf(parent, linksLeft)
  const here = join(realParent, basename(absolute))
  const target = await linkTarget(here)
  if (target === undefined) return here
  if (linksLeft === 0) throw Object.assign(new Error(`Too many links at ${absolute}`), { code: 'ELOOP' })
  return realPathOf(resolve(realParent, target), linksLeft - 1)
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch (error) {
    const code = systemCode(error)
    // EINVAL (Linux, macOS) and UNKNOWN (Windows): there is something, and it is no link.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EINVAL' || code === 'UNKNOWN') return undefined
    throw error
  }
}

async function look(real: string): Promise<Pick<ResolvedPath, 'kind' | 'size'>> {
  try {
    const found = await lstat(real)
    if (found.isFile()) return { kind: 'file', size: found.size }
    return { kind: found.isDirectory() ? 'directory' : 'other', size: 0 }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', size: 0 }
    throw error
  }
}
