import type { ModelInfo } from '../../shared/models'
import type { RequestPlace } from './error-sentences'
import { sentenceFor } from './error-sentences'
import { ProviderError } from './provider-error'
import type { RequestLimits } from './request-watch'

/** A choice of provider and model with every default filled in: what a handler is made from. */
export interface HandlerChoice {
  readonly place: RequestPlace
  readonly model: { readonly id: string; readonly info: ModelInfo }
  readonly apiKey: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly limits: RequestLimits
}

/** OpenAI's models that think: they take a developer's message, and count thinking into the length of the answer. */
export const isOpenAiReasoner = ({ place, model }: Pick<HandlerChoice, 'place' | 'model'>): boolean =>
  place.providerId === 'openai' && /^(?:o\d|gpt-(?:[5-9]|\d\d))/.test(model.id) && !model.id.includes('-chat')

/** A key that no header can carry never leaves: `fetch` would fail with words that nobody understands. */
export function refuseUnusableKey(choice: HandlerChoice): void {
  if (choice.apiKey === undefined || /^[\x21-\x7e]+$/.test(choice.apiKey)) return
  const message = 'The key holds characters that no key has (a space or a line break, perhaps): enter it again in Settings.'
  throw new ProviderError({ kind: 'auth', message })
}

export function refuseMissingKey(choice: HandlerChoice): void {
  if (choice.apiKey === undefined) throw new ProviderError({ kind: 'auth', message: sentenceFor('auth', choice.place) })
}
