import type { Handlers } from '../../shared/ipc'
import type { TaskChanges } from '../changes/task-changes'
import { CallError } from './call-error'
import type { Sessions } from './sessions'

type ChangeHandlers = Pick<Handlers, 'changes.list' | 'changes.diff' | 'changes.preview' | 'changes.toggle'>

/** What the task of a session changed on the disk, and the way back. */
export function changeCalls(sessions: Sessions): ChangeHandlers {
  const changesOf = (sessionId: string): TaskChanges => {
    const changes = sessions.get(sessionId)?.changes
    if (!changes) throw new CallError('not_found', 'There is no task in this session.')
    return changes
  }
  return {
    'changes.list': async ({ sessionId }) => [...(await changesOf(sessionId).list())],
    'changes.diff': async ({ sessionId, id }) => ({ diff: (await changesOf(sessionId).diffOf(id))?.diff ?? '' }),
    'changes.preview': async ({ sessionId, id }) => {
      const preview = await changesOf(sessionId).preview(id)
      if (!preview) throw new CallError('not_found', 'There is no such change any more.')
      return preview
    },
    'changes.toggle': async ({ sessionId, ids, overwrite }) => [...(await changesOf(sessionId).toggle(ids, { overwrite }))],
  }
}
