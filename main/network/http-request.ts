import type { AxiosError, AxiosRequestConfig } from 'axios'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** For the whole exchange, in ms. */
  readonly timeoutMs: number
  /** Bytes of an answer, unpacked. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Which connection is made; the machine's own (with its proxy) unless given. */
  readonly connection?: Pick<AxiosRequestConfig, 'httpAgent' | 'httpsAgent' | 'proxy'>
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** No answer came, or not a whole one. `message` is one sentence for people without its full stop, in words of ours. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly kind: 'timeout' | 'too_large' | 'network'
  constructor(kind: HttpError['kind'], message: string, cause: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/**
 * One request, with whatever status it ends. Follows no redirect: what is in the headers is for one host only. Proxy and
 * certificates are those of the process. Rejects with an HttpError, or with the signal's reason once it is aborted.
 */
export async function sendHttp(request: HttpRequest): Promise<HttpAnswer> {
  const { signal, timeoutMs, maxBytes } = request
  // Loaded here: most runs never call out by it.
  const { default: axios } = await import('axios')
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await axios.request<Buffer>({
      method: request.method,
      url: request.url,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { data: Buffer.from(JSON.stringify(request.body)) }),
      responseType: 'arraybuffer',
      maxRedirects: 0,
      maxContentLength: maxBytes,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      validateStatus: () => true,
      ...request.connection,
    })
    return { status: response.status, headers: headersOf(response.headers), bytes: Buffer.from(response.data) }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (!axios.isAxiosError(error)) throw error
    throw explained(error, request, timeout.aborted)
  }
}

function explained(error: AxiosError, { url, timeoutMs, maxBytes }: HttpRequest, isLate: boolean): HttpError {
  const { host } = new URL(url)
  // The error itself holds the whole request, with the token in it, and must not get into a log.
  const cause = error.cause ?? new Error(error.message)
  if (isLate) return new HttpError('timeout', `${host} did not answer within ${timeoutMs / 1000} seconds`, cause)
  // Of an answer that began and broke off the error knows the beginning; of one that was cut here it does not.
  if (error.response) return new HttpError('network', `${host} gave no whole answer (${reasonOf(error)})`, cause)
  if (error.code === 'ERR_BAD_RESPONSE') return new HttpError('too_large', `${host} sent more than ${sizeOf(maxBytes)}`, cause)
  return new HttpError('network', `${host} could not be reached (${reasonOf(error)})`, cause)
}

const sizeOf = (bytes: number): string => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.floor(bytes / 1024 / 1024)} MB`)

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The system's name of what went wrong tells more than the sentence that is made of it. */
function reasonOf(error: Error): string {
  const code = codeOf(error) ?? codeOf(error.cause)
  return code ?? error.message
}

/** Without cookies: they alone come as a list. */
function headersOf(headers: object): Record<string, string> {
  const read: Record<string, string> = {}
  // Names come from the wire, values are texts, lists of them, or nothing.
  for (const [name, value] of Object.entries(headers) as [string, unknown][])
    if (typeof value === 'string') read[name.toLowerCase()] = value
  return read
}
