import { classifyError } from './classify-error'
import { lostConnection, movedAddress, type RequestPlace, sentenceFor, wrongAddress } from './error-sentences'
import { parseJson } from '../../shared/parse-json'
import { ProviderError } from './provider-error'

/** What an SDK is given in place of `fetch`, made for one request. */
export interface Transport {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Whether the body held the `[DONE]` line that ends a stream of OpenAI's protocol. The SDK reads it and says nothing. */
  readonly sawDone: () => boolean
}

/** More than any model writes; a server that sends without end is cut here. */
const MAX_BODY_BYTES = 64_000_000

/**
 * `fetch` that does not follow redirects (the key would go along), knows a web page when it sees one, and fails with
 * sentences. `expects` is what a good answer is: a stream of events, or JSON. `body`, when given, makes what is sent
 * in place of what the SDK made, which would write the whole conversation anew for each request; `fetch` copies it at once.
 */
export function createTransport(place: RequestPlace, expects: 'events' | 'json', body?: () => Uint8Array<ArrayBuffer>): Transport {
  let tail = ''
  return {
    async fetch(input, init) {
      const response = await send(place, input, body ? { ...init, body: body() } : init)
      refuseRedirect(place, response)
      if (!response.ok) return response
      await refuseOtherContent(place, response, expects)
      return new Response(
        observed(response, place, (end) => {
          tail = (tail + end).slice(-64)
        }),
        response,
      )
    },
    sawDone: () => tail.includes('[DONE]'),
  }
}

async function send(place: RequestPlace, input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
  try {
    return await fetch(input, { ...init, redirect: 'manual' })
  } catch (error) {
    if (init?.signal?.aborted) throw error
    const known = classifyError(error, place)
    if (known !== error) throw known
    throw new ProviderError({ kind: 'network', message: lostConnection(place), detail: String(error) }, error)
  }
}

function refuseRedirect(place: RequestPlace, response: Response): void {
  if (response.status < 300 || response.status >= 400) return
  const to = response.headers.get('location') ?? ''
  const target = URL.canParse(to, response.url) ? new URL(to, response.url).origin : 'another address'
  throw new ProviderError({ kind: 'protocol', message: movedAddress(place, target), detail: to, status: response.status })
}

async function refuseOtherContent(place: RequestPlace, response: Response, expects: 'events' | 'json'): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('text/html')) {
    await response.body?.cancel()
    throw new ProviderError({ kind: 'protocol', message: wrongAddress(place, 'a web page'), detail: `${response.url}: ${type}` })
  }
  if (expects === 'events' && type.includes('application/json')) throw await jsonInsteadOfEvents(place, response)
}

/** Some gateways report a failure with status 200. What is no error there is no answer to a streaming request either. */
async function jsonInsteadOfEvents(place: RequestPlace, response: Response): Promise<unknown> {
  const body = parseJson(await response.text())
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const message = sentenceFor('protocol', place)
    return classifyError(Object.assign(new Error(message), { status: undefined, headers: response.headers, error: body }), place)
  }
  return new ProviderError({ kind: 'protocol', message: wrongAddress(place, 'something else than a stream'), detail: response.url })
}

/** The body as it comes, counted; `end` gets the last characters of each piece. */
function observed(response: Response, place: RequestPlace, end: (text: string) => void): ReadableStream<Uint8Array> | null {
  if (!response.body) return null
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  let bytes = 0
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          return
        }
        bytes += value.byteLength
        if (bytes > MAX_BODY_BYTES) {
          await reader.cancel()
          throw new ProviderError({ kind: 'protocol', message: `${sentenceFor('protocol', place)} It does not end.` })
        }
        end(Buffer.from(value.subarray(-32)).toString('latin1'))
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
