import type { Handlers } from '../../shared/ipc'
import type { ProjectTrust } from '../trust/project-trust'
import { CallError } from './call-error'
import type { Sessions } from './sessions'

export interface TrustParts {
  readonly sessions: Sessions
  readonly trust: ProjectTrust
}

/** What a person sees of that which a folder brings, and decides about it. */
export function trustCalls({ sessions, trust }: TrustParts): Pick<Handlers, 'trust.survey' | 'trust.decide'> {
  const folderOf = (sessionId: string): string => {
    const controller = sessions.get(sessionId)
    if (!controller) throw new CallError('not_found', 'This session is no longer open.')
    return controller.cwd
  }
  return {
    'trust.survey': ({ sessionId }) => trust.survey(folderOf(sessionId)),
    'trust.decide': ({ sessionId, decision, items }) => {
      trust.decide(folderOf(sessionId), decision, items)
      return null
    },
  }
}
