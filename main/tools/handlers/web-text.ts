import { type Effects, noEffects } from '../../../shared/effects'
import { done, type ToolResponse } from '../tool-handler'
import type { WebPort } from '../web-port'
import { strangersText } from './strangers-text'

/** What the model is told while neither the Cline API nor anything that a person set up serves these tools. */
export const WEB_TOOLS_DISABLED = 'Cline web tools are currently disabled.'

export const unlessOffered = (isOffered: boolean): string | undefined => (isOffered ? undefined : WEB_TOOLS_DISABLED)

/** Nothing that the model did wrong: a page or a service did not answer. Strangers may have chosen words of it, and addresses. */
export const webFailed = (message: string, { isQuoting }: { readonly isQuoting: boolean }): ToolResponse => ({
  status: 'failed',
  content: message,
  note: message,
  mistake: false,
  ...(isQuoting ? { untrusted: 'web' } : {}),
})

const MAX_CHARACTERS = 100_000

/** Text from the web. */
export function webText(text: string, more: Partial<ToolResponse> = {}): ToolResponse {
  const shown =
    text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n(cut here: ${text.length - MAX_CHARACTERS} more characters)` : text
  return done(strangersText('web', shown), { ...more, untrusted: 'web' })
}

/** Where a call would go, whatever else it does not do. */
export const reaching = (web: WebPort, call: Parameters<WebPort['hostsOf']>[0]): Effects => ({
  ...noEffects,
  network: [...web.hostsOf(call)],
})
