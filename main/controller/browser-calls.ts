import type { BrowserCheck } from '../../shared/browser'
import type { Handlers } from '../../shared/ipc'
import { CallError } from './call-error'
import type { Sessions } from './sessions'

export interface BrowserParts {
  readonly sessions: Sessions
  readonly checkBrowser: () => Promise<BrowserCheck>
}

/** What the window shows of the browser that tasks use. */
export function browserCalls({ sessions, checkBrowser }: BrowserParts): Pick<Handlers, 'browser.picture' | 'browser.check'> {
  return {
    'browser.picture': async ({ sessionId, name }) => {
      const controller = sessions.get(sessionId)
      if (!controller) throw new CallError('not_found', 'This session is no longer open.')
      return { image: (await controller.browser?.picture(name)) ?? null }
    },
    'browser.check': () => checkBrowser(),
  }
}
