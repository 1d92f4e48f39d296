import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { endProcesses, type ProcessTree } from './end-processes'
import { SESSION_VARIABLE } from './environment'
import type { ProcessLedger } from './process-ledger'
import { readProcess } from './process-table'
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
  const endTree = async (tree: ProcessTree): Promise<void> => {
    await endProcesses([tree], platform)
    trees.delete(tree)
    ledger.ended(tree)
  }
  return {
    run: async ({ maxOutput, onOutput, ...request }) => {
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
      let ending: Promise<void> | undefined
      const end = () => (ending ??= endTree(tree))
      tooLong = () => void end()
      if (isTooLong) tooLong()
      return {
        exited: exited.then(({ exitCode, signal }) => ({ ...(signal === 0 ? { exitCode } : { signal: nameOf(signal) }), isTooLong })),
        end,
      }
    },
    endAll: async () => {
      const left = [...trees]
      trees.clear()
      await endProcesses(left, platform)
      for (const tree of left) ledger.ended(tree)
      await ledger.flush()
    },
  }
}

const nameOf = (signal: number): string =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`
