import { clineErrorSentence, clineErrorType, kindOfClineError } from './cline-error'
import {
  badCertificate,
  lostConnection,
  notFoundModel,
  type RequestPlace,
  sentenceFor,
  unknownHost,
  unreachable,
  wrongAddress,
} from './error-sentences'
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from './provider-error'
import { type HeaderReader, retryAfterMs } from './retry-after'

/**
 * Turns whatever a provider's SDK threw into a ProviderError, by exact status and code. What is no failure of a request
 * at all (a mistake of ours) comes back unchanged, so that it shows as the bug it is.
 */
export function classifyError(error: unknown, place: RequestPlace, now = Date.now()): unknown {
  const known = chainOf(error).find((each) => each instanceof ProviderError)
  if (known) return known
  if (isApiError(error)) return new ProviderError(factsOf(error, place, now), error)
  const network = networkMessage(error, place)
  if (network !== undefined)
    return new ProviderError({ kind: 'network', message: network, detail: detailOf(chainText(error), place) }, error)
  // The SDKs parse each event themselves and let this one through.
  if (error instanceof SyntaxError) {
    const message = `${sentenceFor('protocol', place)} Part of its answer is not JSON.`
    return new ProviderError({ kind: 'protocol', message, detail: detailOf(error.message, place) }, error)
  }
  return error
}

/** What both SDKs put on an error of the API. `error` is the body, or the `error` object in it. */
interface ApiErrorLike extends Error {
  readonly status: number | undefined
  readonly headers: HeaderReader | undefined
  readonly error: unknown
  readonly requestID?: string | null
}

const isSdkError = (error: unknown): error is ApiErrorLike =>
  error instanceof Error && 'status' in error && 'headers' in error && 'error' in error

/** An SDK error with neither status nor body is one of the connection. */
const isApiError = (error: unknown): error is ApiErrorLike => isSdkError(error) && (error.status !== undefined || error.error !== undefined)

/** What a body tells besides its words. `codes` are its machine-readable names, of any depth. */
interface Body {
  readonly codes: readonly string[]
  readonly status: number | undefined
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

function factsOf(error: ApiErrorLike, place: RequestPlace, now: number): ProviderErrorFacts {
  const body = readBody(error.error)
  const status = error.status ?? body.status
  const judged = judge(error, body, place)
  const wait = judged.kind === 'limit' || judged.kind === 'busy' ? waitOf(error, now) : undefined
  return {
    ...judged,
    ...(status !== undefined && { status }),
    ...(error.requestID ? { requestId: error.requestID } : {}),
    ...(wait !== undefined && { retryAfterMs: wait }),
  }
}

function judge(error: ApiErrorLike, body: Body, place: RequestPlace): Pick<ProviderErrorFacts, 'kind' | 'message' | 'detail'> {
  const status = error.status ?? body.status
  const isPage = error.headers?.get('content-type')?.includes('text/html') ?? false
  if (!isPage) return { ...classify(status, body, place), detail: detailOf(body.message || error.message, place) }
  const detail = `HTTP ${status}, an HTML page`
  return isWrongAddress(status)
    ? { kind: 'protocol', message: wrongAddress(place, 'a web page'), detail }
    : { ...classify(status, { codes: [], status, message: '' }, place), detail }
}

/** A page for these comes from something that is no model server; other pages come from what stands before one. */
const isWrongAddress = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)

function classify(status: number | undefined, body: Body, place: RequestPlace): { kind: ProviderErrorKind; message: string } {
  const clineType = place.providerId === 'cline' ? clineErrorType({ ...body, status }) : undefined
  if (clineType) return { kind: kindOfClineError[clineType], message: clineErrorSentence(clineType, place) }
  const kind = kindByCode(body.codes) ?? kindByWords(status, body) ?? kindByStatus(status, body.codes)
  if (kind !== 'not_found') return { kind, message: sentenceFor(kind, place) }
  // A server that knows the path explains itself; one that does not has nothing to say.
  return { kind, message: body.codes.length > 0 || body.message ? notFoundModel(place) : wrongAddress(place, 'HTTP 404') }
}

/** Codes that say more than their status. General ones (`api_error`, …) come with any status and are left to it. */
const kindOfCode: Readonly<Record<string, ProviderErrorKind>> = {
  authentication_error: 'auth',
  permission_error: 'auth',
  invalid_api_key: 'auth',
  billing_error: 'billing',
  insufficient_quota: 'billing',
  insufficient_credits: 'billing',
  billing_hard_limit_reached: 'billing',
  organization_on_hold: 'billing',
  rate_limit_error: 'limit',
  rate_limit_exceeded: 'limit',
  overloaded_error: 'busy',
  slow_down: 'busy',
  engine_overloaded: 'busy',
  model_not_found: 'not_found',
  not_found_error: 'not_found',
  context_length_exceeded: 'context_window',
  exceed_context_size_error: 'context_window',
  request_too_large: 'context_window',
}

function kindByCode(codes: readonly string[]): ProviderErrorKind | undefined {
  if (codes.some((code) => code.endsWith('spend_limit_reached'))) return 'billing'
  return codes.map((code) => (Object.hasOwn(kindOfCode, code) ? kindOfCode[code] : undefined)).find((kind) => kind !== undefined)
}

/**
 * The only place that reads words. Some providers answer 400 with no other code than "invalid request" when the prompt is too
 * long (Anthropic, and most servers that imitate OpenAI) or the credit is used up (Anthropic).
 */
function kindByWords(status: number | undefined, { message }: Body): ProviderErrorKind | undefined {
  if (status !== 400) return undefined
  if (/prompt is too long|context (?:length|window|size)|maximum context|too many tokens/i.test(message)) return 'context_window'
  return /credit balance is too low/i.test(message) ? 'billing' : undefined
}

function kindByStatus(status: number | undefined, codes: readonly string[]): ProviderErrorKind {
  // In the middle of a stream there is no status, and nearly always the provider itself has failed.
  if (status === undefined) return codes.includes('invalid_request_error') ? 'bad_request' : 'busy'
  if (status >= 500) return 'busy'
  return kindOfStatus[status] ?? 'bad_request'
}

const kindOfStatus: Readonly<Record<number, ProviderErrorKind>> = {
  401: 'auth',
  402: 'billing',
  403: 'auth',
  404: 'not_found',
  408: 'busy',
  409: 'busy',
  413: 'context_window',
  425: 'busy',
  429: 'limit',
}

function readBody(body: unknown): Body {
  if (typeof body === 'string') return { codes: [], status: undefined, message: body }
  if (!isRecord(body)) return { codes: [], status: undefined, message: '' }
  const inner = isRecord(body['error']) ? body['error'] : body
  const details = isRecord(inner['details']) ? inner['details'] : {}
  const codes = [details['error_code'], details['code'], inner['code'], inner['type']].filter((code) => typeof code === 'string')
  const message = typeof inner['message'] === 'string' ? inner['message'] : typeof body['error'] === 'string' ? body['error'] : ''
  // OpenRouter sends the HTTP status of the provider behind it as a number in `code`.
  return { codes, status: typeof inner['code'] === 'number' ? inner['code'] : undefined, message: message + upstreamWords(inner), details }
}

function upstreamWords(inner: Record<string, unknown>): string {
  const raw = isRecord(inner['metadata']) ? inner['metadata']['raw'] : undefined
  return typeof raw === 'string' ? `\n${raw}` : ''
}

function waitOf(error: ApiErrorLike, now: number): number | undefined {
  const fromHeaders = error.headers && retryAfterMs(error.headers, now)
  if (fromHeaders !== undefined) return fromHeaders
  // OpenRouter repeats the headers of a limit inside the body.
  const inner = isRecord(error.error) && isRecord(error.error['error']) ? error.error['error'] : error.error
  const metadata = isRecord(inner) && isRecord(inner['metadata']) ? inner['metadata'] : {}
  const headers = isRecord(metadata['headers']) ? metadata['headers'] : {}
  return retryAfterMs(new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])), now)
}

/** The error and what caused it, outermost first. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  let current = error
  while (current instanceof Error && chain.length < 8) {
    chain.push(current)
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return chain
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const certificateCode = /CERT|SIGNATURE|ISSUER|ALTNAME/

function networkMessage(error: unknown, place: RequestPlace): string | undefined {
  const chain = chainOf(error)
  const codes = chain.flatMap((each) => codeOf(each) ?? [])
  const certificate = codes.find((code) => certificateCode.test(code))
  if (certificate !== undefined) return badCertificate(place, certificate)
  if (codes.includes('ECONNREFUSED')) return unreachable(place)
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN')) return unknownHost(place)
  const isConnection = codes.some((code) =>
    /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|PROTO)|^UND_ERR_|^HPE_|^ERR_(?:SSL|TLS|STREAM)/.test(code),
  )
  return isConnection || chain.some(isSdkError) ? lostConnection(place) : undefined
}

const chainText = (error: unknown): string =>
  chainOf(error)
    .map((each) => (each instanceof Error ? [codeOf(each), each.message].filter(Boolean).join(' ') : ''))
    .filter(Boolean)
    .join('\n')

const MAX_DETAIL_CHARS = 4000

/** The provider's own words, fit to be shown: without the key, without control characters, not endless. */
function detailOf(text: string, place: RequestPlace): string {
  const masked = place.secrets.reduce((words, secret) => (secret.length >= 4 ? words.replaceAll(secret, '…') : words), text)
  const plain = masked.replaceAll(/[^\P{Cc}\t\n]/gu, '')
  return plain.length > MAX_DETAIL_CHARS ? `${plain.slice(0, MAX_DETAIL_CHARS)}…` : plain
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
