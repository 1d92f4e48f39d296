import type { OpenTask } from '../storage/task-store'
import type { Task } from '../task/task'
import type { TaskBrowser, TaskTerminal } from './services'

/** The task of a session, with what works for it. */
export interface LiveTask {
  readonly task: Task
  readonly opened: Pick<OpenTask, 'damage' | 'close'>
  readonly terminal: TaskTerminal
  readonly browser: TaskBrowser
  /** MCP servers are not told of its folder any more. */
  readonly leaveMcp: Promise<() => void>
  /** Settles when the task does not go on any more. */
  readonly run: Promise<void>
}

export type MadeTask = Pick<LiveTask, 'task' | 'terminal' | 'browser'>

/** Ends every process that a task started. */
export async function endAll({ terminal, browser }: Pick<LiveTask, 'terminal' | 'browser'>): Promise<void> {
  await Promise.all([terminal.endAll(), browser.end()])
}
