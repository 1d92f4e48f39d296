import type { RowPatch } from '../../shared/extension-state'
import { type ClineApiReqInfo, type TaskError, toolStatusOf } from '../../shared/messages'
import type { AssistantBlock } from '../providers/conversation'
import type { ApiHandler, ApiRequest } from '../providers/provider'
import { ProviderError, type ProviderErrorFacts } from '../providers/provider-error'
import { Answer, type DrawPartial } from './answer'
import type { MessageState } from './message-state'
import { MAX_ATTEMPTS, planRetry } from './retry'
import type { RetryWait } from './retry-wait'
import type { TaskEvent } from './machine'
import type { Transcript } from './transcript'
import { addTry, describeRequest } from './usage-meter'

/** What one turn needs of its task. */
export interface TurnPorts {
  readonly rows: MessageState
  readonly transcript: Transcript
  readonly retryWait: RetryWait
  readonly signal: AbortSignal
  readonly step: (event: TaskEvent) => void
  readonly createHandler: () => Promise<ApiHandler>
  readonly request: (handler: ApiHandler) => ApiRequest
  readonly drawPartial: DrawPartial
  readonly used: (request: ClineApiReqInfo) => void
  /** Asks Retry or not; true means again. */
  readonly askRetry: (error: TaskError) => Promise<boolean>
  readonly random: () => number
}

interface Attempt {
  readonly answer: Answer
  readonly failure: ProviderErrorFacts | undefined
  readonly handler: ApiHandler | undefined
}

/**
 * One answer of the model: asks, waits out what passes by itself, and asks the person about what does not.
 * Undefined when the person does not want another try. What was streamed is never streamed again.
 */
export async function requestAnswer(ports: TurnPorts): Promise<Answer | undefined> {
  const requestTs = ports.rows.say({ say: 'api_req_started', data: {}, conversationHistoryIndex: ports.transcript.length - 1 })
  const retryRow = createRetryRow(ports.rows)
  let attempt = 1
  let askedAgain = false
  for (;;) {
    const { answer, failure, handler } = await askOnce(ports, requestTs)
    if (!failure && !answer.isEmpty) {
      retryRow.remove()
      if (attempt > 1) ports.rows.patch(requestTs, { data: { cancelReason: null, streamingFailedMessage: null } })
      return answer
    }
    const facts = failure ?? emptyAnswer
    if (!failure && !askedAgain) {
      askedAgain = true
      continue
    }
    if (failure && answer.shown) keepPartialAnswer(ports, answer, handler)
    ports.rows.patch(requestTs, { data: { cancelReason: 'streaming_failed', streamingFailedMessage: facts.message } })
    if (await waitForRetry(ports, facts, attempt, retryRow)) {
      attempt += 1
      continue
    }
    retryRow.remove()
    if (!(await ports.askRetry(toTaskError(facts, handler)))) return undefined
    attempt = 1
    askedAgain = false
    ports.rows.patch(requestTs, { data: { cancelReason: null, streamingFailedMessage: null } })
  }
}

const emptyAnswer: ProviderErrorFacts = {
  kind: 'empty',
  message: 'The model answered with nothing, twice. Try again, or choose another model in the settings.',
}

async function askOnce(ports: TurnPorts, requestTs: number): Promise<Attempt> {
  const answer = new Answer(ports.rows, ports.drawPartial)
  let handler: ApiHandler | undefined
  let failure: ProviderErrorFacts | undefined
  try {
    handler = await ports.createHandler()
    ports.step({ type: 'request_sent' })
    for await (const event of handler.createMessage(ports.request(handler), ports.signal)) answer.take(event)
    if (!answer.end) failure = { kind: 'network', message: 'The connection to the model broke off in the middle of its answer.' }
  } catch (error) {
    if (ports.signal.aborted || !(error instanceof ProviderError)) {
      answer.finish()
      countUsage(ports, requestTs, answer, handler)
      if (ports.signal.aborted) ports.rows.patch(requestTs, { data: { cancelReason: 'user_cancelled' } })
      if (ports.signal.aborted && handler) keepPartialAnswer(ports, answer, handler)
      throw error
    }
    failure = error.facts
  }
  answer.finish()
  countUsage(ports, requestTs, answer, handler)
  return { answer, failure, handler }
}

/** Each try is paid for, whatever came of it. */
function countUsage(ports: TurnPorts, requestTs: number, { usage }: Answer, handler: ApiHandler | undefined): void {
  const row = ports.rows.get(requestTs)
  if (!usage || !handler || row?.type !== 'say' || row.say !== 'api_req_started') return
  const request = describeRequest(usage, handler.getModel().info)
  ports.rows.patch(requestTs, { data: addTry(row.data, request) })
  ports.used(request)
}

/** Keeps the words that arrived; calls that never ended are dropped, and said to be so on their cards. */
function keepPartialAnswer(ports: TurnPorts, answer: Answer, handler: ApiHandler | undefined): void {
  for (const ts of answer.drafts.all()) {
    const row = ports.rows.get(ts)
    const cut: RowPatch =
      row && toolStatusOf(row) ? { data: { status: 'cancelled', note: 'It did not arrive whole, so it was not run.' } } : {}
    ports.rows.patch(ts, { partial: null, ...cut })
  }
  const words = answer.blocks.filter(
    (block): block is Extract<AssistantBlock, { type: 'text' }> => block.type === 'text' && block.text.trim() !== '',
  )
  if (words.length === 0 || !handler) return
  ports.transcript.addAssistantTurn({ role: 'assistant', content: words, providerId: handler.providerId, modelId: handler.getModel().id })
  if (ports.signal.aborted) return
  ports.transcript.addUserTurn([
    { type: 'text', text: '[Your answer broke off here. Go on from this point, and do not repeat what you already wrote.]' },
  ])
}

async function waitForRetry(ports: TurnPorts, facts: ProviderErrorFacts, attempt: number, row: RetryRow): Promise<boolean> {
  const plan = planRetry(facts, attempt, ports.random)
  if (plan.kind === 'give_up') return false
  const resumeAt = Date.now() + plan.delayMs
  row.show({ attempt, delaySeconds: Math.ceil(plan.delayMs / 1000), resumeAt, errorMessage: facts.message })
  ports.step({ type: 'retry_scheduled', attempt, resumeAt, cause: toTaskError(facts, undefined) })
  if ((await ports.retryWait.wait(plan.delayMs, ports.signal)) === 'stopped') return false
  ports.step({ type: 'retry_due' })
  return true
}

interface RetryRow {
  show(retry: { attempt: number; delaySeconds: number; resumeAt: number; errorMessage: string }): void
  remove(): void
}

/** The countdown's row: one for the whole turn, gone once an answer came. */
function createRetryRow(rows: MessageState): RetryRow {
  let ts: number | undefined
  return {
    show: (retry) => {
      const data = { ...retry, maxAttempts: MAX_ATTEMPTS }
      if (ts === undefined) ts = rows.say({ say: 'error_retry', data })
      else rows.patch(ts, { data })
    },
    remove: () => {
      if (ts !== undefined) rows.remove(ts)
      ts = undefined
    },
  }
}

/** The provider's failure as the person reads it. */
function toTaskError(facts: ProviderErrorFacts, handler: ApiHandler | undefined): TaskError {
  return {
    kind: facts.kind,
    message: facts.message,
    ...(facts.detail === undefined ? {} : { detail: facts.detail }),
    ...(facts.status === undefined ? {} : { status: facts.status }),
    ...(facts.requestId === undefined ? {} : { requestId: facts.requestId }),
    ...(handler ? { providerId: handler.providerId, modelId: handler.getModel().id } : {}),
  }
}
