import type { Handlers } from '../../shared/ipc'
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
      // Watched first: what changes while it is read comes after it.
      watched.add(key)
      const rows = await task?.subagents.log(key)
      if (rows) return { rows: [...rows] }
      watched.remove(key)
      throw new CallError('not_found', 'There is no log of this subagent any more.')
    },
    'subagent.close': ({ sessionId, ...key }) => {
      sessions.get(sessionId)?.watched.remove(key)
      return null
    },
  }
}
