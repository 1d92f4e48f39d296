import { ClineDefaultTool } from '../../shared/tools'
import type { IncomingCall, ToolExecutor } from '../tools/tool-executor'
import type { ToolExecutorCoordinator } from '../tools/tool-executor-coordinator'
import { resultContent, type ToolOutcome } from '../tools/tool-outcome'
import type { Steer } from '../tools/tool-handler'
import { type LoopDetection, REPEATS_TO_ASK, REPEATS_TO_WARN } from './loop-detection'
import type { Transcript } from './transcript'

/** What came of the calls of one answer. */
export interface RoundResult {
  readonly steer: Steer | undefined
  readonly mistakes: number
  /** True once any call succeeded: the count of mistakes in a row then starts anew. */
  readonly succeeded: boolean
  readonly notes: readonly string[]
  readonly repeatedTooOften: boolean
}

export interface RoundPorts {
  readonly executor: ToolExecutor
  readonly coordinator: ToolExecutorCoordinator
  readonly transcript: Transcript
  readonly loops: LoopDetection
  readonly severalCalls: boolean
  /** Makes what was decided and done durable. */
  readonly flush: () => Promise<void>
  readonly ran: (name: string) => void
  /** What a call says of the checklist. */
  readonly progress: (text: unknown) => void
}

/** Runs the calls of one answer, one after another. Each gets exactly one result, also those that are not run. */
export async function runCalls(calls: readonly IncomingCall[], ports: RoundPorts): Promise<RoundResult> {
  const ran: RanCall[] = []
  for (const [at, call] of calls.entries()) {
    const because = whySkipped(ran, ports)
    const outcome = because ? ports.executor.skip(call, because) : await runCall(call, calls.slice(at + 1), ports)
    ran.push({ call, outcome, repeats: because ? 0 : ports.loops.observe(call.name, call.input) })
    record(call, outcome, ports)
    ports.ran(call.name)
    const isFinished = endsRound(steerOf(outcome))
    // The last result goes to the disk together with the user turn that carries it.
    if (isFinished || call !== calls.at(-1)) await ports.flush()
    if (isFinished) break
  }
  return sumUp(ran)
}

async function runCall(call: IncomingCall, rest: readonly IncomingCall[], ports: RoundPorts): Promise<ToolOutcome> {
  const progress = call.input?.['task_progress']
  const speaks = speaking.includes(call.name)
  // Whoever is spoken to sees the checklist as it stands by then; else what a call says of it holds once it is done.
  if (speaks) ports.progress(progress)
  const outcome = await ports.executor.execute(call, ports.severalCalls ? rest : [])
  if (!speaks && outcome.kind === 'done') ports.progress(progress)
  return outcome
}

const speaking: readonly string[] = [ClineDefaultTool.ATTEMPT, ClineDefaultTool.ASK, ClineDefaultTool.PLAN_MODE, ClineDefaultTool.ACT_MODE]

interface RanCall {
  readonly call: IncomingCall
  readonly outcome: ToolOutcome
  readonly repeats: number
}

function whySkipped(ran: readonly RanCall[], { severalCalls }: RoundPorts): 'turned_down' | 'one_at_a_time' | undefined {
  if (isStopped(ran)) return 'turned_down'
  return !severalCalls && ran.length > 0 ? 'one_at_a_time' : undefined
}

/** After a call that the person turned down, the rest of the answer no longer fits what they want. */
function isStopped(ran: readonly RanCall[]): boolean {
  return ran.some(
    ({ outcome }) =>
      outcome.kind === 'denied' || outcome.kind === 'vetoed' || ('response' in outcome && outcome.response.status === 'denied'),
  )
}

/** What follows in the same answer belongs to a conversation that is over. */
const endsRound = (steer: Steer | undefined): boolean => steer !== undefined && steer.kind !== 'switch_mode'

const steerOf = (outcome: ToolOutcome): Steer | undefined => ('response' in outcome ? outcome.response.steer : undefined)

function sumUp(ran: readonly RanCall[]): RoundResult {
  const repeated = ran.filter(({ repeats }) => repeats === REPEATS_TO_WARN)
  return {
    steer: ran.map(({ outcome }) => steerOf(outcome)).find((steer) => steer !== undefined),
    mistakes: ran.filter(({ outcome }) => isMistake(outcome)).length,
    succeeded: ran.some(({ outcome }) => outcome.kind === 'done'),
    notes: repeated.map(
      ({ call }) => `You have now called ${call.name} ${REPEATS_TO_WARN} times in a row with the same arguments. Do something else.`,
    ),
    repeatedTooOften: ran.some(({ repeats }) => repeats >= REPEATS_TO_ASK),
  }
}

function record(call: IncomingCall, outcome: ToolOutcome, ports: RoundPorts): void {
  const description = ports.coordinator.getHandler(call.name)?.getDescription(call.input ?? {}) ?? `[${call.name}]`
  const { content, isError } = resultContent(outcome, description, call.name)
  ports.transcript.addResult({ type: 'tool_result', callId: call.id, content, isError })
}

function isMistake(outcome: ToolOutcome): boolean {
  return (
    (outcome.kind === 'failed' && outcome.response.mistake !== false) ||
    outcome.kind === 'bad_input' ||
    outcome.kind === 'unknown_tool' ||
    outcome.kind === 'cut' ||
    outcome.kind === 'refused'
  )
}
