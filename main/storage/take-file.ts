import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Makes a file that says that this process holds something. False when another one, which still lives, holds it. */
export function takeFile(file: string): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, identityOf(process.pid) ?? '', { mode: 0o600 })
  try {
    return linkUnlessThere(own, file) || (isAbandoned(file) && takeOver(own, file))
  } finally {
    rmSync(own, { force: true })
  }
}

/** A link, unlike writing, is whole at once and never replaces. */
function linkUnlessThere(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(file: string): boolean {
  const holder = readIfThere(file)
  return holder !== undefined && identityOf(Number(holder.split(' ')[0])) !== holder
}

/** What is moved away must be what was abandoned: another process may have been quicker. */
function takeOver(own: string, file: string): boolean {
  const aside = `${own}.aside`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return linkUnlessThere(own, file)
    throw error
  }
  if (!isAbandoned(aside)) {
    renameSync(aside, file)
    return false
  }
  rmSync(aside)
  return linkUnlessThere(own, file)
}

/** The number of a process and, where the system tells it cheaply, when it started: numbers are given out again. Undefined when it is gone. */
function identityOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readIfThere(`/proc/${pid}/stat`)
    // The program's name stands in parentheses and may hold anything.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    return stat === undefined || fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`
  }
  try {
    process.kill(pid, 0)
    return String(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM' ? String(pid) : undefined
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return undefined
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
