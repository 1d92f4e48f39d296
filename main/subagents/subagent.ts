import type { ClineApiReqInfo, TaskError } from '../../shared/messages'
import { percentage } from '../../shared/subagents'
import { describeEnvironment } from '../context/environment'
import { buildSubagentPrompt } from '../prompts/build'
import { type Agent, answerAndAct } from '../task/agent-turn'
import { drawAskRow, type OpenedAsk } from '../task/ask-desk'
import { LoopDetection } from '../task/loop-detection'
import { MessageState } from '../task/message-state'
import { MistakeCount } from '../task/mistake-count'
import { ModelAccess } from '../task/model-access'
import { PendingWords } from '../task/pending-words'
import { settleRow } from '../task/resume'
import { RetryWait } from '../task/retry-wait'
import { describeBug, masked, saveIfPossible } from '../task/storage-trouble'
import { describeProject } from '../task/surroundings'
import type { TaskParams } from '../task/task-environment'
import { TaskHooks } from '../task/task-hooks'
import { ToolDesk } from '../task/tool-desk'
import type { RoundResult } from '../task/tool-round'
import { Transcript } from '../task/transcript'
import { type ContentBlock, toTextBlocks } from '../task/user-content'
import type { NewAsk } from '../tools/task-config'
import { Budget } from './budget'
import { ContextRoom } from './context-room'
import { previewCall } from './preview-call'
import { OwnCommands } from './own-commands'
import { type Progress, startOfProgress } from './progress-sheet'
import { lastWords, type SubagentEnd, tellTrouble } from './report'
import { paramsOf, type SubagentParts } from './subagent-params'

/** Answers in words alone, one after another, that are let pass. */
const MAX_NUDGES = 3
const NUDGE =
  'Your answer called no tool. If you are done, call attempt_completion with all that was asked for in its result; else go on with the next tool.'

const FINISH = 'Call attempt_completion now: put all that you have found into its result, and say what is still open.'
const CONTEXT_FULL = `Your context is nearly full. ${FINISH}`
const LAST_TURN = `This is the last answer that you have. ${FINISH}`

/** The person, or what it came to itself, ended this subagent and nothing else. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
  readonly status: 'failed' | 'cancelled'

  constructor(message: string, status: 'failed' | 'cancelled' = 'failed') {
    super(message)
    this.status = status
  }
}

/** One helper of a task: a conversation, a log, a budget and commands of its own. What it may do is decided where its parent's calls are. */
export class Subagent {
  readonly rows: MessageState
  private readonly parts: SubagentParts
  private readonly params: TaskParams
  private readonly stopper = new AbortController()
  private readonly signal: AbortSignal
  private readonly budget: Budget
  private readonly commands: OwnCommands
  private readonly transcript: Transcript
  private readonly words: PendingWords
  private readonly model: ModelAccess
  private readonly desk: ToolDesk
  private readonly hooks: TaskHooks
  private readonly loops = new LoopDetection()
  private readonly mistakes = new MistakeCount()
  private readonly retryWait = new RetryWait()
  private readonly room = new ContextRoom()
  private nudges = 0
  private trouble: TaskError | undefined
  private now: Progress = { ...startOfProgress, status: 'running' }

  constructor(parts: SubagentParts) {
    const { host, agent, limits } = parts
    this.parts = parts
    this.signal = AbortSignal.any([host.signal(), this.stopper.signal])
    this.budget = new Budget(limits, (why) => this.stopper.abort(new StoppedError(why)))
    this.commands = new OwnCommands(host.params.services.terminal, host.params.services.jobs)
    this.params = paramsOf(parts, this.commands, (callId) => this.began(callId))
    const { journal } = this.params
    this.rows = new MessageState(journal, parts.logged)
    this.transcript = new Transcript(journal)
    this.words = new PendingWords({ journal, rows: this.rows, files: host.params.services.files })
    this.model = new ModelAccess(this.params, buildSubagentPrompt(host.params.promptFacts, agent?.body), (turns) => this.room.fit(turns))
    this.hooks = new TaskHooks({
      taskId: this.params.taskId,
      runner: this.params.hooks,
      rows: this.rows,
      words: this.words,
      conversation: () => this.transcript.list(),
      signal: () => this.signal,
      modelName: () => this.model.name(),
      cancelTask: () => this.stopper.abort(new StoppedError('A hook stopped it.', 'cancelled')),
    })
    this.desk = new ToolDesk({
      params: this.params,
      changes: host.changes,
      rows: this.rows,
      model: this.model,
      mode: host.mode,
      signal: () => this.signal,
      openAsk: (row, existingTs) => this.openAsk(row, existingTs),
      feedback: (answer) => this.words.addAnswer(answer),
      hooks: this.hooks,
      completing: () => Promise.resolve(),
      saved: () => journal.flush(),
      step: () => undefined,
      used: (request) => this.used(request),
      askForSubagent: () => neverStarted(),
      usedBySubagent: () => neverStarted(),
    })
  }

  get progress(): Progress {
    return this.now
  }

  /** Carries it until it is done, stopped or failed, and ends what it left running. Rejects only for bugs. */
  async run(): Promise<SubagentEnd> {
    this.budget.begin()
    this.report({})
    const end = await this.untilItsEnd()
    this.budget.end()
    const ended = await this.commands.endAll()
    if (ended !== undefined) this.rows.say({ say: 'info', text: ended })
    // Their ends are told here: its task hears no more of them.
    this.params.background(this.commands.own)
    for (const row of this.rows.list()) settleRow(this.rows, row)
    this.rows.flushAppends()
    await saveIfPossible(this.params.journal)
    return withNote(end, ended && `[${ended}]`)
  }

  private async untilItsEnd(): Promise<SubagentEnd> {
    try {
      return { status: 'completed', result: await this.live() }
    } catch (error) {
      const end = this.explain(error)
      // What it had found until then may be all there is.
      return this.parts.host.signal().aborted ? end : withNote(end, lastWords(this.transcript.list()))
    }
  }

  /** By the person. */
  stop(): void {
    this.stopper.abort(new StoppedError('The person stopped it.', 'cancelled'))
  }

  /** Where it waits before a request is tried again. */
  retryNow(): void {
    this.retryWait.now()
  }

  /** False when no hooks run at this row. */
  stopHook(ts: number): boolean {
    return this.hooks.stop(ts)
  }

  /** False when it waits for no such command. */
  detach(terminalId: string): boolean {
    return this.desk.detach(terminalId)
  }

  private async live(): Promise<string> {
    const { host, prompt } = this.parts
    this.params.journal.append({ k: 'task', v: 1, taskId: host.params.taskId, cwd: host.params.cwd, mode: host.mode() })
    this.rows.say({ say: 'task', text: prompt })
    // No words of the person: nothing in it is read as a command of theirs.
    let content = [...(await describeProject(this.params, this.signal)), ...toTextBlocks([`<task>\n${prompt}\n</task>`])]
    for (;;) {
      const next = await this.turn(content)
      if (typeof next === 'string') return next
      content = next
    }
  }

  /** One turn: what goes along with the next, or the result. */
  private async turn(content: readonly ContentBlock[]): Promise<ContentBlock[] | string> {
    this.signal.throwIfAborted()
    this.mayGoOn()
    const words = await this.words.toBlocks()
    this.room.prepare(this.transcript.list(), this.now.contextTokens, this.model.window().contextWindow)
    const ending = this.room.isFull ? [CONTEXT_FULL] : this.budget.isLastTurn ? [LAST_TURN] : []
    this.transcript.addUserTurn([...content, ...words, ...toTextBlocks([this.describeSurroundings(), ...ending])], this.words.sent())
    await this.params.journal.flush()
    const end = await answerAndAct(this.agent())
    if (end.kind === 'given_up') throw new StoppedError(tellTrouble(this.rows, this.trouble))
    if (end.kind === 'acted') return this.goOn(end.round)
    this.nudges += 1
    if (this.nudges > MAX_NUDGES) throw new StoppedError(`The model answered ${this.nudges} times in a row without calling a tool.`)
    return toTextBlocks([NUDGE])
  }

  private goOn(round: RoundResult): ContentBlock[] | string {
    this.nudges = 0
    this.mistakes.take(round)
    if (round.steer?.kind === 'finish') return round.steer.result
    return toTextBlocks(round.notes)
  }

  /** Nobody is asked how to go on with a subagent that goes astray: it ends. */
  private mayGoOn(): void {
    const settings = this.params.settings()
    const complaint = this.mistakes.trouble(settings.maxConsecutiveMistakes)
    const why = complaint ?? this.budget.takeTurn()
    if (why !== undefined) throw new StoppedError(why)
  }

  private describeSurroundings(): string {
    const { contextTokens, contextWindow } = this.now
    return describeEnvironment({
      mode: this.parts.host.mode(),
      planWords: 'PLAN: only reading is possible.',
      contextTokens,
      contextWindow,
      background: this.params.background(this.commands.own),
    })
  }

  private agent(): Agent {
    const { params, rows, transcript, model, desk, loops, retryWait, signal } = this
    return {
      params,
      rows,
      transcript,
      model,
      desk,
      loops,
      retryWait,
      signal,
      mode: this.parts.host.mode,
      step: () => undefined,
      used: (request) => this.used(request),
      askRetry: (error) => {
        this.trouble = masked(error, params.mask)
        return Promise.resolve(error.kind === 'context_window' && this.room.refused(transcript.list()))
      },
      saved: () => params.journal.flush(),
      ran: () => this.report({ toolCalls: this.now.toolCalls + 1 }),
      progress: () => undefined,
    }
  }

  private openAsk(row: NewAsk, existingTs: number | undefined): OpenedAsk {
    // Its result goes to its parent, and to nobody for approval.
    if (row.ask === 'completion_result') return { ts: 0, answer: Promise.resolve({ response: 'yesButtonClicked' }) }
    const ts = drawAskRow(this.rows, row, existingTs)
    const answer = this.budget.whileWaiting(this.parts.ask(row, ts, this.signal)).then((given) => {
      this.rows.patch(ts, { answer: { ...given } })
      return given
    })
    return { ts, answer }
  }

  private used(request: ClineApiReqInfo): void {
    this.budget.used(request)
    this.parts.used(request)
    const { inputTokens, outputTokens, totalCost, ...now } = this.now
    const { contextTokens = now.contextTokens, cost } = request
    const { contextWindow } = this.model.window()
    const usage = percentage(contextTokens, contextWindow)
    this.now = {
      ...now,
      inputTokens: inputTokens + (request.tokensIn ?? 0) + (request.cacheReads ?? 0) + (request.cacheWrites ?? 0),
      outputTokens: outputTokens + (request.tokensOut ?? 0),
      contextTokens,
      ...(totalCost === undefined || cost === undefined ? {} : { totalCost: totalCost + cost }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(usage === undefined ? {} : { contextUsagePercentage: usage }),
    }
    this.report({})
  }

  /** A call takes effect from now on. */
  private began(callId: string): void {
    const last = this.transcript.list().at(-1)
    const call = last?.role === 'assistant' ? last.content.find((block) => block.type === 'tool_call' && block.id === callId) : undefined
    if (call?.type === 'tool_call') this.report({ latestToolCall: previewCall(call.name, call.input ?? {}) })
  }

  private report(change: Partial<Progress>): void {
    this.now = { ...this.now, ...change }
    this.parts.progressed(this.now)
  }

  private explain(error: unknown): SubagentEnd {
    if (this.parts.host.signal().aborted) return { status: 'cancelled', error: 'It was cancelled with its task.' }
    const reason: unknown = this.stopper.signal.reason
    if (reason instanceof StoppedError) return { status: reason.status, error: reason.message }
    if (error instanceof StoppedError) return { status: 'failed', error: error.message }
    return { status: 'failed', error: tellTrouble(this.rows, masked(describeBug(error), this.params.mask)) }
  }
}

function withNote(end: SubagentEnd, note: string | undefined): SubagentEnd {
  if (note === undefined) return end
  return end.status === 'completed' ? { ...end, result: `${end.result}\n\n${note}` } : { ...end, error: `${end.error}\n${note}` }
}

function neverStarted(): never {
  throw new Error('A subagent starts no others.')
}
