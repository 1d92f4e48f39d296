import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { table } from './statistics'

const ROOT = resolve(import.meta.dirname, '../..')
/** Times in ms, medians of one process. */
interface CommandCosts {
  readonly residentMb: number
  readonly bareMs: number
  readonly ownMs: number
}

const SMALL_MB = 0
const LARGE_MB = 1024
const REPETITIONS = 60
const MAX_TIMES_BARE = 2
/** A busy neighbour must not fail a goal on fractions of a millisecond. */
const SLACK_MS = 2

/** What `true` costs through a terminal, beside a spawn of `sh -c true` by the same process: in a small and in a large one. */
export async function benchCommands(): Promise<string[]> {
  const costs = [
    await runChild<CommandCosts>('command-child.ts', SMALL_MB, REPETITIONS),
    await runChild<CommandCosts>('command-child.ts', LARGE_MB, REPETITIONS),
  ]
  console.log(`\nA command's own cost, median of ${REPETITIONS}`)
  const rows = costs.map((cost) => [
    cost.residentMb.toFixed(0),
    cost.bareMs.toFixed(1),
    cost.ownMs.toFixed(1),
    (cost.ownMs / cost.bareMs).toFixed(2),
  ])
  console.log(table(['MB resident', 'bare spawn, ms', 'command, ms', 'command ÷ bare'], rows))
  const [small] = costs
  console.log(`Goal: at most × ${MAX_TIMES_BARE} a bare spawn from a small process, whatever is resident`)
  if (!small) return []
  return costs
    .filter((cost) => !(cost.ownMs <= MAX_TIMES_BARE * small.bareMs + SLACK_MS))
    .map(
      (cost) =>
        `With ${cost.residentMb.toFixed(0)} MB resident a command costs ${cost.ownMs.toFixed(1)} ms, a bare spawn ${small.bareMs.toFixed(1)}`,
    )
}

interface FloodCosts {
  readonly exitCode: number
  readonly seconds: number
  readonly pushes: number
  readonly pushedMb: number
  readonly chatMb: number
  readonly replayMb: number
  readonly modelBytes: number
  readonly cpuMs: number
  readonly longestDelayMs: number
  readonly grownMb: number
}

const FLOOD_MB = 100
/** Of what is printed, so much reaches the window at most: of a flood it sees the newest part in each frame. */
const MAX_PUSHED_SHARE = 0.3
const MAX_PUSHES_A_SECOND = 65
const MAX_DELAY_MS = 100

/** The main process's half of a command that prints 100 MB: what it hands to the window, and what that takes. */
export async function benchFlood(): Promise<string[]> {
  const costs = await runChild<FloodCosts>('flood-child.ts', FLOOD_MB)
  console.log(`\nA command that prints ${FLOOD_MB} MB`)
  const head = [
    'seconds',
    'CPU, ms',
    'pushes',
    'pushed MB',
    'chat MB',
    'kept for the screen, MB',
    'to the model, KB',
    'longest delay, ms',
    'grown MB',
  ]
  const { seconds, cpuMs, pushes, pushedMb, chatMb, replayMb, modelBytes, longestDelayMs, grownMb } = costs
  const numbers = [cpuMs.toFixed(0), String(pushes), pushedMb, chatMb, replayMb, modelBytes / 1000, longestDelayMs, grownMb]
  console.log(table(head, [[seconds.toFixed(1), ...numbers.map((value) => (typeof value === 'string' ? value : value.toFixed(1)))]]))
  const goals: readonly (readonly [boolean, string])[] = [
    [costs.exitCode === 0, `ended with ${costs.exitCode}`],
    [pushedMb <= MAX_PUSHED_SHARE * FLOOD_MB, `pushed ${pushedMb.toFixed(1)} MB to the window (at most ${MAX_PUSHED_SHARE * FLOOD_MB})`],
    [pushes <= MAX_PUSHES_A_SECOND * seconds, `made ${pushes} pushes in ${seconds.toFixed(1)} s (at most ${MAX_PUSHES_A_SECOND} a second)`],
    [longestDelayMs <= MAX_DELAY_MS, `held the main process up for ${longestDelayMs.toFixed(0)} ms (at most ${MAX_DELAY_MS})`],
  ]
  return goals.filter(([isMet]) => !isMet).map(([, what]) => `A command that prints ${FLOOD_MB} MB ${what}`)
}

/** Runs a measurement in a process of its own, and gives what it printed. */
export async function runChild<Costs>(file: string, ...given: readonly (number | string)[]): Promise<Costs> {
  const args = ['--import', './test/runtime/typescript.mjs', `test/bench/${file}`, ...given.map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  // Written by our own child, in this shape.
  return JSON.parse(stdout) as Costs
}
