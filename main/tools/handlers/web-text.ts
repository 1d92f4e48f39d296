import { type Effects, noEffects } from '../../../shared/effects'
import { done, type ToolResponse } from '../tool-handler'
import type { WebPort } from '../web-port'
import { strangersText } from './strangers-text'

/** What the model is told while neither the Cline API nor anything that a person set up serves these tools. */
export const WEB_TOOLS_DISABLED = 'Cline web tools are currently disabled.'

export const unlessOffered = (isOffered: boolean): string | undefined => (isOffered ? undefined : WEB_TOOLS_DISABLED)

/** Nothing that the model did wrong: a page or a service did not answer. Strangers may have chosen words of it, and addresses. */
export function webFailed(what: string, { message, isQuoting }: { readonly message: string; readonly isQuoting: boolean }): ToolResponse {
  const failed = { status: 'failed', note: `${what}: ${message}`, mistake: false } as const
  if (isQuoting) return { ...failed, content: `${what}: ${strangersText('web', message)}`, untrusted: 'web' }
  return { ...failed, content: `${what}: ${message}` }
}

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
