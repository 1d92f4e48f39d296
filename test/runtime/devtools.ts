import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from './devtools-protocol'

type Commands = Protocol.CommandParameters
type Answers = Protocol.CommandReturnValues
export type EventName = keyof Protocol.Events

/** One target of the browser, or the browser itself. */
export interface DevToolsSession {
  /** Rejects with a DevToolsError when Chromium refuses, for example because the target is gone. */
  send<Name extends keyof Commands>(method: Name, params?: Commands[Name]): Promise<Answers[Name]>
  on<Name extends EventName>(event: Name, listener: (payload: Protocol.Events[Name]) => void): void
}

export interface DevTools {
  readonly browser: DevToolsSession
  session(id: string): DevToolsSession
}

export class DevToolsError extends Error {
  override readonly name = 'DevToolsError'
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** Speaks the DevTools protocol over a pipe: JSON texts that end in a zero byte. */
export function connectDevTools(input: Writable, output: Readable): DevTools {
  const waiting = new Map<number, Waiting>()
  const emitters = new Map<string, EventEmitter>()
  let lastId = 0

  const emitterOf = (sessionId: string): EventEmitter => {
    const emitter = emitters.get(sessionId) ?? new EventEmitter()
    emitters.set(sessionId, emitter)
    return emitter
  }
  const receive = (text: string): void => {
    const message: Message = JSON.parse(text)
    if (message.id === undefined) {
      if (message.method !== undefined) emitterOf(message.sessionId ?? '').emit(message.method, message.params)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) call?.reject(new DevToolsError(`${call.method}: ${message.error.message}`))
    // The protocol answers with what belongs to the method that was sent.
    else call?.resolve(message.result as never)
  }
  readZeroEnded(output, receive)
  output.once('close', () => {
    for (const call of waiting.values()) call.reject(new DevToolsError(`${call.method}: Chromium has ended`))
    waiting.clear()
  })
  input.on('error', () => output.destroy())

  const session = (sessionId: string): DevToolsSession => ({
    send: (method, params) =>
      new Promise((resolve, reject) => {
        if (!input.writable) {
          reject(new DevToolsError(`${method}: Chromium has ended`))
          return
        }
        const id = ++lastId
        waiting.set(id, { method, resolve, reject })
        const address = sessionId === '' ? {} : { sessionId }
        input.write(`${JSON.stringify({ id, method, params: params ?? {}, ...address })}\0`)
      }),
    on: (event, listener) => emitterOf(sessionId).on(event, listener),
  })
  return { browser: session(''), session }
}

function readZeroEnded(output: Readable, receive: (text: string) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      receive(Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8'))
      parts = []
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  })
}

/** For what may come too late: a page that has gone needs no answer. Anything but a refusal by Chromium is thrown. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof DevToolsError)) throw error
}
