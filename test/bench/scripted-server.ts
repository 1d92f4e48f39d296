import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** One answer of the model: words in pieces, then at most one call. */
export interface Reply {
  readonly pieces?: readonly string[]
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
}

/** What was seen of one request of the agent loop. Times in ms of `performance.now()`, CPU in ms of the client's tree. */
export interface Turn {
  readonly arrivedAt: number
  readonly cpuAtArrival: number
  readonly requestBytes: number
  sentFrom: number
  cpuAtSend: number
  sentAt: number
  cpuAtSent: number
}

export interface ScriptedServer {
  readonly baseUrl: string
  readonly turns: readonly Turn[]
  close(): Promise<void>
}

/** Gives the next answer. `result` is the text of the tool result that the request carried. */
export type Script = (turn: number, result: string | undefined) => Reply

const FRAME_EVENTS = 64
const INPUT_PIECE_CHARS = 64
const Block = z.looseObject({ type: z.string(), content: z.unknown().optional() })
const Body = z.object({
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.object({ content: z.union([z.string(), z.array(Block)]) })),
})

/** A model that answers at once, over Anthropic's wire format, on loopback. */
export async function startScriptedServer(script: Script, cpuMs: () => number): Promise<ScriptedServer> {
  const turns: Turn[] = []
  const server = createServer((request, response) => {
    const arrivedAt = performance.now()
    const cpuAtArrival = cpuMs()
    void readBody(request).then((raw) => {
      const body = request.url?.startsWith('/v1/messages') === true ? Body.safeParse(JSON.parse(raw)) : undefined
      if (body?.success !== true || body.data.tools.length === 0) return response.end('{}')
      const turn: Turn = {
        arrivedAt,
        cpuAtArrival,
        requestBytes: Buffer.byteLength(raw),
        sentFrom: 0,
        cpuAtSend: 0,
        sentAt: 0,
        cpuAtSent: 0,
      }
      const reply = script(turns.push(turn) - 1, lastResult(body.data))
      return send(response, reply, turn, cpuMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    turns,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

function lastResult(body: z.infer<typeof Body>): string | undefined {
  const content = body.messages.at(-1)?.content
  if (!Array.isArray(content)) return undefined
  const results = content.filter((block) => block.type === 'tool_result')
  return results.length === 0 ? undefined : results.map((block) => JSON.stringify(block.content)).join('\n')
}

/** Everything is made before the first byte leaves, so that the server's work does not mix with the client's. */
function send(response: ServerResponse, reply: Reply, turn: Turn, cpuMs: () => number): void {
  const events = [...eventsOf(reply)]
  const frames: Buffer[] = []
  for (let at = 0; at < events.length; at += FRAME_EVENTS) frames.push(Buffer.from(events.slice(at, at + FRAME_EVENTS).join('')))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  turn.sentFrom = performance.now()
  turn.cpuAtSend = cpuMs()
  const pump = (): void => {
    for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
      if (!response.write(frame)) {
        response.once('drain', pump)
        return
      }
    }
    response.end(() => {
      turn.sentAt = performance.now()
      turn.cpuAtSent = cpuMs()
    })
  }
  pump()
}

function* eventsOf(reply: Reply): Generator<string> {
  const usage = { input_tokens: 1_000, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = {
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  yield event({ type: 'message_start', message })
  let index = 0
  if (reply.pieces) {
    yield event({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } })
    for (const text of reply.pieces) yield event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })
    yield event({ type: 'content_block_stop', index })
    index += 1
  }
  if (reply.call) yield* callEvents(reply.call, index)
  const stopReason = reply.call ? 'tool_use' : 'end_turn'
  yield event({ type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 50 } })
  yield event({ type: 'message_stop' })
}

function* callEvents(call: NonNullable<Reply['call']>, index: number): Generator<string> {
  const id = `toolu_${process.hrtime.bigint().toString(36)}`
  yield event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: call.name, input: {} } })
  const json = JSON.stringify(call.input)
  for (let at = 0; at < json.length; at += INPUT_PIECE_CHARS) {
    const partial = json.slice(at, at + INPUT_PIECE_CHARS)
    yield event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: partial } })
  }
  yield event({ type: 'content_block_stop', index })
}

const event = (data: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
