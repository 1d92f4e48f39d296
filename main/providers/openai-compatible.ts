import { OpenAI } from 'openai/client'
import { createCallIds } from './answer-reader'
import { type HandlerChoice, refuseUnusableChoice } from './handler-choice'
import { createOpenAiReader } from './openai-events'
import { createOpenAiRequests } from './openai-request'
import type { ApiHandler } from './provider'
import { catalogEntry, isRouter } from './provider-catalog'
import { createBodyWriter } from './request-body'
import { streamAnswer } from './request-watch'
import { createTransport, type Transport } from './transport'

/** Everyone who speaks OpenAI's chat completions: OpenAI itself, OpenRouter, Ollama, LM Studio, and what else has an address. */
export function createOpenAiHandler(choice: HandlerChoice): ApiHandler {
  const buildRequest = createOpenAiRequests(choice)
  const writeBody = createBodyWriter('messages')
  const entry = catalogEntry(choice.place.providerId, choice.model.id)
  return {
    providerId: choice.place.providerId,
    getModel: () => choice.model,
    createMessage: (request, signal) =>
      streamAnswer(choice, signal, async (watch) => {
        refuseUnusableChoice(choice, choice.place.providerId === 'openrouter')
        const params = buildRequest(request)
        const transport = createTransport(choice.place, 'events', () => writeBody(params))
        const client = createOpenAiClient(choice, transport)
        const answer = await client.chat.completions.create({ ...params, messages: [] }, { signal: watch.signal }).withResponse()
        return {
          events: answer.data,
          reader: createOpenAiReader({
            place: choice.place,
            entry,
            requestId: answer.request_id ?? undefined,
            callId: createCallIds(request.conversation, choice.place),
            sawDone: transport.sawDone,
          }),
        }
      }),
  }
}

/** Nothing is taken from the environment: whoever made the choice has looked there. */
export function createOpenAiClient(choice: HandlerChoice, transport: Transport): OpenAI {
  return new OpenAI({
    // The SDK insists on a key; without one no header with it is sent.
    apiKey: choice.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: choice.place.baseUrl,
    defaultHeaders: {
      ...(choice.apiKey === undefined && { Authorization: null }),
      ...(isRouter(choice.place.providerId) && { 'X-Title': 'Countersign' }),
      ...(choice.place.providerId === 'cline' && { 'HTTP-Referer': 'https://cline.bot' }),
      ...choice.headers,
    },
    fetch: transport.fetch,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  })
}
