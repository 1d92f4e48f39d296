import type { ModelInfo } from '../../shared/models'
import { noAddress, type RequestPlace, sentenceFor, unusableHeaders } from './error-sentences'
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

/** What could never be sent is said in words before it is tried: `fetch` would fail with ones that nobody understands. */
export function refuseUnusableChoice({ place, apiKey, headers }: HandlerChoice, needsKey: boolean): void {
  if (!/^https?:$/.test(URL.canParse(place.baseUrl) ? new URL(place.baseUrl).protocol : '')) {
    throw new ProviderError({ kind: 'protocol', message: noAddress(place) })
  }
  if (needsKey && apiKey === undefined) throw new ProviderError({ kind: 'auth', message: sentenceFor('auth', place) })
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    const message = 'The key holds characters that no key has (a space or a line break, perhaps): enter it again in Settings.'
    throw new ProviderError({ kind: 'auth', message })
  }
  const odd = Object.entries(headers).find(([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e\t]*$/.test(value))
  if (odd) throw new ProviderError({ kind: 'bad_request', message: unusableHeaders(odd[0]) })
}
