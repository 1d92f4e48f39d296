import type { ClineApiReqInfo, TaskError } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { LoopDetection } from './loop-detection'
import type { TaskEvent } from './machine'
import type { MessageState } from './message-state'
import type { ModelAccess } from './model-access'
import type { RetryWait } from './retry-wait'
import { saveIfPossible } from './storage-trouble'
import type { TaskParams } from './task-environment'
import type { ToolDesk } from './tool-desk'
import { type RoundPorts, type RoundResult, runCalls } from './tool-round'
import type { Transcript } from './transcript'
import { requestAnswer, type TurnPorts } from './turn'

/** Whoever takes a turn: a task, or one of its subagents. */
export interface Agent {
  readonly params: TaskParams
  readonly rows: MessageState
  readonly transcript: Transcript
  readonly model: ModelAccess
  readonly desk: ToolDesk
  readonly loops: LoopDetection
  readonly retryWait: RetryWait
  readonly mode: () => Mode
  readonly signal: AbortSignal
  readonly step: (event: TaskEvent) => void
  /** A request was paid for. */
  readonly used: (request: ClineApiReqInfo) => void
  /** True when a request is to be tried again. */
  readonly askRetry: (error: TaskError) => Promise<boolean>
  /** Resolves once everything so far is on the disk. */
  readonly saved: () => Promise<void>
  /** A call has its result. */
  readonly ran: (name: string) => void
  /** What a call says of the checklist. */
  readonly progress: (text: unknown) => void
}

export type TurnEnd =
  /** No answer came, and it is not tried again. */
  | { readonly kind: 'given_up' }
  /** The model answered with words alone. */
  | { readonly kind: 'no_call' }
  | { readonly kind: 'acted'; readonly round: RoundResult }

/** One answer of the model and the calls in it. What it was asked stands in the transcript already. */
export async function answerAndAct(agent: Agent): Promise<TurnEnd> {
  const { rows, transcript, model, desk, params } = agent
  const answer = await requestAnswer(turnPorts(agent))
  if (!answer) return { kind: 'given_up' }
  rows.flushAppends()
  transcript.addAssistantTurn({ role: 'assistant', content: answer.blocks, ...model.name() })
  // Not waited for: no call runs before its intent is on the disk, which comes after this.
  void saveIfPossible(params.journal)
  if (answer.calls.length === 0) return { kind: 'no_call' }
  return { kind: 'acted', round: await runCalls(desk.callsOf(answer), roundPorts(agent)) }
}

function turnPorts({ params, model, desk, transcript, ...agent }: Agent): TurnPorts {
  const { rows, retryWait, signal, mode, step, used, askRetry } = agent
  return {
    rows,
    transcript,
    retryWait,
    signal,
    step,
    createHandler: () => model.open(mode()),
    request: (handler) => model.request(handler, mode(), transcript.list()),
    drawPartial: (name, callId, input) => desk.drawPartial(name, callId, input),
    used,
    askRetry,
    random: params.random,
  }
}

function roundPorts({ params, desk, transcript, loops, saved, ran, progress }: Agent): RoundPorts {
  return {
    executor: desk.executor,
    coordinator: params.coordinator,
    transcript,
    loops,
    severalCalls: params.settings().enableParallelToolCalling,
    flush: saved,
    ran: (name) => {
      desk.ran(name)
      ran(name)
    },
    progress,
  }
}
