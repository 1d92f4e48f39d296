import type { HookError, HookName, HookStatus, PendingToolInfo } from '../../shared/hooks'
import type { ClineMessage } from '../../shared/messages'
import { ClineDefaultTool } from '../../shared/tools'
import { asParameters, type HookEvent } from '../hooks/hook-input'
import { wrapContext } from '../hooks/hook-output'
import type { HookRun, HookRunner } from '../hooks/hook-runner'
import type { ConversationTurn } from '../providers/conversation'
import type { CallHooks } from '../tools/tool-executor'
import type { ToolResponse, ToolUse } from '../tools/tool-handler'
import { type ConversationFiles, withConversationFiles } from './conversation-files'
import type { MessageState } from './message-state'
import type { PendingWords } from './pending-words'

export interface TaskHooksParts {
  readonly taskId: string
  readonly runner: Pick<HookRunner, 'find' | 'run'>
  readonly rows: MessageState
  readonly words: PendingWords
  /** All that was said, as the next request would send it. */
  readonly conversation: () => readonly ConversationTurn[]
  readonly modelName: () => { readonly providerId: string; readonly modelId: string }
  readonly signal: () => AbortSignal
  /** Cancels the task, as the person would. */
  readonly cancelTask: () => void
}

/** Characters of output that a row shows. */
const MAX_SHOWN_OUTPUT = 20_000
const MAX_NOTIFICATION = 8_000
const MAX_INFO = 200

/** Tools without a hook before them: they only speak, or what they start has its own. */
const UNGUARDED: ReadonlySet<ClineDefaultTool> = new Set([
  ClineDefaultTool.ASK,
  ClineDefaultTool.ATTEMPT,
  ClineDefaultTool.MCP_DOCS,
  ClineDefaultTool.NEW_TASK,
  ClineDefaultTool.PLAN_MODE,
  ClineDefaultTool.ACT_MODE,
  ClineDefaultTool.TODO,
  ClineDefaultTool.CONDENSE,
  ClineDefaultTool.SUMMARIZE_TASK,
  ClineDefaultTool.REPORT_BUG,
  ClineDefaultTool.GENERATE_EXPLANATION,
  ClineDefaultTool.USE_SKILL,
  ClineDefaultTool.USE_SUBAGENTS,
])

/**
 * The hooks of one task: when each runs, the row that shows it, and what comes of it. A hook that guards something can stop the task;
 * what it says goes to the model with the next message.
 */
export class TaskHooks implements CallHooks {
  private readonly parts: TaskHooksParts
  /** By the row of a run that goes on: ends it. */
  private readonly running = new Map<number, AbortController>()
  /** Runs that nobody waits for. */
  private readonly asides = new Map<Promise<unknown>, Aside>()
  private readonly told = new Set<string>()

  constructor(parts: TaskHooksParts) {
    this.parts = parts
  }

  /** Ends the scripts of a row. False when they have ended. */
  stop(ts: number): boolean {
    const running = this.running.get(ts)
    running?.abort()
    return running !== undefined
  }

  /** Ends what says that a question waits: nobody answers it any more. */
  endNotices(): void {
    for (const { stop, tellsOfEnd } of this.asides.values()) if (!tellsOfEnd) stop.abort()
  }

  /** Ends all that runs beside the task. */
  endAsides(): void {
    for (const { stop } of this.asides.values()) stop.abort()
  }

  /** Resolves when nothing runs beside the task any more. */
  async settled(): Promise<void> {
    await Promise.all(this.asides.keys())
  }

  /** Rejects when a hook stopped the task. */
  async taskStart(prompt: string): Promise<void> {
    const { taskId } = this.parts
    await this.pass({ name: 'TaskStart', taskStart: { taskMetadata: { taskId, ulid: taskId, initialTask: prompt } } })
    await this.promptSubmitted(prompt)
  }

  /** Rejects when a hook stopped the task. `before` is how the task stood. */
  async taskResume(prompt: string | undefined, before: { readonly lastTs: number; readonly rows: number }): Promise<void> {
    const { taskId } = this.parts
    const previousState = { lastMessageTs: String(before.lastTs), messageCount: String(before.rows), conversationHistoryDeleted: '' }
    await this.pass({ name: 'TaskResume', taskResume: { taskMetadata: { taskId, ulid: taskId }, previousState } })
    if (prompt !== undefined && prompt.trim() !== '') await this.promptSubmitted(prompt)
  }

  /** Rejects when a hook stopped the task. */
  async promptSubmitted(prompt: string): Promise<void> {
    await this.pass({ name: 'UserPromptSubmit', userPromptSubmit: { prompt, attachments: [] } })
  }

  /** What it runs is seen above the call that it is about. */
  async before(block: ToolUse, ts: number | undefined): Promise<string | undefined> {
    if (block.name === ClineDefaultTool.SUMMARIZE_TASK) return this.preCompact(ts)
    if (UNGUARDED.has(block.name) || isInnerBrowserStep(block)) return undefined
    const parameters = asParameters(block.input)
    const pendingToolInfo = pendingToolInfoOf(block.name, parameters)
    const event: HookEvent = { name: 'PreToolUse', preToolUse: { toolName: block.name, parameters } }
    return this.guard(event, { facts: { toolName: block.name, pendingToolInfo }, above: ts })
  }

  async after(block: ToolUse, { response, ms }: { readonly response: ToolResponse; readonly ms: number }): Promise<void> {
    if (block.name === ClineDefaultTool.ATTEMPT) return
    const result = typeof response.content === 'string' ? response.content : JSON.stringify(response.content)
    const end = { result, success: response.status === 'done', executionTimeMs: ms }
    const event: HookEvent = { name: 'PostToolUse', postToolUse: { toolName: block.name, parameters: asParameters(block.input), ...end } }
    try {
      await this.guard(event, { facts: { toolName: block.name } })
    } catch (error) {
      if (!this.parts.signal().aborted) this.tellFailed(event.name, error)
    }
  }

  /** Before the conversation is summed up. What the hook says stands behind the summary. */
  private async preCompact(above: number | undefined): Promise<string | undefined> {
    const { hooks } = await this.parts.runner.find('PreCompact')
    if (hooks.length === 0) return this.guard(this.compacting({ contextJsonPath: '', contextRawPath: '' }), { above })
    return withConversationFiles(this.parts.conversation(), (files) => this.guard(this.compacting(files), { above }))
  }

  private compacting(files: ConversationFiles): HookEvent {
    const { taskId, rows } = this.parts
    const request = rows.list().findLast((row) => row.type === 'say' && row.say === 'api_req_started')
    const used = request?.type === 'say' && request.say === 'api_req_started' ? request.data : {}
    const index = request?.conversationHistoryIndex ?? 0
    return {
      name: 'PreCompact',
      preCompact: {
        taskId,
        ulid: taskId,
        contextSize: used.contextTokens ?? 0,
        compactionStrategy: 'auto-condense',
        previousApiReqIndex: index,
        tokensIn: used.tokensIn ?? 0,
        tokensOut: used.tokensOut ?? 0,
        tokensInCache: used.cacheWrites ?? 0,
        tokensOutCache: used.cacheReads ?? 0,
        deletedRangeStart: 0,
        deletedRangeEnd: index,
        ...files,
      },
    }
  }

  /** The result is shown; the question about it comes next. */
  async taskComplete(result: string, command: string): Promise<void> {
    const { taskId } = this.parts
    await this.fire({ name: 'TaskComplete', taskComplete: { taskMetadata: { taskId, ulid: taskId, result, command } } })
    this.parts.signal().throwIfAborted()
  }

  /** Resolves once its row is there: whoever cancels does not wait for scripts. */
  taskCancel(completionStatus: 'cancelled' | 'abandoned'): Promise<void> {
    const { taskId } = this.parts
    return this.fireAside({ name: 'TaskCancel', taskCancel: { taskMetadata: { taskId, ulid: taskId, completionStatus } } }, true)
  }

  /** A question waits for the person. */
  asked(row: ClineMessage | undefined): void {
    if (row?.type !== 'ask' || row.ask === 'command_output') return
    const isEnd = row.ask === 'completion_result'
    if (!isEnd && this.parts.signal().aborted) return
    const message = row.text ?? row.approval?.summary ?? ''
    const notification = {
      event: isEnd ? 'task_complete' : 'user_attention',
      source: row.ask,
      message: message.slice(0, MAX_NOTIFICATION),
      waitingForUserInput: true,
      eventVersion: '1',
      eventId: `${this.parts.taskId}-${row.ts}`,
      messageTruncated: message.length > MAX_NOTIFICATION,
      sourceType: isEnd ? 'tool' : 'ask',
      sourceId: String(row.ts),
      requiresUserAction: !isEnd,
      severity: 'info',
    } as const
    void this.fireAside({ name: 'Notification', notification }, isEnd)
  }

  private async pass(event: HookEvent): Promise<void> {
    await this.guard(event)
    this.parts.signal().throwIfAborted()
  }

  /** Why what it guards must not happen, or undefined. A hook that stops one step stops the task. */
  private async guard(event: HookEvent, shown: RowOptions = {}): Promise<string | undefined> {
    const run = await this.fire(event, shown)
    this.parts.signal().throwIfAborted()
    if (run?.status === 'cancelled') {
      this.parts.cancelTask()
      return reasonOf(event.name, run)
    }
    const context = run?.answer.contextModification ?? ''
    if (context !== '') this.parts.words.addContext(wrapContext(event.name, context))
    return undefined
  }

  /** Resolves once its row is there, or there is none. */
  private async fireAside(event: HookEvent, tellsOfEnd: boolean): Promise<void> {
    const shown = Promise.withResolvers<void>()
    const stop = new AbortController()
    const run = this.fire(event, { aside: { stop, isShown: shown.resolve } })
      .catch((error: unknown) => this.tellFailed(event.name, error))
      .finally(() => {
        this.asides.delete(run)
        shown.resolve()
      })
    this.asides.set(run, { stop, tellsOfEnd })
    await shown.promise
  }

  /** Undefined when there is no script of that name. */
  private async fire(event: HookEvent, { facts, above, aside }: RowOptions = {}): Promise<HookRun | undefined> {
    const { rows, runner, taskId } = this.parts
    const found = await runner.find(event.name)
    for (const { path, hash } of found.withheld) this.tellWithheld(path, hash)
    if (aside?.stop.signal.aborted || (found.hooks.length === 0 && found.unmet.length === 0)) return undefined
    const scripts = found.hooks.map(({ source, path }) => ({ source, path }))
    const row = { say: 'hook_status', partial: true, data: { hookName: event.name, status: 'running', scripts, ...facts } } as const
    const ts = rows.say(row, above)
    aside?.isShown()
    const stop = aside?.stop ?? new AbortController()
    this.running.set(ts, stop)
    try {
      const { providerId, modelId } = this.parts.modelName()
      const run = await runner.run(found, event, {
        taskId,
        model: { provider: providerId, slug: modelId },
        signal: aside ? stop.signal : AbortSignal.any([stop.signal, this.parts.signal()]),
        onOutput: this.showOutput(ts),
      })
      rows.patch(ts, { partial: null, data: endOf(run) })
      return run
    } catch (error) {
      rows.patch(ts, { partial: null, data: { status: 'failed' } })
      throw error
    } finally {
      this.running.delete(ts)
    }
  }

  private showOutput(ts: number): (text: string) => void {
    let room = MAX_SHOWN_OUTPUT
    return (text) => {
      const output = text.slice(0, Math.max(0, room))
      room -= text.length
      if (output !== '') this.parts.rows.append(ts, 'data', { output })
      if (room < 0 && room + text.length >= 0) this.parts.rows.append(ts, 'data', { output: '\n… (the rest is not shown)' })
    }
  }

  private tellFailed(name: HookName, error: unknown): void {
    this.parts.rows.say({ say: 'info', text: `The hook ${name} could not be run: ${wordsOf(error)}` })
  }

  /** Once for each content: the person is asked about it elsewhere. */
  private tellWithheld(path: string, hash: string): void {
    if (this.told.has(hash)) return
    this.told.add(hash)
    this.parts.rows.say({
      say: 'info',
      text: `The hook ${path} did not run: you have not trusted it as it is now. You can under Hooks in the settings.`,
    })
  }
}

function endOf({ status, exitCode, hasJsonResponse, error, answer }: HookRun) {
  const failure = error ?? (status === 'cancelled' ? stoppedBy(answer.errorMessage) : undefined)
  const end: Partial<HookStatus> = {
    status,
    hasJsonResponse,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(failure ? { error: failure } : {}),
    ...(answer.contextModification === '' || status === 'cancelled' ? {} : { contextLength: answer.contextModification.length }),
  }
  // Plain JSON data, whose optional keys are absent or of JSON types.
  return end as Record<string, string | number | boolean>
}

interface RowOptions {
  readonly facts?: Partial<Pick<HookStatus, 'toolName' | 'pendingToolInfo'>>
  /** The row above which it stands. */
  readonly above?: number | undefined
  /** Set for a run beside the task, which outlives its cancel. `isShown` is called once the row is there. */
  readonly aside?: Pick<Aside, 'stop'> & { readonly isShown: () => void }
}

interface Aside {
  readonly stop: AbortController
  /** Of the task: what it does is still right when nobody goes on with that. */
  readonly tellsOfEnd: boolean
}

const stoppedBy = (message: string): HookError => ({ type: 'cancellation', message: message || 'It was stopped.' })

const reasonOf = (name: HookName, { answer, error }: HookRun): string =>
  answer.errorMessage || error?.message || `The hook ${name} stopped it.`

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Only the start of a session with the browser is guarded: its steps belong to it. */
const isInnerBrowserStep = ({ name, input }: ToolUse): boolean =>
  name === ClineDefaultTool.BROWSER && asParameters(input)['action'] !== 'launch'

function pendingToolInfoOf(tool: string, parameters: Readonly<Record<string, string>>): PendingToolInfo {
  const known: Readonly<Record<Exclude<keyof PendingToolInfo, 'tool'>, string | undefined>> = {
    path: parameters['path'],
    command: parameters['command'],
    content: parameters['content']?.slice(0, MAX_INFO),
    diff: (parameters['diff'] ?? parameters['input'])?.slice(0, MAX_INFO),
    regex: parameters['regex'],
    url: parameters['url'],
    mcpTool: parameters['tool_name'],
    mcpServer: parameters['server_name'],
    resourceUri: parameters['uri'],
  }
  return { tool, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) }
}
