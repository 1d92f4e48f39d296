import type { ClientRun } from './client-run'
import { type Step, stepAt } from './project'
import type { Reply, Script, Turn } from './scripted-server'
import { mean, median, percentile, sum } from './statistics'

const PIECE = 'abc '
const PIECES_PER_LINE = 20
const FINISH: Reply = { call: { name: 'attempt_completion', input: { result: 'done' } } }

/** A script, and the reasons why a run of it does not count. */
export interface Scenario {
  readonly script: Script
  wrong(run: ClientRun): string[]
}

/** A task of `count` calls of five kinds, each result checked. */
export function turnsScenario(count: number): Scenario {
  const bad: string[] = []
  return {
    script: (turn, result) => {
      const before = turn === 0 ? undefined : stepAt(turn - 1)
      if (before && turn <= count && result?.includes(before.expect) !== true)
        bad.push(`turn ${turn} (${before.op}): ${(result ?? 'no result').slice(0, 200)}`)
      if (turn >= count) return FINISH
      const { name, input } = stepAt(turn)
      return { call: { name, input } }
    },
    wrong: (run) => [
      ...endedBadly(run, count + 1),
      ...bad.slice(0, 3),
      ...(run.edits === Math.floor((count + 3) / 5) ? [] : [`${run.edits} edits on disk instead of ${Math.floor((count + 3) / 5)}`]),
    ],
  }
}

/** One answer of `pieces` pieces of four characters, then one command. */
export function streamScenario(pieces: number): Scenario {
  const words = Array.from({ length: pieces }, (_, index) => (index % PIECES_PER_LINE === PIECES_PER_LINE - 1 ? 'abc\n' : PIECE))
  const call = { name: 'execute_command', input: { command: 'echo streamed', requires_approval: false } }
  return { script: (turn) => (turn === 0 ? { pieces: words, call } : FINISH), wrong: (run) => endedBadly(run, 2) }
}

function endedBadly(run: ClientRun, requests: number): string[] {
  return [
    ...(run.exitCode === 0 ? [] : [`${run.client} ended with ${run.exitCode}: ${run.stderr.trim()}`]),
    ...(run.turns.length === requests ? [] : [`${run.turns.length} requests instead of ${requests}`]),
  ]
}

export interface TurnCosts {
  readonly startMs: number
  readonly gapMs: number
  readonly gapP95Ms: number
  readonly cpuMs: number
  readonly earlyMs: number
  readonly lateMs: number
  readonly earlyCpuMs: number
  readonly lateCpuMs: number
  readonly exitMs: number
  readonly firstRequestBytes: number
  readonly sentBytes: number
}

/** A turn's own time runs from the last byte of an answer to the head of the next request. Early is the second tenth, late the last. */
export function turnCosts(run: ClientRun): TurnCosts {
  const { turns } = run
  const gaps = pairs(turns).map(([before, after]) => after.arrivedAt - before.sentAt)
  const cpu = pairs(turns).map(([before, after]) => after.cpuAtArrival - before.cpuAtSent)
  const tenth = Math.max(1, Math.floor(gaps.length / 10))
  return {
    startMs: (turns[0]?.arrivedAt ?? Number.NaN) - run.spawnedAt,
    gapMs: median(gaps),
    gapP95Ms: percentile(gaps, 0.95),
    cpuMs: mean(cpu),
    earlyMs: median(gaps.slice(tenth, 2 * tenth)),
    lateMs: median(gaps.slice(-tenth)),
    earlyCpuMs: mean(cpu.slice(tenth, 2 * tenth)),
    lateCpuMs: mean(cpu.slice(-tenth)),
    exitMs: run.exitedAt - (turns.at(-1)?.sentAt ?? Number.NaN),
    firstRequestBytes: turns[0]?.requestBytes ?? 0,
    sentBytes: sum(turns.map((turn) => turn.requestBytes)),
  }
}

/** Median own time and mean CPU of the turns that carried out one kind of step. */
export function stepCosts(run: ClientRun, op: Step['op']): { readonly gapMs: number; readonly cpuMs: number } {
  const ofOp = pairs(run.turns).filter((_, index) => stepAt(index).op === op)
  return {
    gapMs: median(ofOp.map(([before, after]) => after.arrivedAt - before.sentAt)),
    cpuMs: mean(ofOp.map(([before, after]) => after.cpuAtArrival - before.cpuAtSent)),
  }
}

/** From the first byte of the long answer to the next request. */
export function streamCosts(run: ClientRun, pieces: number): { readonly drainMs: number; readonly cpuMicrosPerPiece: number } {
  const [first, second] = run.turns
  return {
    drainMs: second.arrivedAt - first.sentFrom,
    cpuMicrosPerPiece: ((second.cpuAtArrival - first.cpuAtSend) * 1_000) / pieces,
  }
}

const pairs = (turns: readonly Turn[]): (readonly [Turn, Turn])[] => turns.slice(1).map((turn, index) => [turns[index], turn] as const)
