import type { Handlers } from '../../shared/ipc'
import type { Task } from '../task/task'
import { CallError } from './call-error'
import type { Controller } from './controller'
import { checkFolder } from './project-folder'
import type { Sessions } from './sessions'

type TaskHandlers = Pick<
  Handlers,
  | 'task.start'
  | 'task.cancel'
  | 'task.clear'
  | 'ask.answer'
  | 'retry.now'
  | 'retry.stop'
  | 'message.queue'
  | 'message.edit'
  | 'message.unqueue'
  | 'mode.set'
  | 'command.detach'
  | 'terminal.open'
>

/** What a person does to the task of a session. */
export function taskCalls(sessions: Sessions): TaskHandlers {
  const controllerOf = (sessionId: string): Controller => {
    const controller = sessions.get(sessionId)
    if (!controller) throw new CallError('not_found', 'This session is no longer open.')
    return controller
  }
  const taskOf = (sessionId: string): Task => {
    const { task } = controllerOf(sessionId)
    if (!task) throw new CallError('not_found', 'There is no task in this session.')
    return task
  }
  return {
    'task.start': async ({ sessionId, ...words }) => {
      if (words.text.trim() === '' && words.images.length + words.files.length === 0)
        throw new CallError('bad_input', 'Write what is to be done.')
      const controller = controllerOf(sessionId)
      const check = await checkFolder(controller.cwd)
      if (!check.usable) throw new CallError('bad_input', check.message)
      const started = await controller.initTask(words)
      if (!started.ok) throw new CallError('refused', started.error.message)
      return { taskId: started.value }
    },
    'task.cancel': async ({ sessionId }) => {
      await controllerOf(sessionId).cancelTask()
      return null
    },
    'task.clear': async ({ sessionId }) => {
      await controllerOf(sessionId).clearTask()
      return null
    },
    'ask.answer': ({ sessionId, ts, answer }) => ({ accepted: controllerOf(sessionId).handleAskResponse(ts, answer) }),
    'retry.now': ({ sessionId, subagent }) => {
      const task = taskOf(sessionId)
      if (subagent) task.subagents.retryNow(subagent)
      else task.retryWait.now()
      return null
    },
    'retry.stop': ({ sessionId }) => {
      taskOf(sessionId).retryWait.stop()
      return null
    },
    'message.queue': ({ sessionId, ...words }) => {
      const id = taskOf(sessionId).enqueue(words)
      if (id === undefined) throw new CallError('refused', 'This task has ended, so nothing reaches it any more: start a new one.')
      return { id }
    },
    'message.edit': ({ sessionId, id, text }) => ({ accepted: taskOf(sessionId).queue.edit(id, text) }),
    'message.unqueue': ({ sessionId, id }) => ({ accepted: taskOf(sessionId).queue.remove(id) }),
    'mode.set': ({ sessionId, mode, ...words }) => ({ consumed: controllerOf(sessionId).togglePlanActMode(mode, words) }),
    'command.detach': ({ sessionId, terminalId }) => ({ accepted: controllerOf(sessionId).detachCommand(terminalId) }),
    'terminal.open': ({ terminalId }) => {
      const screen = sessions.screen(terminalId)
      if (!screen) throw new CallError('not_found', 'The screen of this command is no longer kept.')
      return screen
    },
  }
}
