import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { endProcesses, findMembers, type ProcessTree } from './end-processes'
import { SESSION_VARIABLE } from './environment'
import type { ProcessLedger } from './process-ledger'
import { readProcess } from './process-table'
import { systemCode } from '../workspace/system-errors'
import type { ProgramSpawner } from './spawner'

export interface ProgramRequest {
  /** Started as it is, without a shell. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** All that it gets, but for the variable by which what it starts is found. */
  readonly env: Readonly<Record<string, string>>
  /** Goes to its standard input, which then ends. */
  readonly input: string
  /** Characters of its output, both streams together: with one more it is ended. */
  readonly maxOutput: number
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
}

export interface ProgramEnd {
  readonly exitCode?: number
  readonly signal?: string
  /** It printed more than it may, and was ended for it. */
  readonly isTooLong: boolean
}

export interface RunningProgram {
  /** Never rejects. */
  readonly exited: Promise<ProgramEnd>
  /** Ends it with all that it started. Resolves when that is gone. */
  end(): Promise<void>
}

/** Programs without a terminal, such as a person's scripts. */
export interface Programs {
  /** Rejects when it could not be started. */
  run(request: ProgramRequest): Promise<RunningProgram>
  /** Ends all that these programs started and that is still there. */
  endAll(): Promise<void>
}

export interface ProgramsParts {
  readonly spawner: ProgramSpawner
  /** So that the next start ends what a crash leaves behind. */
  readonly ledger: ProcessLedger
  readonly platform: NodeJS.Platform
}

export function createPrograms({ spawner, ledger, platform }: ProgramsParts): Programs {
  const trees = new Set<ProcessTree>()
  const forget = (tree: ProcessTree): void => {
    if (trees.delete(tree)) ledger.ended(tree)
  }
  const endTree = async (tree: ProcessTree): Promise<void> => {
    await endProcesses([tree], platform)
    forget(tree)
  }
  /** Its program has ended. What that left running stays to be ended; on Windows nothing leads to it any more, and its number may become another one's. */
  const settle = async (tree: ProcessTree): Promise<void> => {
    if (platform === 'win32' || (await findMembers([tree], platform)).length === 0) forget(tree)
  }
  const start = async ({ maxOutput, onOutput, ...request }: ProgramRequest): Promise<RunningProgram> => {
    const id = randomUUID()
    let isTooLong = false
    let tooLong: () => void = () => undefined
    const { pid, exited } = await spawner.startProgram(
      { ...request, env: { ...request.env, [SESSION_VARIABLE]: id }, maxBytes: maxOutput },
      {
        printed: onOutput,
        overflowed: () => {
          isTooLong = true
          tooLong()
        },
      },
    )
    const leader = await readProcess(pid, platform)
    const tree = { leader: pid, started: leader?.started ?? '', variable: `${SESSION_VARIABLE}=${id}` }
    trees.add(tree)
    ledger.started(tree)
    // Where it cannot be seen what is left, all of it stays to be ended.
    void exited.then(() => settle(tree)).catch(ignoreUnseen)
    let ending: Promise<void> | undefined
    const end = () => (ending ??= endTree(tree))
    tooLong = () => void end()
    if (isTooLong) tooLong()
    return {
      exited: exited.then(({ exitCode, signal }) => ({ ...(signal === 0 ? { exitCode } : { signal: nameOf(signal) }), isTooLong })),
      end,
    }
  }
  const { run, begun } = followed(start)
  return {
    run,
    endAll: async () => {
      await begun()
      const left = [...trees]
      trees.clear()
      await endProcesses(left, platform)
      for (const tree of left) ledger.ended(tree)
      await ledger.flush()
    },
  }
}

/** Starts what `start` does; `begun` resolves when nothing is just being started: such a program is none of those yet that can be ended. */
function followed(start: Programs['run']): { readonly run: Programs['run']; readonly begun: () => Promise<unknown> } {
  const starting = new Set<Promise<RunningProgram>>()
  return {
    run: async (request) => {
      const started = start(request)
      starting.add(started)
      try {
        return await started
      } finally {
        starting.delete(started)
      }
    },
    begun: () => Promise.allSettled(starting),
  }
}

/** The list of processes could not be read. */
function ignoreUnseen(error: unknown): void {
  if (systemCode(error) === undefined) throw error
}

const nameOf = (signal: number): string =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`
