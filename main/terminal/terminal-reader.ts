import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openFile, readProcFile } from './process-files'

/**
 * How the programs in the foreground of a terminal stand to what is typed: `reads` is stopped in a read of it, `listens` would be
 * woken by it (but may have other things to do), `asleep` does nothing and may be doing either, `busy` does something else.
 */
export type ReaderState = 'reads' | 'listens' | 'asleep' | 'busy'

/** Looks at the foreground group of the terminal that `leader` leads. Windows tells nothing of it: `asleep`. */
export async function findReader(leader: number, platform: NodeJS.Platform): Promise<ReaderState> {
  if (platform === 'win32') return 'asleep'
  return platform === 'linux' ? readerByProc(leader) : readerByPs(leader)
}

interface Stat {
  readonly state: string
  readonly group: number
  /** The group in the foreground of its terminal, -1 without one. */
  readonly foreground: number
}

async function readerByProc(leader: number): Promise<ReaderState> {
  const first = await readStat(leader)
  if (!first) return 'busy'
  const pids = await familyOf(leader)
  const states = await Promise.all(pids.map((pid) => stateOf(pid, first.foreground)))
  for (const state of ['reads', 'busy', 'listens', 'asleep'] as const) if (states.includes(state)) return state
  return 'busy'
}

/** A process and all below it: by the list that the kernel keeps for each of its threads. */
async function familyOf(leader: number): Promise<readonly number[]> {
  const family = [leader]
  for (let at = 0; at < family.length && at < MAX_FAMILY; at += 1) {
    const children = await readProcFile(`/proc/${family[at]}/task/${family[at]}/children`)
    family.push(...children.split(' ').filter(Boolean).map(Number))
  }
  return family
}
const MAX_FAMILY = 200

async function readStat(pid: number): Promise<Stat | undefined> {
  const stat = await readProcFile(`/proc/${pid}/stat`)
  const [state, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === undefined || foreground === undefined ? undefined : { state, group: Number(group), foreground: Number(foreground) }
}

/** Undefined for one that is not in the foreground: it would be stopped if it read. */
async function stateOf(pid: number, foreground: number): Promise<ReaderState | undefined> {
  const stat = await readStat(pid)
  if (!stat || stat.group !== foreground || stat.state === 'Z' || stat.state === 'X') return undefined
  if (stat.state !== 'S') return 'busy'
  const [number = '', first = ''] = (await readProcFile(`/proc/${pid}/syscall`)).trim().split(' ')
  if (number === '') return byWaitChannel(await readProcFile(`/proc/${pid}/wchan`))
  return byCall(pid, SYSTEM_CALLS[process.arch]?.get(Number(number)), Number(first))
}

async function byCall(pid: number, call: Call | undefined, fd: number): Promise<ReaderState | undefined> {
  switch (call) {
    case 'read':
      return (await isTerminal(pid, fd)) ? 'reads' : undefined
    case 'epoll':
      return (await pollsTerminal(pid, fd)) ? 'listens' : undefined
    case 'poll':
      // Its list of files lies in its memory, which nobody reads.
      return 'asleep'
    case 'wait':
      return undefined
    case undefined:
      return 'busy'
  }
}

/** Where the system shows no calls it may still name the place in the kernel in which a process sleeps. */
function byWaitChannel(channel: string): ReaderState | undefined {
  if (/^(?:n_tty_read|wait_woken)$/.test(channel)) return 'reads'
  if (/wait4?$|^do_wait$/.test(channel)) return undefined
  return /poll|select|^0?$/.test(channel) ? 'asleep' : 'busy'
}

const CALLS = ['read', 'poll', 'epoll', 'wait'] as const
type Call = (typeof CALLS)[number]
const calls = (numbers: Readonly<Record<Call, readonly number[]>>): ReadonlyMap<number, Call> =>
  new Map(CALLS.flatMap((name) => numbers[name].map((number) => [number, name] as const)))
/** Numbers of Linux: read and readv; poll, ppoll, select, pselect; epoll_wait and its kin; wait4 and waitid, rt_sigsuspend. */
const SYSTEM_CALLS: Readonly<Record<string, ReadonlyMap<number, Call>>> = {
  x64: calls({ read: [0, 19], poll: [7, 23, 270, 271], epoll: [232, 281, 441], wait: [61, 247, 130] }),
  arm64: calls({ read: [63, 65], poll: [72, 73], epoll: [22, 441], wait: [95, 260, 133] }),
}

const isTerminal = async (pid: number, fd: number): Promise<boolean> => /^\/dev\/(?:pts\/|tty)/.test(await openFile(pid, String(fd)))

/** Whether the terminal is among the files that an epoll would be woken by. */
async function pollsTerminal(pid: number, fd: number): Promise<boolean> {
  const info = await readProcFile(`/proc/${pid}/fdinfo/${fd}`)
  for (const [, watched, events] of info.matchAll(/^tfd:\s*(\d+) events:\s*([\da-f]+)/gm)) {
    const wantsInput = (Number.parseInt(events ?? '0', 16) & EPOLLIN) !== 0
    if (wantsInput && (await isTerminal(pid, Number(watched)))) return true
  }
  return false
}
const EPOLLIN = 1

/** ps tells who is in the foreground (+) and how it sleeps, not why. */
async function readerByPs(leader: number): Promise<ReaderState> {
  const listed = promisify(execFile)('/bin/ps', ['-A', '-o', 'tpgid=,pgid=,pid=,stat=,wchan='])
  // Where nothing can be listed, nobody can say that it waits.
  const stdout = await listed.then(
    (result) => result.stdout,
    () => '',
  )
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  const foreground = rows.find(([, , pid]) => pid === String(leader))?.[0]
  const group = rows.filter(([, id]) => id === foreground && foreground !== undefined)
  if (group.some(([, , , state]) => !/^[SI]/.test(state ?? ''))) return 'busy'
  if (group.some(([, , , , channel]) => channel?.startsWith('tty'))) return 'reads'
  return group.length > 0 ? 'asleep' : 'busy'
}
