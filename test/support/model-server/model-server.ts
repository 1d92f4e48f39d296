import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicStream } from './anthropic-stream'
import { openAiStream } from './openai-stream'
import { responsesStream } from './responses-stream'
import { type Fault, gate, type ScriptedAnswer, type StreamPart } from './scripted-answer'

/**
 * A model's API on the loopback that answers from a script, in whichever protocol it is asked (Anthropic's messages,
 * OpenAI's chat completions and responses). @copilotkit/aimock is used as a second opinion on the wire formats, but scripts need what it
 * has not: gates that the test opens, bodies cut at an exact byte, connections that hang, raw and broken bodies.
 */
export interface ModelServer {
  /** Base URL for Anthropic. */
  readonly url: string
  /** Base URL for OpenAI's protocol: ends with /v1. */
  readonly openAiUrl: string
  /** Requests for an answer, in order; those for the list of models are not among them. */
  readonly requests: readonly RecordedRequest[]
  /** Resolves once that many requests (1, 2, …) have arrived, with the last of them. */
  waitForRequest(count: number): Promise<RecordedRequest>
  /** Lets the oldest answer that waits (`waits`, `{ gate: true }`) go on; if none waits, the next one will not. */
  release(): void
  /** Appends to the script. */
  add(...answers: readonly ScriptedAnswer[]): void
  close(): Promise<void>
}

export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON. */
  readonly body: Record<string, unknown>
  /** Resolves when the connection of this request is gone. */
  readonly closed: Promise<void>
}

export interface ModelServerOptions {
  /** What the list of models says: objects as the protocol has them. */
  readonly models?: readonly Record<string, unknown>[]
  /** Answers every request for models with this instead. */
  readonly modelsAnswer?: ScriptedAnswer
  readonly port?: number
}

/** `script` is a list of answers, one a request, or a function that is asked each time. A list that is used up answers 400. */
export async function startModelServer(
  script: readonly ScriptedAnswer[] | ((request: RecordedRequest, index: number) => ScriptedAnswer),
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const answers = typeof script === 'function' ? [] : [...script]
  const requests: RecordedRequest[] = []
  const gates = createGates()
  const arrivals = createArrivals(requests)
  let ids = 0
  const newId = () => `id${(ids += 1)}`

  const answerTo = (request: RecordedRequest, index: number): ScriptedAnswer => {
    if (typeof script === 'function') return script(request, index)
    const message = `The script has no answer number ${index + 1}.`
    return answers[index] ?? { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } }
  }
  const server = createServer((incoming, response) => {
    void handle(incoming, response)
  })
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    if (incoming.method === 'GET') {
      await send(response, options.modelsAnswer ?? { body: { object: 'list', data: options.models ?? [], has_more: false } }, [], gates)
      return
    }
    const request: RecordedRequest = {
      path,
      headers: incoming.headers,
      body: JSON.parse(await text(incoming)),
      closed: once(response, 'close').then(() => undefined),
    }
    requests.push(request)
    arrivals.announce()
    const answer = answerTo(request, requests.length - 1)
    await send(response, answer, answer.body === undefined ? encoderFor(path)(answer, String(request.body['model']), newId) : [], gates)
  }
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    openAiUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    waitForRequest: arrivals.waitFor,
    release: gates.release,
    add: (...more) => void answers.push(...more),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function encoderFor(path: string) {
  if (path.endsWith('/messages')) return anthropicStream
  return path.endsWith('/responses') ? responsesStream : openAiStream
}

async function send(response: ServerResponse, answer: ScriptedAnswer, stream: readonly StreamPart[], gates: Gates): Promise<void> {
  if (answer.waits) await gates.wait()
  response.writeHead(answer.status ?? 200, {
    'content-type': contentType(answer),
    'request-id': 'req_scripted',
    'x-request-id': 'req_scripted',
    ...answer.headers,
  })
  response.flushHeaders()
  let sent = 0
  for (const part of answer.body === undefined ? stream : [rawBody(answer.body)]) {
    if (part === gate) {
      await gates.wait()
      continue
    }
    const bytes = Buffer.from(part)
    if (answer.fault && sent + bytes.length > answer.fault.at) {
      await write(response, bytes.subarray(0, answer.fault.at - sent))
      break
    }
    await writeSplit(response, bytes, (answer.splitAt ?? 0) - sent)
    sent += bytes.length
  }
  if (answer.fault) fail(response, answer.fault.kind)
  else response.end()
}

const rawBody = (body: NonNullable<ScriptedAnswer['body']>): string => (typeof body === 'string' ? body : JSON.stringify(body))

function contentType({ body }: ScriptedAnswer): string {
  if (body === undefined) return 'text/event-stream'
  return typeof body === 'string' ? 'text/plain' : 'application/json'
}

async function writeSplit(response: ServerResponse, bytes: Buffer, at: number): Promise<void> {
  if (at <= 0 || at >= bytes.length) return write(response, bytes)
  await write(response, bytes.subarray(0, at))
  // A turn of the loop, so that the two parts leave as packets of their own.
  await new Promise(setImmediate)
  await write(response, bytes.subarray(at))
}

const write = (response: ServerResponse, bytes: Uint8Array) => new Promise<void>((resolve) => response.write(bytes, () => resolve()))

function fail(response: ServerResponse, kind: Fault['kind']): void {
  if (kind === 'end') response.end()
  if (kind === 'drop') response.socket?.destroy()
  if (kind === 'reset') response.socket?.resetAndDestroy()
}

async function text(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

interface Gates {
  wait(): Promise<void>
  release(): void
}

function createGates(): Gates {
  const waiting: (() => void)[] = []
  let open = 0
  return {
    wait() {
      if (open > 0) {
        open -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else open += 1
    },
  }
}

function createArrivals(requests: readonly RecordedRequest[]) {
  const waiting: { readonly count: number; readonly resolve: (request: RecordedRequest) => void }[] = []
  return {
    announce() {
      for (const each of waiting) if (requests.length >= each.count) each.resolve(requests[each.count - 1])
    },
    waitFor: (count: number): Promise<RecordedRequest> =>
      requests.length >= count ? Promise.resolve(requests[count - 1]) : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}
