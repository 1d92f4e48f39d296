import { BaseAnthropic } from '@anthropic-ai/sdk/client'
import { Messages } from '@anthropic-ai/sdk/resources/messages/messages'
import { createAnthropicReader } from './anthropic-events'
import { createAnthropicRequests } from './anthropic-request'
import { createCallIds } from './answer-reader'
import { type HandlerChoice, refuseUnusableChoice } from './handler-choice'
import type { ApiHandler } from './provider'
import { catalogEntry } from './provider-catalog'
import { createBodyWriter } from './request-body'
import { streamAnswer } from './request-watch'
import { createTransport, type Transport } from './transport'

/**
 * Anthropic's Messages API, and whatever speaks it. Only the two classes that are used are imported: the whole SDK takes
 * twice as long to load.
 */
export function createAnthropicHandler(choice: HandlerChoice): ApiHandler {
  const buildRequest = createAnthropicRequests(choice)
  const writeBody = createBodyWriter('messages')
  const entry = catalogEntry('anthropic', choice.model.id)
  return {
    providerId: choice.place.providerId,
    getModel: () => choice.model,
    createMessage: (request, signal) =>
      streamAnswer(choice, signal, async (watch) => {
        refuseUnusableChoice(choice, true)
        const params = buildRequest(request)
        const transport = createTransport(choice.place, 'events', () => writeBody(params))
        const messages = new Messages(createAnthropicClient(choice, transport))
        const answer = await messages.create({ ...params, messages: [] }, { signal: watch.signal }).withResponse()
        const requestId = answer.request_id ?? undefined
        return {
          events: answer.data,
          reader: createAnthropicReader({
            place: choice.place,
            entry,
            requestId,
            callId: createCallIds(request.conversation, choice.place),
          }),
        }
      }),
  }
}

/** Nothing is taken from the environment: whoever made the choice has looked there. */
export function createAnthropicClient(choice: HandlerChoice, transport: Transport): BaseAnthropic {
  return new BaseAnthropic({
    apiKey: choice.apiKey ?? null,
    authToken: null,
    baseURL: choice.place.baseUrl,
    defaultHeaders: choice.headers,
    fetch: transport.fetch,
    maxRetries: 0,
    // The watch has its own.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    openTelemetry: false,
  })
}
