import type { AnswerReader } from './answer-reader'
import { classifyError } from './classify-error'
import { type RequestPlace, silence } from './error-sentences'
import { ProviderError } from './provider-error'
import type { ApiStreamEvent } from './provider'

/** How long a request may be silent. Only time spent waiting for the provider counts, never a reader that is slow. */
export interface RequestLimits {
  /** Until the first sign of an answer. Making the connection itself is bounded by `fetch`, at 10 s. */
  readonly firstEventMs: number
  /** Between two events that tell something. */
  readonly idleMs: number
  /** For one whole answer. */
  readonly answerMs: number
}

/** Some models think without a word, for minutes. */
const SILENT_THINKING_MS = 300_000

/** `requestTimeoutMs` is for slow machines: it lengthens what it is longer than, and sets the wait for the first event. */
export const limitsFor = (requestTimeoutMs?: number, thinksSilently = false): RequestLimits => ({
  firstEventMs: requestTimeoutMs ?? (thinksSilently ? SILENT_THINKING_MS : 60_000),
  idleMs: Math.max(thinksSilently ? SILENT_THINKING_MS : 120_000, requestTimeoutMs ?? 0),
  answerMs: Math.max(600_000, requestTimeoutMs ?? 0),
})

/** The life of one request: it ends by itself, by `outer`, by silence, or by `stop`. */
export interface RequestWatch {
  /** Aborted when the request is over for whatever reason: closes the connection. */
  readonly signal: AbortSignal
  /** The promise's outcome, or at once the reason why the request was cut. */
  guard<Value>(promise: Promise<Value>): Promise<Value>
  /** An event came. One that tells nothing does not prolong the wait for one that does. */
  sawEvent(tellsSomething: boolean): void
  /** The next wait is no longer than this. */
  shorten(ms: number): void
  stop(): void
}

export function startWatch(outer: AbortSignal, limits: RequestLimits, place: RequestPlace): RequestWatch {
  const inner = new AbortController()
  let allowedMs = limits.firstEventMs
  let waitedMs = 0
  let silentMs = 0
  let rejectWaiter: ((reason: unknown) => void) | undefined
  const cut = (reason: unknown): void => {
    inner.abort(reason)
    rejectWaiter?.(reason)
  }
  const abort = (): void => cut(outer.reason)
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort, { once: true })

  const guard = async <Value>(promise: Promise<Value>): Promise<Value> => {
    const { promise: guarded, resolve, reject } = Promise.withResolvers<Value>()
    // Also when the request was cut already: the promise's own rejection must not go unhandled.
    promise.then(resolve, reject)
    if (inner.signal.aborted) reject(inner.signal.reason)
    rejectWaiter = reject
    const started = performance.now()
    const answerLeftMs = limits.answerMs - waitedMs
    const silenceLeftMs = allowedMs - silentMs
    const isLast = answerLeftMs <= silenceLeftMs
    const expire = (): void => cut(silenceError(place, isLast ? limits.answerMs : allowedMs, isLast))
    const timer = setTimeout(expire, Math.max(0, Math.min(answerLeftMs, silenceLeftMs)))
    try {
      return await guarded
    } finally {
      clearTimeout(timer)
      const took = performance.now() - started
      waitedMs += took
      silentMs += took
    }
  }
  return {
    signal: inner.signal,
    guard,
    sawEvent: (tellsSomething) => {
      if (tellsSomething || allowedMs !== limits.idleMs) silentMs = 0
      allowedMs = limits.idleMs
    },
    shorten: (ms) => {
      allowedMs = ms
    },
    stop: () => {
      outer.removeEventListener('abort', abort)
      inner.abort()
    },
  }
}

function silenceError(place: RequestPlace, ms: number, isWholeAnswer: boolean): ProviderError {
  const what = isWholeAnswer ? 'did not finish its answer, which went on' : 'has sent nothing'
  return new ProviderError({ kind: 'network', message: silence(place, what, ms) })
}

/** An answer that has begun. */
export interface OpenAnswer {
  readonly events: AsyncIterable<unknown>
  readonly reader: AnswerReader
}

/**
 * One answer from its request to its end. Whatever ends the loop (the end, an error, the signal, a reader that leaves)
 * also closes the connection, at once and without waiting for it.
 */
export async function* streamAnswer(
  { limits, place }: { readonly limits: RequestLimits; readonly place: RequestPlace },
  signal: AbortSignal,
  open: (watch: RequestWatch) => Promise<OpenAnswer>,
): AsyncGenerator<ApiStreamEvent, void, undefined> {
  const watch = startWatch(signal, limits, place)
  try {
    const { events, reader } = await watch.guard(open(watch))
    const iterator = events[Symbol.asyncIterator]()
    while (!reader.hasEnded()) {
      const next = await nextEvent(iterator, reader, watch)
      if (next.done) break
      const told = reader.read(next.value)
      watch.sawEvent(told.length > 0)
      yield* told
    }
    signal.throwIfAborted()
    yield* reader.end()
  } catch (error) {
    throw signal.aborted ? signal.reason : classifyError(error, place)
  } finally {
    watch.stop()
  }
}

/** Numbers that come late are worth a short wait. */
const TAIL_MS = 3000

async function nextEvent(iterator: AsyncIterator<unknown>, reader: AnswerReader, watch: RequestWatch): Promise<IteratorResult<unknown>> {
  if (!reader.hasAllContent()) return watch.guard(iterator.next())
  watch.shorten(TAIL_MS)
  // Whatever goes wrong now, the answer is whole; an abort is seen by who calls.
  return watch.guard(iterator.next()).catch(() => ({ done: true, value: undefined }))
}
