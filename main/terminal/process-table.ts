import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface ProcessInfo {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Tells a process from a later one with the same number. */
  readonly started: string
  /** It has ended, and only its number is still taken. */
  readonly isZombie: boolean
}

/** All processes there are now. Empty on Windows, where a process tree is ended by its own means. */
export async function readProcesses(platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  if (platform === 'win32') return []
  return platform === 'linux' ? readProc() : readPs()
}

/** One process, or undefined when there is none of that number. */
export async function readProcess(pid: number, platform: NodeJS.Platform): Promise<ProcessInfo | undefined> {
  if (platform === 'linux') return readStat(pid)
  return (await readProcesses(platform)).find((each) => each.pid === pid)
}

/** Those of `processes` in whose environment one of `variables` (`NAME=value`) stands. */
export async function withVariable(
  processes: readonly ProcessInfo[],
  variables: readonly string[],
  platform: NodeJS.Platform,
): Promise<readonly ProcessInfo[]> {
  const wanted = new Set(variables)
  const known =
    platform === 'linux' ? await Promise.all(processes.map((each) => environmentOf(each.pid))) : await environmentsByPs(processes)
  return processes.filter((_, at) => known[at]?.some((variable) => wanted.has(variable)))
}

async function environmentOf(pid: number): Promise<readonly string[]> {
  return (await readIfThere(`/proc/${pid}/environ`)).split('\0')
}

/** ps shows the variables behind the command, parted by blanks. */
async function environmentsByPs(processes: readonly ProcessInfo[]): Promise<readonly (readonly string[])[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-Eww', '-A', '-o', 'pid=,command='], { maxBuffer: MAX_PS_OUTPUT })
  const byPid = new Map(stdout.split('\n').map((line) => [Number.parseInt(line, 10), line.split(' ')]))
  return processes.map((each) => byPid.get(each.pid) ?? [])
}

const MAX_PS_OUTPUT = 64 * 1024 * 1024

async function readProc(): Promise<readonly ProcessInfo[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map((pid) => readStat(Number(pid))))
  return found.filter((each) => each !== undefined)
}

async function readStat(pid: number): Promise<ProcessInfo | undefined> {
  const stat = await readIfThere(`/proc/${pid}/stat`)
  // The name, in brackets, may itself hold brackets and blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const started = fields[START_TIME]
  if (state === undefined || started === undefined) return undefined
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), started, isZombie: state === 'Z' || state === 'X' }
}

/** Counted from the field behind the name. */
const START_TIME = 19

/** Processes come and go while they are read, and those of others may not be read: such a one is empty. */
async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

async function readPs(): Promise<readonly ProcessInfo[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='])
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? []
    if (pid === undefined || started === undefined) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: 0,
        started: started.trim(),
        isZombie: state?.startsWith('Z') ?? false,
      },
    ]
  })
}
