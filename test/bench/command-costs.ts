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

/** What `true` costs through a terminal, beside a spawn of `sh -c true` by the same process: in a small and in a large one. */
export async function benchCommands(): Promise<string[]> {
  const costs = [await measure(SMALL_MB), await measure(LARGE_MB)]
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
    .filter((cost) => !(cost.ownMs <= MAX_TIMES_BARE * small.bareMs))
    .map(
      (cost) =>
        `With ${cost.residentMb.toFixed(0)} MB resident a command costs ${cost.ownMs.toFixed(1)} ms, a bare spawn ${small.bareMs.toFixed(1)}`,
    )
}

async function measure(megabytes: number): Promise<CommandCosts> {
  const args = ['--import', './test/runtime/typescript.mjs', 'test/bench/command-child.ts', String(megabytes), String(REPETITIONS)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  // Written by our own child, in this shape.
  return JSON.parse(stdout) as CommandCosts
}
