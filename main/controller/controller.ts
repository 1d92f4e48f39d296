import { ulid } from 'ulid'
import { type Draft, emptyDraft, type HistoryItem, noUsage, type SessionSummary } from '../../shared/extension-state'
import { type AskAnswer, isUse } from '../../shared/messages'
import { ok, type Result } from '../../shared/result'
import type { Mode } from '../../shared/settings'
import { isOver, type TaskState } from '../../shared/task-state'
import type { TaintFact } from '../approval/taint'
import type { OpenTask, TaskFailure } from '../storage/task-store'
import { Task } from '../task/task'
import type { TaskChanges } from '../changes/task-changes'
import type { TaskNews } from '../task/task-environment'
import type { UserWords } from '../task/user-content'
import { describeWait, InputWaits } from './describe-wait'
import { statusOfState, titleOf, toHistoryItem } from './history-item'
import { after } from './after'
import { endAll, type LiveTask, type MadeTask } from './live-task'
import type { ControllerServices, TaskBrowser, TaskTerminal } from './services'
import type { SessionView } from './state'
import { storageNotices } from './storage-notices'
import { taskParams } from './task-params'
import { WatchedLogs } from './watched-logs'

export type ControllerNews =
  | Exclude<TaskNews, { type: 'new_task' }>
  /** The session has another task now, or none. */
  | { readonly type: 'task_changed' }
  /** The list of commands in the background is another. */
  | { readonly type: 'jobs' }
  /** A command began to wait until somebody types into it, or ceased to. */
  | { readonly type: 'input_waits' }
  | { readonly type: 'terminal'; readonly terminalId: string; readonly offset: number; readonly data: string }

/** How long Cancel waits for a run to settle before it is left behind, in ms. */
const CANCEL_WAIT_MS = 3_000
/** How long the end of a task waits for the last look at what its commands changed, in ms. */
const LAST_LOOK_MS = 1_000

/**
 * One session: at most one task, its lifetime, and nothing of its inner work. Holds no stream, parses no answer and
 * runs no tool; `initTask` is the only place that makes a Task.
 */
export class Controller {
  readonly sessionId: string
  readonly cwd: string
  draft: Draft
  readonly watched = new WatchedLogs()
  private readonly services: ControllerServices
  private readonly tell: (news: ControllerNews) => void
  private live: LiveTask | undefined
  private cancelInProgress = false
  private queue: Promise<unknown> = Promise.resolve()
  private newMode: Mode
  private changesRevision = 0
  private readonly inputWaits = new InputWaits()
  private readonly createdAt = Date.now()

  constructor(
    services: ControllerServices,
    session: { readonly sessionId?: string; readonly cwd: string; readonly draft?: Draft },
    tell: (news: ControllerNews) => void,
  ) {
    this.services = services
    this.sessionId = session.sessionId ?? ulid()
    this.cwd = session.cwd
    this.draft = session.draft ?? emptyDraft
    this.newMode = services.settings().mode
    this.tell = tell
  }

  get task(): Task | undefined {
    return this.live?.task
  }

  get changes(): TaskChanges | undefined {
    return this.live?.task.changes
  }

  get mode(): Mode {
    return this.live?.task.mode ?? this.newMode
  }

  /** Starts a task with these words. The lock comes first: when it cannot be had, nothing has changed. */
  initTask(words: UserWords, taint: readonly TaintFact[] = []): Promise<Result<string, TaskFailure>> {
    return this.inTurn(async () => {
      const opened = await this.services.store.create(ulid(), this.storageCallbacks())
      if (!opened.ok) return opened
      await this.leaveTask()
      const task = this.makeTask(opened.value, [], taint)
      const run = this.carry(task, opened.value, () => task.task.startTask(words))
      // Nobody is told of a task that a kill could still make undone.
      await Promise.race([task.task.begun, run])
      return ok(task.task.taskId)
    })
  }

  /** Opens a stored task, ready to be resumed. Refused while another process holds it; nothing has changed then. */
  reinitExistingTaskFromId(taskId: string, wait = true): Promise<Result<string, TaskFailure>> {
    return this.inTurn(() => this.reopen(taskId, wait))
  }

  /**
   * Stops what runs and offers to resume it. One cancel at a time. A run that does not settle within 3 s is
   * abandoned: it can show and write nothing any more, and the task is opened anew from its journal.
   */
  async cancelTask(): Promise<void> {
    const live = this.live
    if (this.cancelInProgress || !live) return
    this.cancelInProgress = true
    try {
      const settled = live.task.abortTask().then(() => true)
      if (await Promise.race([settled, after(CANCEL_WAIT_MS)])) return
      live.task.abandon()
      await this.inTurn(() => this.openAnew(live))
    } finally {
      this.cancelInProgress = false
    }
  }

  /** Ends the task and forgets it here; its journal stays. */
  clearTask(): Promise<void> {
    return this.inTurn(() => this.leaveTask())
  }

  async dispose(): Promise<void> {
    await this.clearTask()
  }

  handleAskResponse(ts: number, answer: AskAnswer): boolean {
    return this.live?.task.answer(ts, answer) ?? false
  }

  togglePlanActMode(mode: Mode, words: UserWords): boolean {
    this.newMode = mode
    return this.live?.task.setMode(mode, words) ?? false
  }

  detachCommand(terminalId: string): boolean {
    const detached = this.live?.task.detach(terminalId) ?? false
    if (detached) this.live?.terminal.detach(terminalId)
    return detached
  }

  /** The commands of its task. */
  get terminal(): TaskTerminal | undefined {
    return this.live?.terminal
  }

  /** The browser of its task. */
  get browser(): TaskBrowser | undefined {
    return this.live?.browser
  }

  view(): SessionView {
    const task = this.live?.task
    return {
      sessionId: this.sessionId,
      cwd: this.cwd,
      item: this.historyItem(),
      taskState: task?.state ?? { kind: 'idle' },
      mode: this.mode,
      model: this.services.nameModel(this.mode, this.cwd),
      rows: () => task?.rows.list() ?? [],
      queue: task?.queue.list() ?? [],
      jobs: this.live?.terminal.jobs() ?? [],
      changesRevision: this.changesRevision,
      usage: task?.usage ?? noUsage,
      draft: this.draft,
    }
  }

  summary(): SessionSummary {
    const item = this.historyItem()
    const waitsFor = describeWait(this.live?.task, this.inputWaits)
    return {
      sessionId: this.sessionId,
      title: item?.task ?? 'New task',
      cwd: this.cwd,
      state: this.live?.task.state.kind ?? 'idle',
      ts: item?.ts ?? this.createdAt,
      ...(item ? { taskId: item.id } : {}),
      ...(waitsFor === undefined ? {} : { waitsFor }),
      ...(item?.totalCost === undefined ? {} : { totalCost: item.totalCost }),
    }
  }

  private historyItem(): HistoryItem | undefined {
    const live = this.live
    const first = live?.task.rows.first
    if (!live || !first) return undefined
    const { taskId, state, usage, modelId, rows } = live.task
    const damagedRecords = live.opened.damage.skippedRecords + live.task.skippedRecords
    const facts = { id: taskId, cwd: this.cwd, title: titleOf([first]) ?? 'A task without words', ts: rows.findLast(isUse)?.ts ?? 0 }
    return toHistoryItem({ ...facts, status: statusOfState(state), usage, modelId, damagedRecords })
  }

  private async reopen(taskId: string, wait: boolean, cancelledNow = false): Promise<Result<string, TaskFailure>> {
    if (this.live?.task.taskId === taskId) return ok(taskId)
    const opened = await this.services.store.open(taskId, { ...this.storageCallbacks(), wait })
    if (!opened.ok) return opened
    await this.leaveTask()
    const records = opened.value.records.map((entry) => entry.record)
    const task = this.makeTask(opened.value, records)
    this.sayDamage(task.task, opened.value)
    void this.carry(task, opened.value, () => task.task.resumeTaskFromHistory(cancelledNow))
    return ok(taskId)
  }

  /** After a run that did not settle. */
  private async openAnew(abandoned: LiveTask): Promise<void> {
    // Meanwhile the session may have got another task, or let this one go.
    if (this.live !== abandoned) return
    await this.letGo(abandoned)
    const reopened = await this.reopen(abandoned.task.taskId, true, true)
    if (reopened.ok) return
    const text = `The task was cancelled and could not be opened again: ${reopened.error.message}`
    this.services.notice({ id: `not-reopened-${this.sessionId}`, level: 'error', code: 'not_reopened', text })
  }

  private makeTask(opened: OpenTask, records: readonly unknown[], taint: readonly TaintFact[] = []): MadeTask {
    const { services } = this
    const terminal = services.createTerminal(
      opened.taskId,
      (terminalId, offset, data) => this.tell({ type: 'terminal', terminalId, offset, data }),
      () => this.tell({ type: 'jobs' }),
    )
    const browser = services.createBrowser(opened.folder)
    const tell = (news: TaskNews) => this.pass(opened.taskId, news)
    const place = { cwd: this.cwd, mode: this.newMode, opened, taint, terminal, browser, tell }
    return { task: new Task(taskParams(services, place), records), terminal, browser }
  }

  /** Runs the task in the background of this session. What nobody expected becomes a notice, never silence. */
  private carry({ task, terminal, browser }: MadeTask, opened: OpenTask, start: () => Promise<void>): Promise<void> {
    // The task is in place before it says its first word.
    const leaveMcp = this.services.mcp.enter(this.cwd)
    const run = leaveMcp.then(start).catch((error: unknown) => this.reportCrash(error))
    // Its records are the task's now: they are not held twice.
    const { damage } = opened
    this.inputWaits.clear()
    this.live = {
      task,
      terminal,
      browser,
      leaveMcp,
      opened: { damage, close: () => opened.close() },
      run,
    }
    this.tell({ type: 'task_changed' })
    return run
  }

  private reportCrash(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.services.notice({ id: `crash-${this.sessionId}`, level: 'error', code: 'task_failed', text: `The task stopped: ${message}` })
  }

  private pass(taskId: string, news: TaskNews): void {
    if (this.live?.task.taskId !== taskId || (news.type === 'subagent' && !this.watched.has(news.key))) return
    if (news.type === 'changes') this.changesRevision += 1
    if (news.type === 'state') this.noteState(this.live, news.state)
    if (news.type === 'usage') this.noteInHistory()
    if (news.type === 'new_task') return void this.goOnInNewTask(news)
    this.tell(news)
    if (news.type === 'row' && this.inputWaits.take(news.op)) this.tell({ type: 'input_waits' })
  }

  /** What came into the task may stand in the words that it hands on. */
  private async goOnInNewTask({ context, taint }: Extract<TaskNews, { type: 'new_task' }>): Promise<void> {
    const started = await this.initTask({ text: context, images: [], files: [] }, taint)
    if (started.ok) return
    const text = `The new task could not be started: ${started.error.message}`
    this.services.notice({ id: `not-started-${this.sessionId}`, level: 'error', code: 'not_started', text })
  }

  private noteState({ browser }: LiveTask, state: TaskState): void {
    this.noteInHistory()
    // A page that nobody works with any more takes a few hundred megabytes.
    if (isOver(state)) void browser.end()
  }

  private noteInHistory(): void {
    const item = this.historyItem()
    if (item) this.services.upsertHistory(item)
  }

  private async leaveTask(): Promise<void> {
    const live = this.live
    if (!live) return
    live.task.close()
    const settled = () => live.task.changes.settled().catch((error: unknown) => this.reportCrash(error))
    await Promise.race([Promise.all([live.run, settled()]), after(CANCEL_WAIT_MS)])
    live.task.hooks.endAsides()
    await endAll(live)
    // What its jobs wrote last is noted as well.
    await Promise.race([settled(), after(LAST_LOOK_MS)])
    live.task.abandon()
    await this.letGo(live)
  }

  private async letGo(live: LiveTask): Promise<void> {
    this.noteInHistory()
    this.live = undefined
    await endAll(live)
    void live.leaveMcp.then((leave) => leave())
    try {
      await live.opened.close()
    } catch (error) {
      this.reportCrash(error)
    }
    this.tell({ type: 'task_changed' })
  }

  private storageCallbacks() {
    return storageNotices(this.services, this.sessionId, {
      abandon: () => this.live?.task.abandon(),
      close: () => this.clearTask(),
      reportCrash: (error) => this.reportCrash(error),
    })
  }

  private sayDamage(task: Task, opened: OpenTask): void {
    const count = opened.damage.skippedRecords + task.skippedRecords
    if (count === 0) return
    const records = count === 1 ? 'One record' : `${count} records`
    this.services.notice({
      id: `damage-${opened.taskId}`,
      level: 'warning',
      code: 'records_skipped',
      text: `${records} of this task could not be read and were skipped. The file is kept as it is.`,
    })
  }

  /** One change of the session's task at a time. */
  private inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.queue.then(work, work)
    this.queue = next.catch(() => undefined)
    return next
  }
}
