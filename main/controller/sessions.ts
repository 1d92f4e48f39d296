import type { Draft, SessionSummary, StateKey } from '../../shared/extension-state'
import type { Push } from '../../shared/ipc'
import { Controller, type ControllerNews } from './controller'
import type { ControllerServices, ScreenReplay } from './services'

/** A session as it is kept for the next start. */
export interface StoredSession {
  readonly sessionId: string
  readonly cwd: string
  readonly taskId?: string
  readonly draft: Draft
}

export interface SessionNews {
  /** Keys of the window's state that may have another value now. */
  keys(keys: readonly StateKey[]): void
  row(op: Extract<ControllerNews, { type: 'row' }>['op']): void
  terminal(news: Extract<ControllerNews, { type: 'terminal' }>): void
  /** A change in a log that somebody looks at. */
  subagent(push: Push<'subagent.row'>): void
  /** The window looks at another session or task. */
  switched(): void
  /** The list of sessions, or a draft, changed: to be kept. */
  changed(): void
  /** A session of which the person sees nothing waits for them. */
  waits(summary: SessionSummary): void
}

/** The sessions that are open, each with its Controller, and the one the window looks at. Each runs whether it is looked at or not. */
export class Sessions {
  private readonly controllers = new Map<string, Controller>()
  private readonly services: ControllerServices
  private readonly news: SessionNews
  private currentId: string | undefined

  constructor(services: ControllerServices, news: SessionNews) {
    this.services = services
    this.news = news
  }

  get(sessionId: string): Controller | undefined {
    return this.controllers.get(sessionId)
  }

  get current(): Controller | undefined {
    return this.currentId === undefined ? undefined : this.controllers.get(this.currentId)
  }

  withTask(taskId: string): Controller | undefined {
    return [...this.controllers.values()].find((controller) => controller.task?.taskId === taskId)
  }

  /** A session in this folder that was never used. */
  findUnused(cwd: string): Controller | undefined {
    return [...this.controllers.values()].find((controller) => controller.cwd === cwd && !controller.task)
  }

  newestIn(cwd: string): Controller | undefined {
    return [...this.controllers.values()].findLast((controller) => controller.cwd === cwd)
  }

  screen(terminalId: string): ScreenReplay | undefined {
    for (const controller of this.controllers.values()) {
      const screen = controller.terminal?.screen(terminalId)
      if (screen) return screen
    }
    return undefined
  }

  list(): SessionSummary[] {
    return [...this.controllers.values()].map((controller) => controller.summary())
  }

  stored(): { readonly currentId?: string; readonly sessions: StoredSession[] } {
    const sessions = [...this.controllers.values()].map((controller) => {
      const taskId = controller.task?.taskId
      return { sessionId: controller.sessionId, cwd: controller.cwd, draft: controller.draft, ...(taskId === undefined ? {} : { taskId }) }
    })
    return { sessions, ...(this.currentId === undefined ? {} : { currentId: this.currentId }) }
  }

  add(session: { readonly sessionId?: string; readonly cwd: string; readonly draft?: Draft }): Controller {
    const controller: Controller = new Controller(this.services, session, (news) => this.take(controller, news))
    this.controllers.set(controller.sessionId, controller)
    this.news.keys(['sessions'])
    this.news.changed()
    return controller
  }

  open(sessionId: string): boolean {
    if (!this.controllers.has(sessionId)) return false
    this.currentId = sessionId
    this.news.switched()
    this.news.changed()
    return true
  }

  async close(sessionId: string): Promise<void> {
    const controller = this.controllers.get(sessionId)
    if (!controller) return
    await controller.dispose()
    this.controllers.delete(sessionId)
    if (this.currentId === sessionId) this.currentId = [...this.controllers.keys()].at(-1)
    this.news.switched()
    this.news.changed()
  }

  saveDraft(controller: Controller, draft: Draft): void {
    controller.draft = draft
    this.news.changed()
  }

  /** Ends every session, whatever becomes of one of them; rejects with the first failure once all have ended. */
  async dispose(): Promise<void> {
    const ended = await Promise.allSettled([...this.controllers.values()].map((controller) => controller.dispose()))
    const failure = ended.find((end) => end.status === 'rejected')
    if (failure) throw failure.reason
  }

  private take(controller: Controller, news: ControllerNews): void {
    const looked = controller.sessionId === this.currentId
    switch (news.type) {
      case 'row':
        if (looked) this.news.row(news.op)
        return
      case 'terminal':
        if (looked) this.news.terminal(news)
        return
      case 'subagent':
        return this.news.subagent({ sessionId: controller.sessionId, ...news.key, seq: news.seq, op: news.op })
      case 'jobs':
        if (looked) this.news.keys(['jobs'])
        return
      case 'task_changed':
        this.news.changed()
        if (looked) this.news.switched()
        return this.news.keys(['sessions', 'taskHistory'])
      case 'ask':
      case 'input_waits':
        if (!looked && controller.summary().waitsFor !== undefined) this.news.waits(controller.summary())
        return this.news.keys(['sessions'])
      default:
        return this.news.keys(looked ? keysOf(news.type) : ['sessions'])
    }
  }
}

function keysOf(type: 'state' | 'usage' | 'queue' | 'mode' | 'changes'): readonly StateKey[] {
  switch (type) {
    case 'state':
      return ['taskState', 'sessions', 'currentTaskItem']
    case 'usage':
      return ['usage', 'currentTaskItem', 'sessions']
    case 'queue':
      return ['queuedMessages']
    case 'changes':
      return ['changesRevision']
    case 'mode':
      return ['sessionMode', 'currentModel']
  }
}
