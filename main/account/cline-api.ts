import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'
import { BadAddressError, type ClineEnv } from './cline-env'
import { buildClineExtraHeaders, type ClineClient } from './cline-headers'
import { HttpError, type HttpAnswer, sendHttp } from '../network/http-request'
import { plainLine } from '../network/plain-line'

export interface ClineCall {
  readonly method?: 'GET' | 'POST'
  /** From the API's base address on: `/api/v1/users/me`. */
  readonly path: string
  readonly body?: unknown
  /** As it stands behind `Bearer`; left out for calls that need none. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** The Cline API refused a call, or could not be reached. `message` is one sentence without its full stop. */
export class ClineApiError extends Error {
  override readonly name = 'ClineApiError'
  /** Absent when there was no answer. */
  readonly status: number | undefined
  constructor(message: string, status: number | undefined, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** The Cline API at one address. Every call but the streaming of answers goes through here. */
export interface ClineApi {
  /** Throws a ClineApiError where no usable address is given. */
  env(): ClineEnv
  /** The body of an answer, as JSON. Rejects with a ClineApiError, or with the signal's reason. */
  call(call: ClineCall): Promise<unknown>
  /** Where an answer sends one: its `Location`, else its `redirect_url`. */
  redirectOf(call: ClineCall): Promise<string>
}

const MAX_ANSWER_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 30_000

/**
 * `readEnv` is asked for each call: the command line may name an address after this was made. It may throw a BadAddressError. `mask`
 * takes known keys out of what the API says, which may repeat what it was sent.
 */
export function createClineApi(readEnv: () => ClineEnv, client: ClineClient, mask: (text: string) => string = (text) => text): ClineApi {
  const env = (): ClineEnv => {
    try {
      return readEnv()
    } catch (error) {
      if (error instanceof BadAddressError) throw new ClineApiError(error.message.replace(/\.$/, ''), undefined, error)
      throw error
    }
  }
  const send = async (call: ClineCall): Promise<HttpAnswer> => {
    const { apiBaseUrl } = env()
    try {
      return await sendHttp({
        method: call.method ?? 'GET',
        url: `${apiBaseUrl}${call.path}`,
        headers: {
          ...buildClineExtraHeaders(client),
          'Content-Type': 'application/json',
          ...(call.token === undefined ? {} : { Authorization: `Bearer ${call.token}` }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { body: call.body }),
        timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        ...(call.signal ? { signal: call.signal } : {}),
      })
    } catch (error) {
      if (error instanceof HttpError) throw new ClineApiError(error.message, undefined, error)
      throw error
    }
  }
  return {
    env,
    async call(call) {
      const answer = await send(call)
      if (answer.status < 200 || answer.status > 299) throw refusal(answer, mask)
      const body = parse(answer)
      if (body === undefined) throw new ClineApiError(`The Cline API gave an answer that is no JSON (HTTP ${answer.status})`, answer.status)
      return body
    },
    async redirectOf(call) {
      const answer = await send(call)
      if (answer.status >= 400) throw refusal(answer, mask)
      const told = Redirect.safeParse(parse(answer)).data
      const location = answer.headers['location'] ?? told?.redirect_url ?? told?.data?.redirect_url
      if (location === undefined) throw new ClineApiError('The Cline API did not say where to sign in', answer.status)
      return location
    },
  }
}

const Redirect = z.object({
  redirect_url: z.string().optional(),
  data: z.object({ redirect_url: z.string() }).optional().catch(undefined),
})

/** An error says itself in one of these ways. */
const Refusal = z.object({
  error: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
  message: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
})

const MAX_WORDS = 300

function refusal(answer: HttpAnswer, mask: (text: string) => string): ClineApiError {
  const { error, message, error_description: description } = Refusal.safeParse(parse(answer)).data ?? {}
  const words = plainLine(mask(description ?? error ?? message ?? ''))
  const told = words ? `: ${words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words}` : ''
  return new ClineApiError(`The Cline API refused with status ${answer.status}${told}`, answer.status)
}

const parse = ({ bytes }: HttpAnswer): unknown => parseJson(bytes.toString('utf8'))
