import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ProcessInfo, readProcess, readProcesses, withVariable } from './process-table'

/** What a command left running: the process that leads its session, and what its children inherited. */
export interface ProcessTree {
  readonly leader: number
  /** When the leader started: a process of its number that started later is another one. Empty when it ended too soon to be seen. */
  readonly started: string
  /** `NAME=value` in the environment of all that the command started. */
  readonly variable: string
}

/** First everybody is asked to end, which programs use to tidy up; then hung up on, as when a terminal closes; then killed. */
const ASKED_MS = 500
const HUNG_UP_MS = 1000
/** A killed process is gone at once, unless the system holds it. */
const AFTER_KILL_MS = 1000
const LOOK_MS = 20

/** Ends everything the commands started, also what has left their sessions. Resolves when it is gone. Never rejects for a process that is gone already. */
export async function endProcesses(trees: readonly ProcessTree[], platform: NodeJS.Platform): Promise<void> {
  if (trees.length === 0) return
  if (platform === 'win32') return endOnWindows(trees)
  const first = await findMembers(trees, platform)
  signalAll(first, ['SIGTERM', 'SIGCONT'])
  const deaf = await waitUntilGone(first, ASKED_MS, platform)
  signalAll(deaf, ['SIGHUP'])
  const stubborn = await waitUntilGone(deaf, HUNG_UP_MS, platform)
  // Who started between the two looks, or was started by a handler of the first signal.
  const late = await findMembers(trees, platform)
  const rest = uniqueByPid([...stubborn, ...late])
  signalAll(rest, ['SIGKILL'])
  await waitUntilGone(rest, AFTER_KILL_MS, platform)
}

/**
 * Every living process that belongs to one of these trees: by the session, group or parent of a leader that is still there, and
 * always by what it inherited. A session whose leader has ended is not trusted: its number may by now be that of another one.
 */
export async function findMembers(trees: readonly ProcessTree[], platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  const all = (await readProcesses(platform)).filter((each) => !each.isZombie && each.pid > 1 && each.pid !== process.pid)
  const members = new Map<number, ProcessInfo>()
  for (const { leader, started } of trees) {
    if (!all.some((each) => each.pid === leader && each.started === started)) continue
    for (const each of all) if (each.session === leader || each.group === leader || each.pid === leader) members.set(each.pid, each)
  }
  const variables = trees.map((tree) => tree.variable)
  for (const each of await withVariable(all, variables, platform)) members.set(each.pid, each)
  addDescendants(members, all)
  return [...members.values()]
}

function addDescendants(members: Map<number, ProcessInfo>, all: readonly ProcessInfo[]): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size
    for (const each of all) if (members.has(each.parent)) members.set(each.pid, each)
  }
}

function signalAll(processes: readonly ProcessInfo[], signals: readonly NodeJS.Signals[]): void {
  for (const { pid } of processes) for (const signal of signals) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: it has just ended. EPERM: it runs as another user, and only that user can end it.
    if (!(error instanceof Error) || !('code' in error) || (error.code !== 'ESRCH' && error.code !== 'EPERM')) throw error
  }
}

/** Looks now and then: the system tells nobody but the parent of an end. Gives back who is still there. */
async function waitUntilGone(processes: readonly ProcessInfo[], most: number, platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  let left = processes
  for (let waited = 0; waited <= most; waited += LOOK_MS) {
    left = await stillThere(left, platform)
    if (left.length === 0) return []
    await delay(LOOK_MS)
  }
  return left
}

async function stillThere(processes: readonly ProcessInfo[], platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  const now = await Promise.all(processes.map((each) => readProcess(each.pid, platform)))
  return processes.filter((each, at) => {
    const found = now[at]
    return found !== undefined && found.started === each.started && !found.isZombie
  })
}

const uniqueByPid = (processes: readonly ProcessInfo[]): readonly ProcessInfo[] => [
  ...new Map(processes.map((each) => [each.pid, each])).values(),
]

async function endOnWindows(trees: readonly ProcessTree[]): Promise<void> {
  const ends = trees.map(({ leader }) => promisify(execFile)('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true }))
  // taskkill fails for a process that has already ended.
  await Promise.allSettled(ends)
}
