import { createCallIds } from './answer-reader'
import { hostOf } from './error-sentences'
import { type HandlerChoice, isOpenAiReasoner, refuseUnusableChoice } from './handler-choice'
import { createOpenAiClient } from './openai-compatible'
import type { ApiHandler } from './provider'
import { catalogEntry } from './provider-catalog'
import { createBodyWriter } from './request-body'
import { streamAnswer } from './request-watch'
import { createResponsesReader } from './responses-events'
import { createResponsesRequests } from './responses-request'
import { createTransport } from './transport'

/**
 * Whether a model is better asked through the Responses API. OpenAI's own models that think take no tools together with
 * thinking in chat completions any more; what others offer under OpenAI's protocol is chat completions.
 */
export function prefersResponses(choice: HandlerChoice): boolean {
  const host = hostOf(choice.place.baseUrl)
  return isOpenAiReasoner(choice) && (host === 'api.openai.com' || host.endsWith('.openai.azure.com'))
}

/** OpenAI's own models, by the API that OpenAI makes for them. */
export function createResponsesHandler(choice: HandlerChoice): ApiHandler {
  const buildRequest = createResponsesRequests(choice)
  const writeBody = createBodyWriter('input')
  const entry = catalogEntry(choice.place.providerId, choice.model.id)
  return {
    providerId: choice.place.providerId,
    getModel: () => choice.model,
    createMessage: (request, signal) =>
      streamAnswer(choice, signal, async (watch) => {
        refuseUnusableChoice(choice, true)
        const params = buildRequest(request)
        const client = createOpenAiClient(
          choice,
          createTransport(choice.place, 'events', () => writeBody(params)),
        )
        const answer = await client.responses.create({ ...params, input: [] }, { signal: watch.signal }).withResponse()
        const callId = createCallIds(request.conversation, choice.place)
        const requestId = answer.request_id ?? undefined
        return { events: answer.data, reader: createResponsesReader({ place: choice.place, entry, requestId, callId }) }
      }),
  }
}
