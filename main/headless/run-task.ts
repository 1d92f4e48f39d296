import { noUsage, type Usage } from '../../shared/extension-state'
import type { AskAnswer, ClineMessage } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { TaskState } from '../../shared/task-state'
import type { Controller, ControllerNews } from '../controller/controller'
import { actionsOf } from './ask-actions'
import { judgeAsk } from './ask-policy'
import type { OnAsk } from './arguments'
import { exitCodes, type HeadlessEvent, type ResultStatus } from './events'
import { RowFeed } from './row-feed'

type AskRow = Extract<ClineMessage, { type: 'ask' }>

/** Somebody at the other end: asked when an ask waits, told when it no longer does. */
export interface Answerer {
  /** May come back with an answer later, or never. */
  open(row: AskRow, answer: (given: AskAnswer) => void): void
  closed(ts: number): void
}

export interface RunLimits {
  readonly maxTurns: number | undefined
  readonly maxCost: number | undefined
  readonly timeoutSeconds: number | undefined
}

export interface RunParts {
  /** Makes the session; it tells its news here from the first on. */
  readonly open: (tell: (news: ControllerNews) => void) => Controller
  /** Starts or reopens the task. A failure is one sentence. */
  readonly start: (
    controller: Controller,
  ) => Promise<{ readonly ok: true; readonly taskId: string } | { readonly ok: false; readonly message: string }>
  readonly tell: (event: HeadlessEvent) => void
  readonly onAsk: OnAsk
  readonly answerer: Answerer | undefined
  readonly limits: RunLimits
  /** The mode that the command line names: a stored task changes over to it. */
  readonly mode: Mode | undefined
  readonly model: { readonly provider: string; readonly model: string }
  /** Set for `resume`: the offer to go on is taken at once, with these words. */
  readonly resumeWith: string | undefined
}

interface Ending {
  readonly status: ResultStatus
  readonly error?: { readonly code: string; readonly message: string }
}

/** One task from start to result without a window. */
export class HeadlessRun {
  private readonly parts: RunParts
  private readonly feed = new RowFeed()
  private readonly controller: Controller
  private readonly ended: Promise<Ending>
  private end: (ending: Ending) => void = () => undefined
  private resumed = false
  private deserted = false
  private hasToldUnknownCost = false
  private ending: Ending | undefined
  /** Turns whose request was sent, of the task at hand. */
  private turns = 0
  /** Of the tasks before it in this run. */
  private turnsBefore = 0
  private usedBefore: Usage = noUsage
  private used: Usage = noUsage
  private taskAtHand: string | undefined

  constructor(parts: RunParts) {
    this.parts = parts
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
    this.controller = parts.open((news) => this.take(news))
  }

  /** Resolves with the exit code, or with the sentence that says why it could not begin. */
  async run(): Promise<{ readonly exitCode: number } | { readonly refused: string }> {
    const started = await this.parts.start(this.controller)
    if (!started.ok) return { refused: started.message }
    const { mode, cwd } = this.controller
    this.taskAtHand = started.taskId
    this.parts.tell({ type: 'task', taskId: started.taskId, cwd, ...this.parts.model, mode, resumed: this.parts.resumeWith !== undefined })
    const timer = this.startTimer()
    const ending = await this.ended
    clearTimeout(timer)
    const task = this.controller.task
    const result = this.describe(started.taskId, ending)
    await this.controller.dispose()
    this.parts.tell({ ...result, changes: task?.changes.edited() ?? [] })
    return { exitCode: exitCodes[ending.status] }
  }

  /** The Cancel button, as SIGINT, SIGTERM and stdin press it. */
  cancel(): void {
    this.finish({ status: 'cancelled' })
  }

  /** The other end of stdin is gone: what waits now, or later, waits for nobody. */
  nobodyAnswers(): void {
    this.deserted = true
    const ts = this.controller.task?.openAskTs
    const row = ts === undefined ? undefined : this.feed.get(ts)
    if (row?.type === 'ask') this.finish(endingOf('needs_approval', row))
  }

  /** False when this ask is not open any more. */
  answer(ts: number, given: AskAnswer): boolean {
    return this.controller.handleAskResponse(ts, given)
  }

  queue(text: string): void {
    this.controller.task?.queue.add({ text, images: [], files: [] })
  }

  private take(news: ControllerNews): void {
    switch (news.type) {
      case 'row': {
        const event = this.feed.take(news.op)
        if (event) this.parts.tell(event)
        return
      }
      case 'task_changed':
        this.takeMode()
        return this.takeNewTask()
      case 'ask':
        return this.takeAsk(news.ts)
      case 'usage':
        return this.takeUsage(news.usage)
      case 'state':
        if (news.state.kind === 'failed')
          return this.finish({ status: 'failed', error: { code: news.state.error.kind, message: news.state.error.message } })
        if (news.state.kind === 'preparing') return this.checkTurns(this.turnsBefore + news.state.turn)
        if (news.state.kind === 'streaming') this.turns = news.state.turn
        if (news.state.kind === 'retrying') this.tellRetry(news.state)
        return
      default:
        return
    }
  }

  /** Before the task says its first word. */
  private takeMode(): void {
    const { mode } = this.parts
    if (mode !== undefined && this.controller.task && this.controller.mode !== mode)
      this.controller.togglePlanActMode(mode, { text: '', images: [], files: [] })
  }

  /** A new task took over, with what the one before handed to it: the run goes on with it, and stays that of the first. */
  private takeNewTask(): void {
    const taskId = this.controller.task?.taskId
    if (this.taskAtHand === undefined || taskId === undefined || taskId === this.taskAtHand) return
    this.taskAtHand = taskId
    this.turnsBefore += this.turns
    this.turns = 0
    this.usedBefore = this.used
    this.parts.tell({ type: 'notice', level: 'info', code: 'new_task', text: `The work goes on in the new task ${taskId}.` })
  }

  private takeUsage(ofTask: Usage): void {
    this.used = addTotals(this.usedBefore, ofTask)
    this.parts.tell({ type: 'usage', ...this.used })
    this.checkCost(this.used.cost)
  }

  private tellRetry({ attempt, resumeAt, cause }: Extract<TaskState, { kind: 'retrying' }>): void {
    const seconds = Math.max(0, Math.ceil((resumeAt - Date.now()) / 1000))
    const text = `Attempt ${attempt} failed, the next one starts in ${seconds} s: ${cause.message}`
    this.parts.tell({ type: 'notice', level: 'warning', code: 'retry', text })
  }

  private takeAsk(ts: number): void {
    const row = this.feed.get(ts)
    if (row?.type !== 'ask' || this.ending) return
    if (row.ask === 'completion_result') return this.complete(row)
    if (this.isOfferToResume(row)) return this.resume(ts)
    this.parts.tell({ type: 'ask', ts, ask: row.ask, message: row, actions: actionsOf(row) })
    const verdict = judgeAsk(row.ask, this.deserted ? 'nobody' : this.parts.onAsk)
    if (verdict.kind === 'end') return this.finish(endingOf(verdict.status, row))
    if (verdict.kind === 'press') this.controller.handleAskResponse(ts, verdict.answer)
    else this.parts.answerer?.open(row, (given) => this.controller.handleAskResponse(ts, given))
  }

  private isOfferToResume(row: AskRow): boolean {
    const offers = row.ask === 'resume_task' || row.ask === 'resume_completed_task'
    return offers && this.parts.resumeWith !== undefined && !this.resumed
  }

  private resume(ts: number): void {
    this.resumed = true
    const text = this.parts.resumeWith ?? ''
    this.controller.handleAskResponse(ts, { response: 'yesButtonClicked', ...(text === '' ? {} : { text }) })
  }

  /** Not waited for, but a person at the terminal may have more to say. */
  private complete(row: AskRow): void {
    if (this.parts.onAsk !== 'tty' || !this.parts.answerer) return this.finish({ status: 'completed' })
    this.parts.answerer.open(row, (given) => {
      if (given.response === 'messageResponse' && given.text?.trim()) this.controller.handleAskResponse(row.ts, given)
      else this.finish({ status: 'completed' })
    })
  }

  private checkTurns(turn: number): void {
    const { maxTurns } = this.parts.limits
    if (maxTurns !== undefined && turn > maxTurns)
      this.finish({ status: 'limit', error: { code: 'max_turns', message: `Stopped before turn ${turn}: the limit is ${maxTurns}.` } })
  }

  private checkCost(cost: number | undefined): void {
    const { maxCost } = this.parts.limits
    if (maxCost !== undefined && cost === undefined) this.tellUnknownCost()
    if (maxCost !== undefined && cost !== undefined && cost >= maxCost)
      this.finish({
        status: 'limit',
        error: { code: 'max_cost', message: `Stopped at $${cost.toFixed(2)}: the limit is $${maxCost.toFixed(2)}.` },
      })
  }

  /** A limit that cannot hold must not look as if it did. */
  private tellUnknownCost(): void {
    if (this.hasToldUnknownCost) return
    this.hasToldUnknownCost = true
    const text = 'What this model costs is not known, so --max-cost cannot stop the run. Use --max-turns or --timeout.'
    this.parts.tell({ type: 'notice', level: 'warning', code: 'cost_unknown', text })
  }

  private startTimer(): NodeJS.Timeout | undefined {
    const seconds = this.parts.limits.timeoutSeconds
    if (seconds === undefined) return undefined
    const error = { code: 'timeout', message: `Stopped after ${seconds} s, as --timeout says.` }
    return setTimeout(() => this.finish({ status: 'limit', error }), seconds * 1000)
  }

  private finish(ending: Ending): void {
    if (this.ending) return
    this.ending = ending
    // What runs stops at once; the session is closed when the result is told.
    this.controller.task?.close()
    this.end(ending)
  }

  private describe(taskId: string, ending: Ending): Extract<HeadlessEvent, { type: 'result' }> {
    const task = this.controller.task
    const rows = task?.rows.list() ?? []
    const said = rows.findLast((row) => row.type === 'say' && (row.say === 'completion_result' || row.say === 'text'))
    return {
      type: 'result',
      status: ending.status,
      taskId,
      text: said?.text ?? '',
      turns: this.turnsBefore + this.turns,
      usage: addTotals(this.usedBefore, task?.usage ?? noUsage),
      changes: [],
      ...(ending.error ? { error: ending.error } : {}),
    }
  }
}

/** What the tasks of one run have used together; how full the window is, is that of the last. */
function addTotals({ cost: before, ...earlier }: Usage, { cost, ...last }: Usage): Usage {
  return {
    ...last,
    tokensIn: earlier.tokensIn + last.tokensIn,
    tokensOut: earlier.tokensOut + last.tokensOut,
    cacheReads: earlier.cacheReads + last.cacheReads,
    cacheWrites: earlier.cacheWrites + last.cacheWrites,
    ...(before === undefined || cost === undefined ? {} : { cost: before + cost }),
  }
}

function endingOf(status: ResultStatus, row: AskRow): Ending {
  if (row.ask === 'api_req_failed') return { status, error: { code: row.data.kind, message: row.data.message } }
  if (status === 'needs_approval')
    return { status, error: { code: row.ask, message: `An answer was needed and nobody gave it: ${row.approval?.summary ?? row.ask}` } }
  return { status, error: { code: row.ask, message: row.text ?? row.ask } }
}
