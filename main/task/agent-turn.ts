import type { IncomingCall } from '../tools/tool-executor'
import type { Answer } from './answer'
import { type RoundPorts, type RoundResult, runCalls } from './tool-round'
import { requestAnswer, type TurnPorts } from './turn'

/** What a turn needs of whoever takes it: a task, or one of its subagents. */
export interface AgentTurnPorts extends TurnPorts {
  readonly modelName: () => { readonly providerId: string; readonly modelId: string }
  /** What the model called, by the names of the tools themselves. */
  readonly callsOf: (answer: Answer) => readonly IncomingCall[]
  /** Has everything so far written down, and waits for nothing. */
  readonly save: () => void
}

export type TurnEnd =
  /** No answer came, and it is not tried again. */
  | { readonly kind: 'given_up' }
  /** The model answered with words alone. */
  | { readonly kind: 'no_call' }
  | { readonly kind: 'acted'; readonly round: RoundResult }

/** One answer of the model and the calls in it. What it was asked stands in the transcript already. */
export async function answerAndAct(turn: AgentTurnPorts, round: RoundPorts): Promise<TurnEnd> {
  const answer = await requestAnswer(turn)
  if (!answer) return { kind: 'given_up' }
  turn.rows.flushAppends()
  turn.transcript.addAssistantTurn({ role: 'assistant', content: answer.blocks, ...turn.modelName() })
  // Not waited for: no call runs before its intent is on the disk, which comes after this.
  turn.save()
  if (answer.calls.length === 0) return { kind: 'no_call' }
  return { kind: 'acted', round: await runCalls(turn.callsOf(answer), round) }
}
