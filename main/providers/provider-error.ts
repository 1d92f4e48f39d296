import type { TaskError } from '../../shared/messages'

export type ProviderErrorKind = Extract<
  TaskError['kind'],
  'auth' | 'billing' | 'busy' | 'limit' | 'network' | 'not_found' | 'bad_request' | 'context_window' | 'empty' | 'protocol'
>

export interface ProviderErrorFacts {
  readonly kind: ProviderErrorKind
  /** One sentence for people: what happened, to what, what to do. */
  readonly message: string
  /** The provider's own words, for the detail view. */
  readonly detail?: string
  readonly status?: number
  readonly requestId?: string
  /** When the provider says how long to wait, in ms from now. */
  readonly retryAfterMs?: number
}

/** A request that failed, classed once, where the exact status and code are known. Never classed by its text later. */
export class ProviderError extends Error {
  readonly facts: ProviderErrorFacts
  constructor(facts: ProviderErrorFacts, cause?: unknown) {
    super(facts.message, { cause })
    this.name = 'ProviderError'
    this.facts = facts
  }
}
