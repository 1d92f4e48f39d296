import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findMembers, type ProcessTree } from './end-processes'
import { openFile, openFiles, readProcFile } from './process-files'

/** The lowest TCP port on which one of the tree listens; undefined when there is none, or when it cannot be known. */
export async function findPort(tree: ProcessTree, platform: NodeJS.Platform): Promise<number | undefined> {
  const ports = platform === 'linux' ? await portsByProc(tree) : platform === 'win32' ? await portsByNetstat(tree) : await portsByLsof(tree)
  return ports.length === 0 ? undefined : Math.min(...ports)
}

/** The kernel lists the sockets that listen, and each process links to its own. */
async function portsByProc(tree: ProcessTree): Promise<readonly number[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readProcFile(`/proc/net/${name}`)))
  const listening = new Map(tables.flatMap(parseProcNet))
  if (listening.size === 0) return []
  const members = await findMembers([tree], 'linux')
  const ports: number[] = []
  for (const { pid } of members) {
    for (const fd of await openFiles(pid)) {
      const port = listening.get(await openFile(pid, fd))
      if (port !== undefined) ports.push(port)
    }
  }
  return ports
}

/** `socket:[inode]` and port of each line of /proc/net/tcp that listens. */
export function parseProcNet(table: string): readonly (readonly [string, number])[] {
  return table.split('\n').flatMap((line) => {
    const [, address, , state, , , , , , inode] = line.trim().split(/\s+/)
    const port = address?.split(':')[1]
    return state === LISTENS && port !== undefined && inode !== undefined ? [[`socket:[${inode}]`, Number.parseInt(port, 16)] as const] : []
  })
}
const LISTENS = '0A'

async function portsByLsof(tree: ProcessTree): Promise<readonly number[]> {
  const pids = (await findMembers([tree], 'darwin')).map((each) => each.pid)
  if (pids.length === 0) return []
  const args = ['-nP', '-iTCP', '-sTCP:LISTEN', '-a', '-p', pids.join(','), '-Fn']
  return parseLsof(await outputOf('/usr/sbin/lsof', args))
}

/** Lines like `n*:3000` and `n[::1]:3000`. */
export const parseLsof = (text: string): readonly number[] => [...text.matchAll(/^n.*:(\d+)$/gm)].map(([, port]) => Number(port))

async function portsByNetstat(tree: ProcessTree): Promise<readonly number[]> {
  const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }'
  const [processes, sockets] = await Promise.all([
    outputOf('powershell.exe', ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script]),
    outputOf('netstat.exe', ['-ano', '-p', 'TCP']),
  ])
  return parseNetstat(sockets, descendants(tree.leader, processes))
}

/** `TCP 127.0.0.1:3000 0.0.0.0:0 LISTENING 4711`: the word is translated, the foreign port 0 is not. */
export function parseNetstat(text: string, pids: ReadonlySet<number>): readonly number[] {
  return [...text.matchAll(/^\s*TCP\s+\S+:(\d+)\s+\S+:0\s+\S+\s+(\d+)\s*$/gm)].flatMap(([, port, pid]) =>
    pids.has(Number(pid)) ? [Number(port)] : [],
  )
}

/** From lines of a process and its parent. */
function descendants(leader: number, lines: string): ReadonlySet<number> {
  const pairs = [...lines.matchAll(/^(\d+) (\d+)\s*$/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)] as const)
  const found = new Set([leader])
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of pairs) if (found.has(parent)) found.add(pid)
  }
  return found
}

const MOST_MS = 5000

/** Empty when the program is missing, or finds nothing. */
async function outputOf(file: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(file, [...args], { timeout: MOST_MS, windowsHide: true, maxBuffer: 16 * 1024 * 1024 })).stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
