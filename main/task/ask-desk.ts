import type { QueuedMessage } from '../../shared/extension-state'
import { type AskAnswer, type HeardAnswer, isApprovalAsk, PLAN_MODE_TOGGLE_RESPONSE } from '../../shared/messages'
import { ClineDefaultTool } from '../../shared/tools'
import type { NewAsk } from '../tools/task-config'
import { Asks } from './asks'
import type { TaskEvent } from './machine'
import type { MessageQueue } from './message-queue'
import type { MessageState } from './message-state'
import type { ResumePoint } from './resume'
import type { TaskNews } from './task-environment'
import type { UserWords } from './user-content'

/** What the desk needs of its task. */
export interface AskDeskParts {
  readonly rows: MessageState
  readonly queue: MessageQueue
  /** Resolves once everything so far is on the disk. */
  readonly saved: () => Promise<void>
  /** Has everything so far written down, and waits for nothing. */
  readonly save: () => void
  readonly signal: () => AbortSignal
  readonly step: (event: TaskEvent) => void
  readonly tell: (news: TaskNews) => void
}

export interface OpenedAsk {
  readonly ts: number
  /** Rejects with the signal's reason when the task is cancelled. */
  readonly answer: Promise<HeardAnswer>
}

/** Puts questions to the person: a row, a state, and an answer that reaches exactly this question. */
export class AskDesk {
  private readonly asks = new Asks()
  private readonly parts: AskDeskParts

  constructor(parts: AskDeskParts) {
    this.parts = parts
  }

  /** `existingTs` turns a row that streamed into the open question. */
  open(row: NewAsk, existingTs?: number): OpenedAsk {
    const { rows, queue } = this.parts
    const ts = drawAskRow(rows, row, existingTs)
    this.parts.step(eventOf(row, ts))
    if (row.ask === 'completion_result' && queue.list().length > 0) return { ts, answer: this.accept(ts, row, this.takeQueued(ts)) }
    const waits = this.asks.wait(ts, this.parts.signal())
    this.parts.tell({ type: 'ask', ts })
    return { ts, answer: this.settle(ts, waits, row) }
  }

  /** A question of a subagent, while a call of the task waits for it. Taken back when `signal` aborts; what waits then rejects. */
  openFor(row: NewAsk, signal: AbortSignal): OpenedAsk {
    const ts = drawAskRow(this.parts.rows, row)
    this.parts.step(eventOf(row, ts))
    const waits = this.asks.wait(ts, signal)
    this.parts.tell({ type: 'ask', ts })
    const answer = this.settle(ts, waits, row).finally(() => {
      if (!this.parts.signal().aborted)
        this.parts.step({ type: 'tool_started', tool: ClineDefaultTool.USE_SUBAGENTS, startedAt: Date.now() })
    })
    return { ts, answer }
  }

  /** False when no such ask is open: the answer then changes nothing. */
  reply(ts: number, answer: AskAnswer): boolean {
    return this.asks.reply(ts, answer)
  }

  get current(): number | undefined {
    return this.asks.current
  }

  /** Queued words answer a completion that waits: no request would come to take them along. */
  answerWithQueued(): void {
    const ts = this.asks.current
    const row = ts === undefined ? undefined : this.parts.rows.get(ts)
    if (ts !== undefined && row?.type === 'ask' && row.ask === 'completion_result') this.asks.reply(ts, this.takeQueued(ts))
  }

  /** All that is queued as the answer to this ask. It is written down before it leaves the queue: better there twice than nowhere. */
  private takeQueued(ts: number): AskAnswer {
    const answer = joinQueued(this.parts.queue.list())
    this.parts.rows.patch(ts, { answer: { ...answer } })
    this.parts.queue.takeAll()
    return answer
  }

  /** The person went on to Act mode: that answers a plan that waits, with their words if there are any. False when none waits. */
  answerPlan(words: UserWords): boolean {
    const ts = this.asks.current
    const row = ts === undefined ? undefined : this.parts.rows.get(ts)
    if (ts === undefined || row?.type !== 'ask' || row.ask !== 'plan_mode_respond') return false
    const text = words.text.trim() === '' ? PLAN_MODE_TOGGLE_RESPONSE : words.text
    return this.asks.reply(ts, { response: 'messageResponse', text, images: [...words.images], files: [...words.files] })
  }

  /** Offers to go on with a task that stands still. Undefined when the task is closed instead; the offer then stands in its journal. */
  async offerResume({ ask, interrupted, cancelled }: ResumePoint): Promise<AskAnswer | undefined> {
    const words = interrupted === undefined ? {} : { text: interrupted }
    const ts = this.parts.rows.addAsk(ask === 'resume_task' && cancelled ? { ask, ...words, cancelled } : { ask, ...words })
    const signal = this.parts.signal()
    this.parts.step({ type: ask === 'resume_task' ? 'cancelled' : 'finished', askTs: ts })
    if (signal.aborted) return undefined
    const waits = this.asks.wait(ts, signal)
    this.parts.tell({ type: 'ask', ts })
    try {
      const answer = await waits
      this.parts.rows.patch(ts, { answer: { ...answer } })
      return answer
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  private async settle(ts: number, waits: Promise<AskAnswer>, row: NewAsk): Promise<AskAnswer> {
    // A question that waits is there to be named should the program be gone before its answer.
    this.parts.save()
    const answer = await waits.catch((error: unknown) => {
      // Only this question was taken back, and the task goes on.
      if (!this.parts.signal().aborted) this.parts.step({ type: 'answered' })
      throw error
    })
    return this.accept(ts, row, answer)
  }

  private async accept(ts: number, row: NewAsk, answer: AskAnswer): Promise<AskAnswer> {
    const { rows, saved, step } = this.parts
    const shown = rows.get(ts)
    if (shown?.type === 'ask' && !shown.answer) rows.patch(ts, { answer: { ...answer } })
    if (row.ask === 'completion_result' && answer.response === 'yesButtonClicked') return answer
    step({ type: 'answered' })
    // What was asked and answered is on the disk before it counts. An offer to try again after the disk failed cannot wait for the disk.
    if (!isAboutStorage(row)) await saved()
    return answer
  }
}

/** Shows a question: as a row of its own, or in place of one that streamed. Its key. */
export function drawAskRow(rows: MessageState, row: NewAsk, existingTs?: number): number {
  if (existingTs === undefined) return rows.addAsk(row)
  // What an ask consists of is plain JSON data.
  const patch = { ...row, type: 'ask', say: null, partial: null, answer: null } as unknown as Parameters<MessageState['patch']>[1]
  rows.patch(existingTs, patch)
  return existingTs
}

function isAboutStorage(row: NewAsk): boolean {
  return row.ask === 'api_req_failed' && row.data.kind === 'storage'
}

function eventOf(row: NewAsk, askTs: number): TaskEvent {
  if (isApprovalAsk(row)) return { type: 'approval_needed', askTs }
  return row.ask === 'completion_result' ? { type: 'finished', askTs } : { type: 'answer_needed', askTs }
}

function joinQueued(messages: readonly QueuedMessage[]): AskAnswer {
  return {
    response: 'messageResponse',
    text: messages.map((message) => message.text).join('\n\n'),
    images: messages.flatMap((message) => message.images),
    files: messages.flatMap((message) => message.files),
  }
}
