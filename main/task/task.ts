import type { Usage } from '../../shared/extension-state'
import type { AskAnswer, TaskError } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { TaskState } from '../../shared/task-state'
import type { TaskChanges } from '../changes/task-changes'
import { type Agent, answerAndAct } from './agent-turn'
import { describeProject, describeSurroundings } from './surroundings'
import { describeBug, masked, savedOrAsked, saveIfPossible } from './storage-trouble'
import { LoopDetection } from './loop-detection'
import { step, type TaskEvent } from './machine'
import { CancelledError } from './cancelled-error'
import type { MessageQueue } from './message-queue'
import type { MessageState } from './message-state'
import { askAboutMistakes } from './mistake-ask'
import { MistakeCount } from './mistake-count'
import { NO_TOOL_USED } from './no-tool-used'
import { replay, type ReplayedTask } from './replay'
import { openingOf } from './opening'
import { explainOpenCall, resumptionNote, settleRow, settleRows, type ResumePoint } from './resume'
import { RetryWait } from './retry-wait'
import type { Subagents, TaskParams } from './task-environment'
import type { TaskHooks } from './task-hooks'
import { createTaskParts, type TaskParts } from './task-parts'
import type { RoundResult } from './tool-round'
import type { Steer } from '../tools/tool-handler'
import { toldOnceSaved } from './told-once-saved'
import { UnheardAnswers } from './unheard-answers'
import { untilAbandoned } from './until-abandoned'
import { UsageMeter } from './usage-meter'
import { type ContentBlock, noWords, toTextBlocks, type UserWords } from './user-content'

/** One task: its conversation with the model, its rows, and the loop that carries it. One owner of the state. */
export class Task {
  readonly taskId: string
  readonly rows: MessageState
  readonly queue: MessageQueue
  /** The wait before a request is tried again. */
  readonly retryWait = new RetryWait()
  readonly changes: TaskChanges
  readonly hooks: TaskHooks
  private readonly params: TaskParams
  private readonly parts: TaskParts
  private readonly loops = new LoopDetection()
  private readonly replayed: ReplayedTask
  private cancel = new AbortController()
  private running: Promise<void> = Promise.resolve()
  private current: TaskState = { kind: 'idle' }
  private readonly used: UsageMeter
  private chosenMode: Mode
  private readonly unheard: UnheardAnswers
  private readonly mistakes = new MistakeCount()
  private closing = false
  private abandoned = false
  private readonly firstSave = Promise.withResolvers<void>()

  constructor(given: TaskParams, records: readonly unknown[] = []) {
    this.replayed = replay(records)
    this.unheard = new UnheardAnswers(this.replayed.unheard)
    const own = toldOnceSaved(untilAbandoned(given, () => this.abandoned))
    this.params = this.unheard.following(own, (ts) => this.rows.get(ts))
    this.taskId = given.taskId
    this.chosenMode = records.length > 0 ? this.replayed.mode : given.mode
    this.parts = createTaskParts(this.params, this.replayed, {
      mode: () => this.chosenMode,
      signal: () => this.cancel.signal,
      cancel: () => this.cancel.abort(new CancelledError()),
      step: (event) => this.step(event),
      saved: () => this.saved(),
      used: (request) => this.used.add(request),
      usedBySubagent: (request) => this.used.addOfSubagent(request),
    })
    this.rows = this.parts.rows
    this.queue = this.parts.queue
    this.changes = this.parts.changes
    this.hooks = this.parts.hooks
    this.used = new UsageMeter(this.replayed.rows, () => this.params.tell({ type: 'usage', usage: this.usage }))
  }

  get subagents(): Subagents {
    return this.parts.desk.subagents
  }
  get state(): TaskState {
    return this.current
  }
  get usage(): Usage {
    return { ...this.used.total, ...this.parts.model.window() }
  }
  get mode(): Mode {
    return this.chosenMode
  }
  get modelId(): string {
    return this.parts.model.name().modelId
  }
  get skippedRecords(): number {
    return this.replayed.skipped
  }

  /** Resolves once the words that began the task are on the disk, or the disk refused them: its first turn then pauses. */
  get begun(): Promise<void> {
    return this.firstSave.promise
  }

  /** Begins a new task and carries it until it is done, cancelled or failed. */
  async startTask(words: UserWords): Promise<void> {
    const { taskId, cwd, journal } = this.params
    journal.append({ k: 'task', v: 1, taskId, cwd, mode: this.chosenMode })
    this.rows.say({ say: 'task', text: words.text, images: [...words.images], files: [...words.files] })
    this.parts.words.addTask(words)
    await saveIfPossible(journal)
    this.firstSave.resolve()
    await this.go([], () => this.hooks.taskStart(words.text))
  }

  /**
   * Shows a stored task as it was left and offers to go on. Resolves when it does not go on any more. `cancelledNow`: the person has just
   * stopped its run.
   */
  async resumeTaskFromHistory(cancelledNow = false): Promise<void> {
    await this.offerResume(settleRows(this.rows, this.replayed, cancelledNow))
  }

  /** False when this ask is not open: the answer then changes nothing. */
  answer(ts: number, answer: AskAnswer): boolean {
    return this.parts.asks.reply(ts, answer)
  }
  get openAskTs(): number | undefined {
    return this.parts.asks.current
  }
  /** Words for the model, that go along with the next request. Their id in the queue; undefined when the task has ended. */
  enqueue(words: UserWords): string | undefined {
    if ((this.current.kind === 'failed' || this.current.kind === 'completed') && this.parts.asks.current === undefined) return undefined
    const id = this.queue.add(words)
    this.parts.asks.answerWithQueued()
    return id
  }
  /** Lets a running command go on in the background, also one of a subagent. */
  detach(terminalId: string): boolean {
    return this.parts.desk.detach(terminalId) || this.subagents.detach(terminalId)
  }

  /** Holds from the next request on. True when the words answered a waiting plan. */
  setMode(mode: Mode, words: UserWords): boolean {
    this.chosenMode = mode
    this.params.journal.append({ k: 'mode', mode })
    this.params.tell({ type: 'mode', mode })
    return mode === 'act' && this.parts.asks.answerPlan(words)
  }

  /** Stops what runs, wherever it is. Resolves when the run has settled. A task that stands still already is left alone. */
  async abortTask(): Promise<void> {
    if (this.current.kind === 'cancelled' || this.current.kind === 'completed' || this.current.kind === 'failed') return
    this.cancel.abort(new CancelledError())
    await this.running
  }

  /** Ends the task here: a run is cancelled, and nothing is waited for any more. Its journal says that it can be resumed. */
  close(): void {
    this.closing = true
    this.cancel.abort(new CancelledError())
    this.hooks.endNotices()
  }

  /** For a run that does not settle, or whose task is another one's by now: from here on it begins, shows and writes nothing. */
  abandon(): void {
    this.close()
    this.hooks.endAsides()
    this.rows.close()
    this.abandoned = true
  }

  private step(event: TaskEvent): void {
    this.current = step(this.current, event)
    this.params.tell({ type: 'state', state: this.current })
  }

  /** `before` comes first and may stop it. */
  private go(content: readonly ContentBlock[], before: () => Promise<void>): Promise<void> {
    this.running = this.live(content, before)
    return this.running.then(() => this.afterRun())
  }

  private async live(content: readonly ContentBlock[], before: () => Promise<void>): Promise<void> {
    try {
      this.step({ type: 'user_message' })
      await before()
      let next: ContentBlock[] | undefined = [...content, ...(await describeProject(this.params, this.cancel.signal))]
      while (next) next = await this.turn(next)
    } catch (error) {
      if (this.cancel.signal.aborted) {
        this.hooks.endNotices()
        if (this.current.kind === 'completed') await this.hooks.settled()
        return this.params.endCommands()
      }
      this.step({ type: 'broke', error: masked(describeBug(error), this.params.mask) })
      throw error
    }
  }

  /** A run that was cancelled offers to be resumed; one that was completed stays completed. */
  private async afterRun(): Promise<void> {
    await saveIfPossible(this.params.journal)
    if (!this.cancel.signal.aborted || this.current.kind === 'completed') return this.hooks.settled()
    const stood = { rows: this.rows.list(), interrupted: this.parts.desk.interrupted(), unheard: this.unheard.list() }
    const point = settleRows(this.rows, stood, !this.closing)
    await this.hooks.taskCancel(this.closing ? 'abandoned' : 'cancelled')
    await saveIfPossible(this.params.journal)
    await this.offerResume(point)
  }

  /** One turn. Whatever breaks in it becomes a row with Retry. */
  private async turn(content: ContentBlock[]): Promise<ContentBlock[] | undefined> {
    const before = this.rows.last?.ts ?? 0
    try {
      return await this.attemptTurn(content)
    } catch (error) {
      if (this.cancel.signal.aborted) throw error
      // The person has said that it shall not be tried again.
      if (this.current.kind === 'failed') return undefined
      for (const row of this.rows.list()) if (row.ts > before) settleRow(this.rows, row)
      const cut = { ask: 'resume_task', cutOff: this.parts.desk.interrupted() } as const
      this.parts.transcript.closeOpenCalls((call) => explainOpenCall(call, cut))
      const again = await this.askRetry(describeBug(error))
      return again ? [{ type: 'text', text: '[An error of the app interrupted this turn. Go on.]' }] : undefined
    }
  }

  private async attemptTurn(content: ContentBlock[]): Promise<ContentBlock[] | undefined> {
    this.cancel.signal.throwIfAborted()
    if (!(await this.mayGoOn())) return undefined
    this.parts.words.takeQueued(this.queue)
    // To read what is attached takes time: what was done meanwhile waits for it on the disk.
    if (!this.parts.words.isEmpty) await this.saved()
    const words = await this.parts.words.toBlocks()
    this.parts.model.offerAsked(this.parts.words.askedTools)
    const surroundings = describeSurroundings(this.params, this.chosenMode, this.usage, this.parts.focus.instruct())
    this.parts.transcript.addUserTurn([...content, ...words, { type: 'text', text: surroundings }], this.parts.words.sent())
    await this.saved()
    const end = await answerAndAct(this.agent())
    switch (end.kind) {
      case 'given_up':
        return undefined
      case 'no_call':
        return this.nudge()
      case 'acted':
        return this.goOn(end.round)
    }
  }

  /** Resolves once everything so far is on the disk; while it cannot be written the task pauses here. */
  private saved(): Promise<void> {
    const { cancel, params } = this
    return savedOrAsked(params.journal, {
      isOver: () => this.current.kind === 'completed',
      isCancelled: () => cancel.signal.aborted,
      askRetry: (error) => this.askRetry(error),
    })
  }

  private agent(): Agent {
    const { params, rows, loops, retryWait } = this
    const { transcript, model, desk } = this.parts
    return {
      params,
      rows,
      transcript,
      model,
      desk,
      loops,
      retryWait,
      mode: () => this.chosenMode,
      signal: this.cancel.signal,
      step: (event) => this.step(event),
      used: (request) => this.used.add(request),
      askRetry: (error) => this.askRetry(error),
      saved: () => this.saved(),
      ran: () => undefined,
      progress: (text) => this.parts.focus.update(text),
    }
  }

  private handOver({ context, askTs }: Extract<Steer, { kind: 'new_task' }>): undefined {
    this.step({ type: 'finished', askTs })
    this.params.tell({ type: 'new_task', context, taint: [...this.params.taint.facts] })
  }

  private nudge(): ContentBlock[] {
    this.mistakes.take({ mistakes: 1, succeeded: false, repeatedTooOften: false })
    this.step({ type: 'next_turn' })
    return toTextBlocks([NO_TOOL_USED])
  }

  private goOn(round: RoundResult): ContentBlock[] | undefined {
    const { steer } = round
    this.mistakes.take(round)
    if (steer?.kind === 'finish') return undefined
    if (steer?.kind === 'new_task') return this.handOver(steer)
    if (steer?.kind === 'switch_mode') this.setMode(steer.mode, noWords)
    if (steer?.kind === 'condense') this.parts.transcript.condense(openingOf(steer.summary, this.rows.first?.text))
    this.step({ type: 'next_turn' })
    return toTextBlocks(round.notes)
  }

  /** False when the task ends here, because nobody is there to be asked. */
  private mayGoOn(): Promise<boolean> {
    const { params, rows, mistakes, loops } = this
    const { asks, words } = this.parts
    return askAboutMistakes({ settings: params.settings(), rows, asks, words, mistakes, loops, step: (event) => this.step(event) })
  }

  private async askRetry(cause: TaskError): Promise<boolean> {
    const error = masked(cause, this.params.mask)
    const { answer } = this.parts.asks.open({ ask: 'api_req_failed', data: error })
    const given = await answer
    if (given.response === 'noButtonClicked') {
      this.step({ type: 'broke', error })
      return false
    }
    this.parts.words.addAnswer(given)
    return true
  }

  private async offerResume(point: ResumePoint): Promise<void> {
    const since = this.rows.last?.ts ?? Date.now()
    if (!this.closing) this.cancel = new AbortController()
    const before = { lastTs: since, rows: this.rows.list().length }
    const answer = await this.parts.asks.offerResume(point)
    if (!answer) return this.hooks.settled()
    this.parts.desk.forgetInterrupted()
    this.parts.transcript.closeOpenCalls((call) => explainOpenCall(call, point))
    for (const unheard of point.unheard) this.parts.words.addUnheard(unheard)
    this.parts.words.addAnswer(answer)
    const note = resumptionNote({ cwd: this.params.cwd, sinceMs: Date.now() - since, point })
    await this.go([{ type: 'text', text: note }], () => this.hooks.taskResume(answer.text, before))
  }
}
