import type { EnvironmentReport } from '../../shared/environment-report'
import type { Handlers } from '../../shared/ipc'
import { CallError } from './call-error'
import type { TaskTerminal } from './services'
import type { Sessions } from './sessions'

export interface JobParts {
  readonly sessions: Sessions
  readonly environmentReport: () => Promise<EnvironmentReport>
}

/** What a person does to the commands of a session, and what those start from. */
export function jobCalls({ sessions, environmentReport }: JobParts): Pick<Handlers, 'job.stop' | 'terminal.input' | 'environment.read'> {
  const terminalOf = (sessionId: string): TaskTerminal | undefined => {
    const controller = sessions.get(sessionId)
    if (!controller) throw new CallError('not_found', 'This session is no longer open.')
    return controller.terminal
  }
  return {
    'job.stop': async ({ sessionId, terminalId }) => ({
      accepted: (await terminalOf(sessionId)?.stop(terminalId)) ?? false,
    }),
    'terminal.input': async ({ sessionId, terminalId, data }) => ({
      accepted: (await terminalOf(sessionId)?.input(terminalId, data)) ?? false,
    }),
    'environment.read': () => environmentReport(),
  }
}
