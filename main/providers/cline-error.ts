import type { RequestPlace } from './error-sentences'
import type { ProviderErrorKind } from './provider-error'

/** The classes of the source's ClineError that another provider has not, by their names there. */
export type ClineErrorType =
  | 'balance'
  | 'spendLimit'
  | 'orgClinePassRestriction'
  | 'entitlement'
  | 'clinePassLimit'
  | 'quotaExceeded'
  | 'auth'
  | 'rateLimit'

interface ClineErrorBody {
  readonly status: number | undefined
  /** Machine-readable names, of any depth. */
  readonly codes: readonly string[]
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** The first class that fits: codes before words, and of the statuses only what says one thing. Undefined for what any provider may answer. */
export function clineErrorType(body: ClineErrorBody): ClineErrorType | undefined {
  const { status, codes, message } = body
  const coded = typeByCode(body)
  if (coded) return coded
  // The API has no code for it.
  if (/clinepass/i.test(message) && /week|5[ -]?hour/i.test(message)) return 'clinePassLimit'
  if (codes.includes('AuthInvalidTokenError') || status === 401 || status === 403) return 'auth'
  return status === 429 ? 'rateLimit' : undefined
}

function typeByCode({ codes, message, details = {} }: ClineErrorBody): ClineErrorType | undefined {
  if (codes.includes('insufficient_credits') && typeof details['current_balance'] === 'number') return 'balance'
  if (codes.includes('SPEND_LIMIT_EXCEEDED')) return 'spendLimit'
  if (codes.includes('ENTITLEMENT_ERROR')) return isAboutOrganisation(message) ? 'orgClinePassRestriction' : 'entitlement'
  return codes.includes('INFERENCE_CAP_ERROR') ? 'quotaExceeded' : undefined
}

const isAboutOrganisation = (message: string): boolean => /organi[sz]ation/i.test(message) && /clinepass/i.test(message)

/** What passes by itself is tried again; what wants a person is not. */
export const kindOfClineError: Readonly<Record<ClineErrorType, ProviderErrorKind>> = {
  balance: 'billing',
  spendLimit: 'billing',
  orgClinePassRestriction: 'billing',
  entitlement: 'billing',
  clinePassLimit: 'billing',
  quotaExceeded: 'billing',
  auth: 'auth',
  rateLimit: 'limit',
}

/** One sentence for people: what happened, and how to go on. */
export function clineErrorSentence(type: ClineErrorType, place: RequestPlace): string {
  switch (type) {
    case 'balance':
      return 'Your Cline account has no credit left: add credits on the account’s page, then retry.'
    case 'spendLimit':
      return 'Your Cline account has reached its spending limit: raise it, or ask who manages it, then retry.'
    case 'orgClinePassRestriction':
      return 'Your organisation does not allow ClinePass: switch to your personal account, then retry.'
    case 'entitlement':
      return `Your Cline account may not use ${place.modelId}: choose another model, or another plan.`
    case 'clinePassLimit':
      return 'The limit of your ClinePass is reached for now: wait until it is filled again, or pay by use.'
    case 'quotaExceeded':
      return 'The quota of your Cline account is used up: wait until it is filled again, or raise it.'
    case 'auth':
      return place.hasKey
        ? 'The Cline API refused the sign-in: sign in again in Settings, or check CLINE_API_KEY.'
        : 'You are not signed in to Cline: sign in under Settings, or set CLINE_API_KEY.'
    case 'rateLimit':
      return 'The rate limit of your Cline account is reached for now.'
  }
}
