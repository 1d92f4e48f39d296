import { isAbsolute, resolve } from 'node:path'
import type { Handlers } from '../../shared/ipc'
import type { HistoryIndex } from '../storage/history-index'
import type { StateManager } from '../storage/state-manager'
import type { TaskStore } from '../storage/task-store'
import { replay } from '../task/replay'
import { CallError } from './call-error'
import type { Controller } from './controller'
import { DEMO_PROMPT } from './demo-prompt'
import { checkFolder } from './project-folder'
import type { Sessions } from './sessions'

export interface SessionParts {
  readonly sessions: Sessions
  readonly settings: StateManager
  readonly store: TaskStore
  readonly history: HistoryIndex
  readonly layOutDemo: () => Promise<string>
  readonly pickFolder: () => Promise<string | null>
  readonly revealFile: (path: string) => Promise<void>
  readonly saveAttachment: (sessionId: string, name: string, bytes: Buffer) => Promise<string>
  /** Of a task that is deleted: what is kept of it outside of its own folder. */
  readonly forgetTask: (taskId: string) => Promise<void>
  /** Every window gets the whole state. */
  readonly postSnapshot: () => void
  readonly historyChanged: () => void
}

type SessionHandlers = Pick<
  Handlers,
  | 'state.request'
  | 'folder.pick'
  | 'folder.check'
  | 'session.new'
  | 'session.open'
  | 'session.close'
  | 'task.open'
  | 'task.delete'
  | 'demo.start'
  | 'draft.save'
  | 'attachment.save'
  | 'file.reveal'
>

const MAX_RECENT_FOLDERS = 12

/** Folders, sessions and the tasks of the history. */
export function sessionCalls(parts: SessionParts): SessionHandlers {
  const { sessions } = parts
  const opening = new Map<string, Promise<Controller>>()
  return {
    'state.request': () => {
      parts.postSnapshot()
      return null
    },
    'folder.pick': async () => ({ path: await parts.pickFolder() }),
    'folder.check': async ({ path }) => {
      const check = await checkFolder(path)
      return { usable: check.usable, path: check.path, message: check.usable ? '' : check.message }
    },
    'session.new': async ({ cwd }) => ({ sessionId: (await openFolder(parts, cwd)).sessionId }),
    'session.open': ({ sessionId }) => {
      if (!sessions.open(sessionId)) throw new CallError('not_found', 'This session is no longer open.')
      return null
    },
    'session.close': async ({ sessionId }) => {
      await sessions.close(sessionId)
      return null
    },
    'task.open': async ({ taskId }) => ({ sessionId: (await openOnce(parts, opening, taskId)).sessionId }),
    'task.delete': async ({ taskId }) => {
      const open = sessions.withTask(taskId)
      if (open) await sessions.close(open.sessionId)
      const removed = await parts.store.remove(taskId)
      if (!removed.ok) throw new CallError('refused', removed.error.message)
      parts.history.remove(taskId)
      parts.historyChanged()
      await parts.forgetTask(taskId)
      return null
    },
    'demo.start': async () => ({ sessionId: (await startDemo(parts)).sessionId }),
    'draft.save': ({ sessionId, draft }) => {
      const controller = sessions.get(sessionId)
      if (controller) sessions.saveDraft(controller, draft)
      return null
    },
    'attachment.save': async ({ sessionId, name, bytes }) => ({
      path: await parts.saveAttachment(sessionId, name, Buffer.from(bytes, 'base64')),
    }),
    'file.reveal': async ({ sessionId, path }) => {
      const controller = sessions.get(sessionId)
      if (!controller) throw new CallError('not_found', 'This session is no longer open.')
      await parts.revealFile(isAbsolute(path) ? path : resolve(controller.cwd, path))
      return null
    },
  }
}

/** A new session in this folder, which becomes the one that is looked at. */
export async function openFolder({ sessions, settings }: Pick<SessionParts, 'sessions' | 'settings'>, folder: string): Promise<Controller> {
  const check = await checkFolder(folder)
  if (!check.usable) throw new CallError('bad_input', check.message)
  const recent = settings.getSettings().recentFolders.filter((known) => known !== check.path)
  settings.update({ recentFolders: [check.path, ...recent].slice(0, MAX_RECENT_FOLDERS), welcomeViewCompleted: true })
  const unused = sessions.findUnused(check.path)
  const controller = unused ?? sessions.add({ cwd: check.path })
  sessions.open(controller.sessionId)
  return controller
}

/** Pressed twice, a task is still opened once. */
function openOnce(parts: SessionParts, opening: Map<string, Promise<Controller>>, taskId: string): Promise<Controller> {
  const running = opening.get(taskId) ?? openTask(parts, taskId).finally(() => opening.delete(taskId))
  opening.set(taskId, running)
  return running
}

async function openTask(parts: SessionParts, taskId: string): Promise<Controller> {
  const { sessions, store } = parts
  const open = sessions.withTask(taskId)
  if (open) {
    sessions.open(open.sessionId)
    return open
  }
  const read = await store.read(taskId)
  if (!read.ok) throw new CallError('not_found', read.error.message)
  const { cwd } = replay(read.value.records.map((entry) => entry.record))
  if (cwd === '')
    throw new CallError('refused', 'The record of the folder this task worked in is damaged, so it cannot go on. Its journal is kept.')
  const controller = sessions.add({ cwd })
  const opened = await controller.reinitExistingTaskFromId(taskId, false)
  if (!opened.ok) {
    await sessions.close(controller.sessionId)
    throw new CallError('refused', opened.error.message)
  }
  sessions.open(controller.sessionId)
  return controller
}

/** The demo works in a folder of its own, and whatever happens there is answered by the script. */
async function startDemo(parts: SessionParts): Promise<Controller> {
  const folder = await parts.layOutDemo()
  parts.settings.update({ welcomeViewCompleted: true })
  const controller = parts.sessions.add({ cwd: folder })
  parts.sessions.open(controller.sessionId)
  const started = await controller.initTask({ text: DEMO_PROMPT, images: [], files: [] })
  if (!started.ok) throw new CallError('failed', started.error.message)
  return controller
}
