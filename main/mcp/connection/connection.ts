import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import { SessionGone } from '../transport/http-transport'
import { ListReader } from './list-reader'
import { noLists, Peer, type PeerHost, type PeerLists, type PeerRequest } from './peer'
import { ServerFault } from '../transport/server-fault'
import { RateLimiter } from '../rate-limiter'
import { httpFailure } from '../transport/http-failure'
import { firstOf, plain, type ServerLog } from '../server-log'

export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly isSlow: boolean }
  | { readonly kind: 'connected' }
  | { readonly kind: 'waiting'; readonly at: number; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'needs_auth' }

export interface ConnectionOptions {
  readonly log: ServerLog
  readonly host: Omit<PeerHost, 'listsChanged' | 'problem'>
  /** A new one for each start. Rejects with a ServerFault when there can be none. */
  readonly createTransport: () => Promise<Transport & { readonly fault?: ServerFault | undefined }>
  readonly onChange: () => void
  /** The end of what ran before it under the same name. */
  readonly after?: Promise<unknown>
  readonly timing?: Partial<ConnectionTiming>
}

export interface ConnectionTiming {
  /** From then on it is called slow. */
  readonly slowMs: number
  /** Until it must have answered: a first start may have to download it. */
  readonly startMs: number
  /** Before the second start; doubled each time. */
  readonly backOffMs: number
  readonly startsPerMinute: number
}

const USUAL: ConnectionTiming = { slowMs: 5_000, startMs: 120_000, backOffMs: 1_000, startsPerMinute: 5 }
const MINUTE_MS = 60_000
const LONGEST_BACK_OFF_MS = 30_000
const MAX_MESSAGE_LENGTH = 2_000
const LAST_LINES = 5

export type CallAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** A sentence for the model and the person. */
  | { readonly ok: false; readonly message: string }

/** One server in one configuration: started when wanted, started again when it ends by itself, ended with all it started. */
export class Connection {
  private readonly options: ConnectionOptions
  private readonly timing: ConnectionTiming
  private readonly limiter: RateLimiter
  private current: ConnectionState = { kind: 'idle' }
  private offered: PeerLists = noLists
  private peer: Peer | undefined
  private listReader: ListReader | undefined
  private transport: (Transport & { readonly fault?: ServerFault | undefined }) | undefined
  private starting: AbortController | undefined
  private timer: NodeJS.Timeout | undefined
  private failures = 0
  /** It failed in a way that another start would not mend. */
  private isPermanent = false
  private isOver = false
  /** How often it was stopped. */
  private stops = 0
  /** The end of what was started before: only one process of it at a time. */
  private ended: Promise<unknown>
  private readonly waiters = new Set<() => void>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.timing = { ...USUAL, ...options.timing }
    this.ended = options.after ?? Promise.resolve()
    this.limiter = new RateLimiter(this.timing.startsPerMinute, MINUTE_MS)
  }

  get state(): ConnectionState {
    return this.current
  }

  /** As they were read last, since it last went wrong. */
  get lists(): PeerLists {
    return this.offered
  }

  /** Starts it if nothing of it runs and it has not failed for good. Returns at once. */
  wake(): void {
    if (this.current.kind === 'idle') this.start()
    // The minute of its failures may be over.
    else if (this.current.kind === 'failed' && !this.isPermanent && this.limiter.take()) this.begin()
  }

  /** By the person: whatever was before. */
  async restart(): Promise<void> {
    const stopped = this.stop()
    const { stops } = this
    await stopped
    // Stopped or restarted again meanwhile: that is what holds.
    if (this.stops !== stops) return
    this.failures = 0
    this.begin()
  }

  /** Resolves when nothing of it is left. It can be woken again. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.stops += 1
    this.isPermanent = false
    this.drop()
    this.become({ kind: 'idle' })
    await this.ended
  }

  /** As `stop`, and for good: nothing starts it again, not even a restart that is under way. */
  end(): Promise<void> {
    this.isOver = true
    return this.stop()
  }

  /** Resolves when it is no longer connecting, or rejects with the signal. */
  async settled(signal: AbortSignal): Promise<void> {
    while (this.current.kind === 'connecting' || this.current.kind === 'waiting') {
      signal.throwIfAborted()
      const changed = Promise.withResolvers<void>()
      const stop = (): void => changed.reject(signal.reason)
      this.waiters.add(changed.resolve)
      signal.addEventListener('abort', stop, { once: true })
      await changed.promise.finally(() => {
        this.waiters.delete(changed.resolve)
        signal.removeEventListener('abort', stop)
      })
    }
  }

  /** Asks the server. Rejects only when the signal says so. */
  async request<Value>(request: PeerRequest<Value>): Promise<CallAnswer<Value>> {
    const { peer } = this
    if (this.current.kind !== 'connected' || !peer) return { ok: false, message: this.whyNot() }
    const answer = await peer.request(request)
    if (answer.kind === 'answered') return { ok: true, value: answer.value }
    if (answer.kind === 'timed_out') return { ok: false, message: `it did not answer within ${request.timeoutMs / 1000} s` }
    return { ok: false, message: this.explain(answer.error, peer) }
  }

  rootsChanged(): void {
    if (this.current.kind === 'connected') void this.peer?.rootsChanged().catch((error: unknown) => this.options.log.note(messageOf(error)))
  }

  private start(problem = 'It ended each time.'): void {
    if (this.limiter.take()) return this.begin()
    const { startsPerMinute } = this.timing
    this.become({
      kind: 'failed',
      problem: `After ${startsPerMinute} starts within a minute it is not started again by itself. ${problem}`,
    })
  }

  private begin(): void {
    // What was begun by another way meanwhile is let go of: one at a time.
    this.drop()
    if (this.isOver) return
    const starting = new AbortController()
    this.starting = starting
    this.isPermanent = false
    this.become({ kind: 'connecting', isSlow: false })
    this.timer = setTimeout(() => {
      if (this.current.kind === 'connecting') this.become({ kind: 'connecting', isSlow: true })
    }, this.timing.slowMs)
    void this.connect(starting).catch((error: unknown) => this.conclude(starting, error))
  }

  private async connect(starting: AbortController): Promise<void> {
    await this.ended
    if (starting.signal.aborted) return
    this.options.log.startOver()
    const transport = await this.options.createTransport()
    if (starting.signal.aborted) return
    let isClosed = false
    const peer = new Peer({ ...this.options.host, listsChanged: () => reader.changed(), problem: (text) => this.note(text) }, () => {
      isClosed = true
      this.lost(starting, peer)
    })
    const reader = new ListReader({
      read: () => peer.lists(),
      onLists: (again) => this.relisted(again),
      onProblem: (error) => this.note(`What it offers could not be read again: ${messageOf(error)}`),
    })
    this.transport = transport
    this.peer = peer
    this.listReader = reader
    await peer.connect(transport, this.timing.startMs, starting.signal)
    const lists = await reader.read()
    if (starting.signal.aborted) return
    // What cannot be listed is none; that its server has ended is no matter of lists.
    if (isClosed) throw new ServerFault('The connection was closed.')
    this.offered = lists
    clearTimeout(this.timer)
    this.become({ kind: 'connected' })
    this.timer = setTimeout(() => {
      this.failures = 0
    }, MINUTE_MS)
    this.timer.unref()
  }

  private relisted(lists: PeerLists): void {
    this.offered = lists
    this.options.onChange()
  }

  /** It ended although nobody asked for that. While it connects, `connect` rejects and says so. */
  private lost(starting: AbortController, peer: Peer): void {
    if (this.peer === peer && this.current.kind === 'connected') this.conclude(starting, new ServerFault('The connection was closed.'))
  }

  private conclude(starting: AbortController, error: unknown): void {
    if (starting.signal.aborted) return
    const fault = this.transport?.fault ?? error
    this.drop()
    if (isUnauthorized(fault)) return this.become({ kind: 'needs_auth' })
    const message = `${messageOf(fault)}${this.lastErrors()}`
    this.options.log.note(`[not connected] ${messageOf(fault)}`)
    this.isPermanent = fault instanceof ServerFault && fault.permanent
    if (this.isPermanent) return this.become({ kind: 'failed', problem: message })
    const wait = Math.min(this.timing.backOffMs * 2 ** this.failures, LONGEST_BACK_OFF_MS)
    this.failures += 1
    this.become({ kind: 'waiting', at: Date.now() + wait, problem: message })
    this.timer = setTimeout(() => this.start(message), wait)
    this.timer.unref()
  }

  /** Lets go of what runs. Its end is waited for before the next start. */
  private drop(): void {
    clearTimeout(this.timer)
    this.starting?.abort(new Error('It was stopped.'))
    this.starting = undefined
    const { transport, peer } = this
    this.listReader?.stop()
    this.listReader = undefined
    this.peer = undefined
    this.transport = undefined
    if (transport) {
      const closed = [transport.close(), ...(peer ? [peer.close()] : [])]
      this.ended = Promise.all([
        this.ended,
        ...closed.map((each) => each.catch((error: unknown) => this.note(`It could not be ended: ${messageOf(error)}`))),
      ])
    }
  }

  private explain(error: unknown, peer: Peer): string {
    if (this.peer === peer && isSessionGone(error) && this.starting) this.conclude(this.starting, error)
    if (this.current.kind === 'needs_auth') return this.whyNot()
    if (this.peer !== peer || this.transport?.fault) return `it ended while it answered.${this.lastErrors()}`
    return messageOf(error)
  }

  /** Why it cannot be asked anything now: the end of a sentence. */
  whyNot(): string {
    switch (this.current.kind) {
      case 'connecting':
      case 'idle':
        return 'it has not started yet'
      case 'needs_auth':
        return 'it wants a sign-in first: the person can do that in the list of MCP servers'
      case 'waiting':
      case 'failed':
        return `it is not running: ${this.current.problem}`
      case 'connected':
        return 'it has just ended'
    }
  }

  private note(text: string): void {
    this.options.log.note(firstOf(text, MAX_MESSAGE_LENGTH))
  }

  private lastErrors(): string {
    const lines = this.options.log.lastErrors(LAST_LINES)
    return lines === '' ? '' : ` It last printed:\n${lines}`
  }

  private become(state: ConnectionState): void {
    this.current = state
    // One that was stopped is known as it was; one that went wrong may be another by now.
    if (state.kind === 'waiting' || state.kind === 'failed' || state.kind === 'needs_auth') this.offered = noLists
    for (const waiter of this.waiters) waiter()
    this.options.onChange()
  }
}

const UNAUTHORIZED = 401
const NOT_FOUND = 404

/** By HTTP: what a server says by an error of its own is about something else, whatever its number. */
const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || ((error instanceof StreamableHTTPError || error instanceof SseError) && error.code === UNAUTHORIZED)

/** A server that forgot its session, or is gone, is connected anew. */
const isSessionGone = (error: unknown): boolean =>
  isUnauthorized(error) ||
  error instanceof TypeError ||
  error instanceof SessionGone ||
  (error instanceof StreamableHTTPError && error.code === NOT_FOUND)

/** A sentence of whatever went wrong, without what only programs need. */
export function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return `Its answer is not what the protocol wants (${error.issues[0]?.path.join('.') || 'no object'}).`
  const message = httpFailure(error) ?? (error instanceof Error ? error.message : String(error))
  return plain(firstOf(message.replace(/^MCP error -?\d+: /, ''), MAX_MESSAGE_LENGTH))
}
