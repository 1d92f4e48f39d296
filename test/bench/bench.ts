import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Client, type ClientRun, runClient } from './client-run'
import { benchCommands, benchFlood } from './command-costs'
import { benchEdits } from './edit-costs'
import { benchMcpFloods } from './mcp-costs'
import { measurePushes } from './push-costs'
import { type TurnCosts, type Scenario, stepCosts, streamCosts, streamScenario, turnCosts, turnsScenario } from './scenarios'
import { benchSearch } from './search-costs'
import { benchSnapshots } from './snapshot-costs'
import { median, table } from './statistics'

const ROOT = resolve(import.meta.dirname, '../..')
const MEGABYTE = 1e6
/** Goals that need nobody to compare with. */
const MAX_PUSH_GROWTH = 1.5
const MAX_LATE_TO_EARLY = 1.3
/** A slower machine or a busy neighbour must not fail a goal on fractions of a millisecond. */
const CPU_SLACK_MS = 2

const product: Client = {
  name: 'countersign',
  args: ({ project, dataDir, baseUrl }) => {
    const options = { cwd: project, 'data-dir': dataDir, provider: 'anthropic', model: 'claude-sonnet-4-5', 'base-url': baseUrl }
    const given = Object.entries({ ...options, 'auto-approve': 'all', 'on-ask': 'approve' }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ])
    return [join(ROOT, 'bin/countersign.js'), 'run', '--json', ...given, 'Carry out the scripted task.']
  },
}
const floor: Client = { name: 'floor', args: ({ project, baseUrl }) => [join(ROOT, 'test/bench/floor-client.mjs'), baseUrl, project] }

/** Runs what was asked for and prints it. Gives the reasons why a goal was missed. */
export async function bench(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      turns: { type: 'string', default: '200' },
      pieces: { type: 'string', default: '20000' },
      reps: { type: 'string', default: '3' },
      only: { type: 'string', default: 'pushes,turns,stream,edits,commands,search,list,snapshot,mcp' },
    },
  })
  const wanted = new Set(values.only.split(','))
  const [turns, pieces, reps] = [values.turns, values.pieces, values.reps].map(Number)
  const missed: string[] = []
  if (wanted.has('pushes')) missed.push(...benchPushes(pieces))
  if (wanted.has('turns')) missed.push(...(await benchTurns(turns, reps)))
  if (wanted.has('edits')) missed.push(...benchEdits())
  if (wanted.has('commands')) missed.push(...(await benchCommands()), ...(await benchFlood()))
  if (wanted.has('search') || wanted.has('list')) missed.push(...(await benchSearch(wanted)))
  if (wanted.has('mcp')) missed.push(...(await benchMcpFloods()))
  if (wanted.has('snapshot')) missed.push(...(await benchSnapshots()))
  if (wanted.has('stream')) missed.push(...(await benchStream(pieces, reps)))
  return missed
}

function benchPushes(pieces: number): string[] {
  const costs = measurePushes([100, 10_000], pieces)
  console.log(`\nPushes to the window, for each of ${pieces} pieces of 4 characters (main, wire, window's store)`)
  const head = ['rows of history', 'bytes/piece', 'CPU/piece, µs', 'whole state, KB', 'whole state, ms']
  const rows = costs.map((cost) =>
    [
      cost.rows,
      cost.bytesPerPiece.toFixed(1),
      cost.cpuMicrosPerPiece.toFixed(2),
      (cost.wholeBytes / 1_000).toFixed(0),
      cost.wholeCpuMs.toFixed(1),
    ].map(String),
  )
  console.log(table(head, rows))
  const [short, long] = costs
  const growth = { bytes: long.bytesPerPiece / short.bytesPerPiece, CPU: long.cpuMicrosPerPiece / short.cpuMicrosPerPiece }
  console.log(`10,000 ÷ 100 rows: bytes × ${growth.bytes.toFixed(2)}, CPU × ${growth.CPU.toFixed(2)} (goal: at most × ${MAX_PUSH_GROWTH})`)
  return Object.entries(growth)
    .filter(([, factor]) => !(factor <= MAX_PUSH_GROWTH))
    .map(([what, factor]) => `${what} of a push at 10,000 rows is × ${factor.toFixed(2)} that at 100 (at most × ${MAX_PUSH_GROWTH})`)
}

async function benchTurns(count: number, reps: number): Promise<string[]> {
  const runs = await interleaved(() => turnsScenario(count), reps)
  console.log(`\nA scripted task of ${count} tool turns, median of ${reps}`)
  const head = [
    '',
    'start → request, ms',
    'own time/turn, ms',
    'p95',
    'early',
    'late',
    'CPU/turn, ms',
    'early',
    'late',
    'late ÷ early',
    'exit, ms',
    'peak MB',
    'sent MB',
    'stdout MB',
  ]
  const costs = new Map([...runs].map(([name, list]) => [name, list.map(turnCosts)]))
  const of = (name: string, key: keyof TurnCosts): number => median((costs.get(name) ?? []).map((cost) => cost[key]))
  const rows = [...runs].map(([name, list]) => [
    name,
    of(name, 'startMs').toFixed(0),
    ...(['gapMs', 'gapP95Ms', 'earlyMs', 'lateMs', 'cpuMs', 'earlyCpuMs', 'lateCpuMs'] as const).map((key) => of(name, key).toFixed(1)),
    (of(name, 'lateCpuMs') / of(name, 'earlyCpuMs')).toFixed(2),
    of(name, 'exitMs').toFixed(0),
    ...[list.map((run) => run.peakBytes), costs.get(name)?.map((cost) => cost.sentBytes) ?? [], list.map((run) => run.stdoutBytes)].map(
      (bytes) => (median(bytes) / MEGABYTE).toFixed(1),
    ),
  ])
  console.log(table(head, rows))
  const ops = ['read', 'edit', 'run', 'search', 'list'] as const
  const byOp = [...runs].map(([name, list]) => [
    name,
    ...ops.map((op) => {
      const steps = list.map((run) => stepCosts(run, op))
      return `${median(steps.map((step) => step.gapMs)).toFixed(1)} (${median(steps.map((step) => step.cpuMs)).toFixed(1)})`
    }),
  ])
  console.log(`\n${table(['own time, ms (CPU, ms)', ...ops], byOp)}`)
  const own = (key: 'earlyCpuMs' | 'lateCpuMs'): number => of('countersign', key) - of('floor', key)
  const limit = MAX_LATE_TO_EARLY * own('earlyCpuMs') + CPU_SLACK_MS
  console.log(
    `CPU above the floor: early ${own('earlyCpuMs').toFixed(1)} ms, late ${own('lateCpuMs').toFixed(1)} ms (goal: late at most × ${MAX_LATE_TO_EARLY})`,
  )
  if (own('lateCpuMs') <= limit) return []
  return [
    `A late turn costs ${own('lateCpuMs').toFixed(1)} ms of CPU above the floor, an early one ${own('earlyCpuMs').toFixed(1)} (at most × ${MAX_LATE_TO_EARLY})`,
  ]
}

async function benchStream(pieces: number, reps: number): Promise<string[]> {
  const runs = await interleaved(() => streamScenario(pieces), reps)
  console.log(`\nAn answer of ${pieces} pieces of 4 characters, median of ${reps}`)
  const rows = [...runs].map(([name, list]) => {
    const costs = list.map((run) => streamCosts(run, pieces))
    const numbers = [
      median(costs.map((cost) => cost.cpuMicrosPerPiece)).toFixed(1),
      median(costs.map((cost) => cost.drainMs)).toFixed(0),
      (median(list.map((run) => run.peakBytes)) / MEGABYTE).toFixed(0),
      (median(list.map((run) => run.stdoutBytes)) / MEGABYTE).toFixed(2),
    ]
    return [name, ...numbers]
  })
  console.log(table(['', 'CPU/piece, µs', 'first byte → next request, ms', 'peak MB', 'stdout MB'], rows))
  return []
}

/** The clients take turns, so that noise falls on both alike. A run that did not do its work ends the benchmark. */
async function interleaved(makeScenario: () => Scenario, reps: number): Promise<Map<string, ClientRun[]>> {
  const runs = new Map<string, ClientRun[]>()
  for (let rep = 0; rep < reps; rep += 1) {
    for (const client of [floor, product]) {
      const scenario = makeScenario()
      const run = await runClient(client, scenario.script)
      const wrong = scenario.wrong(run)
      if (wrong.length > 0) throw new Error(`A run of ${client.name} does not count: ${wrong.join('; ')}`)
      runs.set(client.name, [...(runs.get(client.name) ?? []), run])
    }
  }
  return runs
}
