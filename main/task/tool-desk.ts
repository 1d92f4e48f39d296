import type { ClineApiReqInfo, HeardAnswer } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { TaskChanges } from '../changes/task-changes'
import type { NewAsk, TaskConfig, ToolServices } from '../tools/task-config'
import { type CallHooks, type IncomingCall, ToolExecutor } from '../tools/tool-executor'
import type { PartialCard, ToolResponse } from '../tools/tool-handler'
import { resultContent } from '../tools/tool-outcome'
import { ToolValidator } from '../tools/tool-validator'
import type { Answer } from './answer'
import { askModel, type ModelQuestion } from './ask-model'
import { asToolConfig } from './as-tool-config'
import type { TaskEvent } from './machine'
import { Gate } from './gate'
import type { MessageState } from './message-state'
import type { ModelAccess } from './model-access'
import { recordingFiles, recordingFormatter, recordingTerminal } from './recording-ports'
import type { SubagentHost, Subagents, TaskParams } from './task-environment'
import type { RequestInfo } from './usage-meter'
import { watchingTerminal } from './watching-ports'

/** What the desk needs of its task. */
export interface ToolDeskParts {
  readonly params: TaskParams
  readonly rows: MessageState
  readonly model: ModelAccess
  readonly mode: () => Mode
  readonly signal: () => AbortSignal
  readonly openAsk: (row: NewAsk, existingTs?: number) => { readonly ts: number; readonly answer: Promise<HeardAnswer> }
  /** Words that came with an answer: a row, and part of the next request. */
  readonly feedback: (answer: HeardAnswer) => void
  /** Resolves once everything so far is on the disk. */
  readonly saved: () => Promise<void>
  readonly step: (event: TaskEvent) => void
  readonly changes: TaskChanges
  readonly hooks: CallHooks
  /** The result of the task is shown; the question about it comes next. */
  readonly completing: (result: string, command: string) => Promise<void>
  /** A question of a subagent, in the chat of the task. */
  readonly askForSubagent: SubagentHost['ask']
  readonly usedBySubagent: SubagentHost['used']
  /** A request that a tool made of the model: it is paid for like any other. */
  readonly used: (request: ClineApiReqInfo) => void
}

/** A tool with its arguments; they are there if those of the call were. */
interface Meant<Input extends IncomingCall['input']> {
  readonly name: string
  readonly input: Input | Readonly<Record<string, unknown>>
  readonly offeredInstead?: readonly string[]
}

/** Where the tools of one task work: their executor, and what they share. */
export class ToolDesk {
  readonly executor: ToolExecutor
  readonly subagents: Subagents
  private readonly parts: ToolDeskParts
  private readonly gate: Gate
  private readonly fileReadCache: TaskConfig['state']['fileReadCache'] = new Map()
  private readonly failedEdits: TaskConfig['state']['failedEdits'] = new Map()
  private readonly previews: TaskConfig['state']['previews'] = new Map()
  private readonly seenTexts: TaskConfig['state']['seenTexts'] = new Map()
  private readonly detachable = new Map<string, () => void>()
  private readonly begun = new Map<string, { callId: string; name: string; summary: string }>()
  private lastToolName: string | undefined
  private nested = 0
  private readonly services: ToolServices

  constructor(parts: ToolDeskParts) {
    this.parts = parts
    const { params, rows, changes, mode, signal } = parts
    this.subagents = params.openSubagents({
      params,
      rows,
      changes,
      mode,
      signal,
      ask: parts.askForSubagent,
      used: parts.usedBySubagent,
    })
    const { files, formatter, terminal } = params.services
    const watched = watchingTerminal(terminal, params.taint, (command) => this.gate.readsSecrets(command))
    this.services = {
      ...params.services,
      subagents: this.subagents,
      explain: { changes: params.gitChanges, ask: (question, given, heard) => this.askModel({ ...question, heard }, given) },
      files: recordingFiles(files, parts.changes),
      formatter: recordingFormatter(formatter, parts.changes),
      terminal: recordingTerminal(watched, parts.changes, (command) => this.gate.mayWrite(command)),
      web: params.web({
        taskId: params.taskId,
        providerId: () => parts.model.name().providerId,
        ask: (question, signal) => this.askModel(question, signal),
      }),
    }
    this.gate = new Gate({
      taskId: params.taskId,
      cwd: params.cwd,
      platform: params.platform,
      facts: params.gate,
      resolve: (path) => files.resolve(path),
      settings: () => this.approvalSettings(),
      taint: params.taint,
    })
    this.executor = new ToolExecutor(params.coordinator, new ToolValidator(), {
      config: () => this.config(),
      decide: (effects) => this.gate.decide(effects),
      makeRule: (choice, offers) => this.gate.makeRule(choice, offers),
      recordIntent: (callId, name, summary) => this.recordIntent(callId, name, summary),
      started: (name) => parts.step({ type: 'tool_started', tool: name, startedAt: Date.now() }),
      hooks: parts.hooks,
      readUntrusted: (origin) => params.taint.add(origin),
    })
  }

  drawPartial(name: string, callId: string, input: Readonly<Record<string, unknown>>): PartialCard | undefined {
    const meant = this.meantBy(name, input)
    const handler = meant.offeredInstead ? undefined : this.parts.params.coordinator.getHandler(meant.name)
    return handler?.handlePartialBlock?.({ name: handler.name, callId, input: meant.input }, this.config())
  }

  /** What the model called, by the names of the tools themselves. */
  callsOf({ calls, drafts }: Pick<Answer, 'calls' | 'drafts'>): IncomingCall[] {
    return calls.map(({ id, name, input }) => ({ id, ...this.meantBy(name, input), ts: drafts.tsOf(id) }))
  }

  private meantBy<Input extends IncomingCall['input']>(name: string, input: Input): Meant<Input> {
    const { names, understood, aliases } = this.parts.model.offer
    const alias = aliases.find((candidate) => candidate.name === name)
    if (alias) return { name: alias.tool, input: input && alias.toInput(input) }
    return names.includes(name) || understood.includes(name) ? { name, input } : { name, input, offeredInstead: names }
  }

  /** Called once a call has its result. */
  ran(name: string): void {
    this.lastToolName = name
    this.begun.clear()
    this.detachable.clear()
  }

  /** Calls that began and have no result. */
  interrupted(): readonly { readonly callId: string; readonly name: string; readonly summary: string }[] {
    return [...this.begun.values()]
  }

  /** The model is told of them now: they are named no second time. */
  forgetInterrupted(): void {
    this.begun.clear()
  }

  /** False when no such command runs in the foreground. */
  detach(terminalId: string): boolean {
    const release = this.detachable.get(terminalId)
    this.detachable.delete(terminalId)
    release?.()
    return release !== undefined
  }

  private async askModel(question: Omit<ModelQuestion, 'taskId' | 'used'>, signal: AbortSignal): Promise<string> {
    const { params, model, rows } = this.parts
    // It is no part of the conversation, and says nothing of its length.
    const used = ({ contextTokens: _contextTokens, ...paid }: RequestInfo): void => {
      rows.say({ say: 'api_req_started', data: paid })
      this.parts.used(paid)
    }
    return askModel(await model.open(this.parts.mode()), { ...question, used, taskId: params.taskId }, signal)
  }

  private approvalSettings() {
    const settings = this.parts.params.settings()
    return {
      actions: settings.autoApprovalSettings.actions,
      approveAll: settings.yoloModeToggled || settings.autoApproveAllToggled,
      mode: this.parts.mode(),
      strictPlanMode: settings.strictPlanModeEnabled,
    }
  }

  private async recordIntent(callId: string, name: string, summary: string): Promise<void> {
    this.parts.signal().throwIfAborted()
    this.parts.params.journal.append({ k: 'intent', callId, name, summary })
    await this.parts.saved()
    this.parts.signal().throwIfAborted()
    this.begun.set(callId, { callId, name, summary })
  }

  private config(): TaskConfig {
    const { params, rows, model } = this.parts
    return asToolConfig({
      taskId: params.taskId,
      cwd: params.cwd,
      mode: this.parts.mode(),
      settings: params.settings(),
      supportsImages: model.supportsImages,
      takesWebp: model.takesWebp,
      state: {
        fileReadCache: this.fileReadCache,
        failedEdits: this.failedEdits,
        seenTexts: this.seenTexts,
        previews: this.previews,
        lastToolName: this.lastToolName,
      },
      services: this.services,
      rows,
      signal: this.parts.signal(),
      openAsk: this.parts.openAsk,
      feedback: this.parts.feedback,
      detached: (terminalId) => new Promise((resolve) => this.detachable.set(terminalId, resolve)),
      changes: () => this.parts.changes.edited(),
      completing: this.parts.completing,
      coordinator: { has: (name) => params.coordinator.has(name), execute: (name, input) => this.executeNested(name, input) },
    })
  }

  /** A call that a tool makes: through the same checks, approval and record as one of the model. */
  private async executeNested(name: string, input: unknown): Promise<ToolResponse> {
    this.nested += 1
    // Tools pass plain objects; the validator looks at every field of them.
    const call = { id: `nested_${this.nested}`, name, input: input as Record<string, unknown>, ts: undefined }
    const outcome = await this.executor.execute(call)
    if ('response' in outcome) return outcome.response
    return { status: outcome.kind === 'denied' ? 'denied' : 'failed', content: resultContent(outcome, `[${name}]`, name).content }
  }
}
