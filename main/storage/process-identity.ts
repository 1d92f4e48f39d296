import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isMissing, systemCode } from './storage-error'

/** Which process it is, beyond its number: numbers are given out again. */
export interface ProcessIdentity {
  readonly pid: number
  /** When the process started, in the system's own words: only ever compared. Empty where the system does not tell. */
  readonly startTime: string
  /** The machine, and on Linux the space in which `pid` counts. */
  readonly host: string
}

export type Life = 'alive' | 'dead' | 'unknown'

export async function currentProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, startTime: (await startTimeOf(process.pid)) ?? '', host: await currentHost() }
}

/** `dead` is a proof: no such process here, or another one has its number. `unknown` where nothing can be proved. */
export async function lifeOf(identity: ProcessIdentity): Promise<Life> {
  if (identity.host !== (await currentHost())) return 'unknown'
  const reach = reachOf(identity.pid)
  if (reach === 'gone') return 'dead'
  if (identity.startTime === '') return 'unknown'
  const startTime = await startTimeOf(identity.pid)
  // A process of someone else may be hidden; one of ours that is not there has ended.
  if (startTime === undefined) return reach === 'foreign' ? 'unknown' : 'dead'
  if (startTime === '') return 'unknown'
  return startTime === identity.startTime ? 'alive' : 'dead'
}

/** Signal 0 asks without sending anything. */
function reachOf(pid: number): 'ours' | 'foreign' | 'gone' {
  try {
    process.kill(pid, 0)
    return 'ours'
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return 'gone'
    if (systemCode(error) === 'EPERM') return 'foreign'
    throw error
  }
}

/** Undefined when there is no such process (one that has ended and only waits to be collected counts as gone). */
async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return startTimeFromProc(pid)
  // Windows tells start times only through slow tools: there the heartbeat decides.
  return process.platform === 'win32' ? '' : startTimeFromPs(pid)
}

async function startTimeFromProc(pid: number): Promise<string | undefined> {
  let stat: string
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'ESRCH') return undefined
    throw error
  }
  // The second field is the program's name in parentheses and may hold anything; what follows starts with the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTime] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' ? undefined : (startTime ?? '')
}

function startTimeFromPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } }, (error, output) => {
      const [state, ...started] = output.trim().split(/\s+/)
      if (!state || state.startsWith('Z')) resolve(error && systemCode(error) === 'ENOENT' ? '' : undefined)
      else resolve(started.join(' '))
    })
  })
}

async function currentHost(): Promise<string> {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${hostname()} ${await readlink('/proc/self/ns/pid')}`
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'EACCES') return hostname()
    throw error
  }
}
