import type { ProviderId } from '../../shared/models'
import type { ProviderErrorKind } from './provider-error'

/** Who was asked for what, for sentences. `secrets` never appear in a message. */
export interface RequestPlace {
  readonly providerId: ProviderId
  /** As people call the provider. */
  readonly label: string
  readonly baseUrl: string
  readonly modelId: string
  readonly hasKey: boolean
  readonly secrets: readonly string[]
}

/** One sentence for people: what happened, to what, and how to go on. */
export function sentenceFor(kind: ProviderErrorKind, place: RequestPlace): string {
  const who = nameOf(place)
  switch (kind) {
    case 'auth':
      return place.hasKey
        ? `${who} refused the key: check it in Settings, or enter another one.`
        : `${who} wants a key, and there is none: enter one in Settings.`
    case 'billing':
      return `The account at ${who} has no credit left or has reached its spending limit: raise it there, then retry.`
    case 'busy':
      return `${who} is busy or has a problem of its own at the moment.`
    case 'limit':
      return `The rate limit of this account at ${who} is reached for now.`
    case 'network':
      return `The connection to ${hostOf(place.baseUrl)} failed.`
    case 'not_found':
      return notFoundModel(place)
    case 'bad_request':
      return `${who} refused the request for ${place.modelId}: the details say why.`
    case 'context_window':
      return `The conversation has grown too long for ${place.modelId}: start a new task, or choose a model that takes more.`
    case 'empty':
      return `${who} gave an empty answer.`
    case 'protocol':
      return `${who} answered in a way that cannot be read.`
  }
}

export function notFoundModel(place: RequestPlace): string {
  const mend =
    place.providerId === 'ollama' ? `run "ollama pull ${place.modelId}", or choose another model` : 'choose another one in Settings'
  return `${nameOf(place)} has no model "${place.modelId}": ${mend}.`
}

export const wrongAddress = (place: RequestPlace, what: string): string =>
  `${place.baseUrl} answered with ${what}: check the base address (${expectedPath(place)}).`

export const movedAddress = (place: RequestPlace, to: string): string =>
  `${place.baseUrl} sends requests on to ${to}, and keys are not sent to other places: enter the right base address.`

export const unreachable = (place: RequestPlace): string => {
  const mend =
    place.providerId === 'ollama' || place.providerId === 'lmstudio'
      ? `start ${place.label}, or check the address in Settings`
      : 'check the address in Settings'
  return `Nothing answers at ${hostOf(place.baseUrl)}: ${mend}.`
}

export const unknownHost = (place: RequestPlace): string =>
  `The address of ${hostOf(place.baseUrl)} could not be found: check the internet connection and the base address.`

export const lostConnection = (place: RequestPlace): string => `The connection to ${hostOf(place.baseUrl)} broke off.`

export const cutShort = (place: RequestPlace): string => `The answer of ${nameOf(place)} broke off before its end.`

export const badCertificate = (place: RequestPlace, code: string): string =>
  `The certificate of ${hostOf(place.baseUrl)} is not trusted (${code}): behind a company proxy, name its certificate in NODE_EXTRA_CA_CERTS.`

export const silence = (place: RequestPlace, what: string, ms: number): string => `${hostOf(place.baseUrl)} ${what} for ${duration(ms)}.`

function duration(ms: number): string {
  const [amount, unit] = ms < 120_000 ? [Math.round(ms / 1000), 'second'] : [Math.round(ms / 60_000), 'minute']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export const noAddress = (place: RequestPlace): string =>
  `"${place.baseUrl}" is no address of ${place.label}: enter one such as https://example.com/v1 in Settings.`

export const unusableHeaders = (name: string): string =>
  `The additional header ${JSON.stringify(name)} holds characters that no header may have: correct it in Settings.`

export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}

/** An endpoint of the person's own is named by its address: "OpenAI-compatible" would tell nobody anything. */
export const nameOf = (place: RequestPlace): string => {
  if (place.providerId !== 'openai') return place.label
  const host = hostOf(place.baseUrl)
  return host === 'api.openai.com' ? 'OpenAI' : host
}

const expectedPath = (place: RequestPlace): string =>
  place.providerId === 'anthropic' || place.providerId === 'cline' ? 'for this provider it ends without /v1' : 'it usually ends with /v1'
