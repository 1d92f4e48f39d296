import type { Handlers } from '../../shared/ipc'
import type { SubagentLog } from '../task/task-environment'
import { CallError } from './call-error'
import type { Controller } from './controller'
import type { Sessions } from './sessions'

/** What a person sees of the subagents of a session, and does to them. */
export function subagentCalls(sessions: Sessions): Pick<Handlers, 'subagent.stop' | 'subagent.open' | 'subagent.close'> {
  const controllerOf = (sessionId: string): Controller => {
    const controller = sessions.get(sessionId)
    if (!controller) throw new CallError('not_found', 'This session is no longer open.')
    return controller
  }
  return {
    'subagent.stop': ({ sessionId, ...key }) => ({ accepted: controllerOf(sessionId).task?.subagents.stop(key) ?? false }),
    'subagent.open': async ({ sessionId, ...key }) => {
      const { task, watched } = controllerOf(sessionId)
      // Watched first: what changes while it is read is told beside it.
      watched.add(key)
      let log: SubagentLog | undefined
      try {
        log = await task?.subagents.log(key)
      } finally {
        if (!log) watched.remove(key)
      }
      if (!log) throw new CallError('not_found', 'There is no log of this subagent any more.')
      return { rows: [...log.rows], seq: log.seq }
    },
    'subagent.close': ({ sessionId, ...key }) => {
      sessions.get(sessionId)?.watched.remove(key)
      return null
    },
  }
}
