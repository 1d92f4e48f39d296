import { readFileSync, readdirSync } from 'node:fs'

const MS_PER_TICK = 10
const BYTES_PER_PAGE = 4096
const SAMPLE_MS = 50

export interface ProcessTree {
  /** CPU of the tree so far, in ms, dead children that were waited for included. Never falls. */
  cpuMs(): number
  /** The largest sum of resident memory seen, in bytes. Shared pages count once per process. */
  peakBytes(): number
  stop(): void
}

/** Watches a process and all its descendants through /proc. Linux only. */
export function watchTree(root: number): ProcessTree {
  let peak = 0
  let most = 0
  const cpuMs = (): number => {
    let ticks = 0
    for (const pid of treeOf(root)) ticks += ticksOf(pid)
    most = Math.max(most, ticks * MS_PER_TICK)
    return most
  }
  const timer = setInterval(() => {
    let bytes = 0
    for (const pid of treeOf(root)) bytes += residentBytes(pid)
    peak = Math.max(peak, bytes)
    cpuMs()
  }, SAMPLE_MS)
  return { cpuMs, peakBytes: () => peak, stop: () => clearInterval(timer) }
}

function treeOf(root: number): number[] {
  const found: number[] = []
  const pending = [root]
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    found.push(pid)
    pending.push(...childrenOf(pid))
  }
  return found
}

/** Children hang on the thread that made them. A process that ends meanwhile has none. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) => {
    const list = readProc(`/proc/${pid}/task/${thread}/children`).trim()
    return list === '' ? [] : list.split(' ').map(Number)
  })
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/** User and system time of the process and of the children it has waited for. */
function ticksOf(pid: number): number {
  const stat = readProc(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
}

const residentBytes = (pid: number): number => Number(readProc(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * BYTES_PER_PAGE

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isGone(error)) return ''
    throw error
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
