import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { endProcesses, type ProcessTree } from './end-processes'
import { readProcess } from './process-table'

/** Writes down what was started, so that the next start can end what a crash left behind. */
export interface ProcessLedger {
  started(tree: ProcessTree): void
  /** Nothing of this tree is left. */
  ended(tree: ProcessTree): void
  /** Resolves when everything said so far is in the file. */
  flush(): Promise<void>
}

const Entry = z.object({
  event: z.enum(['started', 'ended']),
  leader: z.number().int(),
  started: z.string(),
  variable: z.string(),
})

/**
 * One file for each running app, named by its process: several may share the folder. When it cannot be written, `onProblem` hears
 * of it once, and commands run nevertheless.
 */
export async function createLedger(folder: string, platform: NodeJS.Platform, onProblem: (text: string) => void): Promise<ProcessLedger> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${await ownerName(process.pid, platform)}.jsonl`)
  let last = Promise.resolve()
  let isTold = false
  const tell = (error: unknown): void => {
    if (!isTold)
      onProblem(
        `What runs could not be written down (${error instanceof Error ? error.message : String(error)}). After a crash it would go on running.`,
      )
    isTold = true
  }
  const write = (event: 'started' | 'ended', tree: ProcessTree): void => {
    last = last.then(() => appendFile(file, `${JSON.stringify({ event, ...tree })}\n`, { mode: 0o600 })).catch(tell)
  }
  return {
    started: (tree) => write('started', tree),
    ended: (tree) => write('ended', tree),
    flush: () => last,
  }
}

/** Ends what apps that are gone left running, and forgets their files. */
export async function sweepLedger(folder: string, platform: NodeJS.Platform): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [, pid] = /^(\d+)-/.exec(name) ?? []
    if (pid === undefined || name === `${await ownerName(Number(pid), platform)}.jsonl`) continue
    const file = join(folder, name)
    // After a restart of the machine there is nothing left to end.
    if (name.endsWith(`-${await bootName(platform)}.jsonl`)) await endProcesses(leftIn(await readIfThere(file)), platform)
    await rm(file, { force: true })
  }
}

/** Another app that was started at the same time may have swept it. */
async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** A number alone would name another process one day: its start and that of the machine make it one of a kind. */
export async function ownerName(pid: number, platform: NodeJS.Platform): Promise<string> {
  const owner = await readProcess(pid, platform)
  return `${pid}-${(owner?.started ?? 'gone').replace(/\W+/g, '_')}-${await bootName(platform)}`
}

const bootName = async (platform: NodeJS.Platform): Promise<string> =>
  platform === 'linux' ? (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim() : 'boot'

function leftIn(text: string): readonly ProcessTree[] {
  const left = new Map<string, ProcessTree>()
  for (const line of text.split('\n')) {
    const entry = parseEntry(line)
    if (entry?.event === 'started') left.set(entry.variable, { leader: entry.leader, started: entry.started, variable: entry.variable })
    else if (entry) left.delete(entry.variable)
  }
  return [...left.values()]
}

/** The last line may have been cut off by the crash. */
function parseEntry(line: string): z.infer<typeof Entry> | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
