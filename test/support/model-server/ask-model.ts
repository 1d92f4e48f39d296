import type { ConversationTurn } from '../../../main/providers/conversation'
import { type ApiChoice, createApiHandler } from '../../../main/providers/create-api-handler'
import type { ApiRequest, ApiStreamEvent } from '../../../main/providers/provider'
import { ProviderError } from '../../../main/providers/provider-error'
import type { ModelServer } from './model-server'

export const anthropicAt = (server: Pick<ModelServer, 'url'>, changes: Partial<ApiChoice> = {}): ApiChoice => ({
  providerId: 'anthropic',
  modelId: 'claude-sonnet-5-5',
  apiKey: 'sk-secret-key',
  baseUrl: server.url,
  ...changes,
})

export const openAiAt = (server: Pick<ModelServer, 'openAiUrl'>, changes: Partial<ApiChoice> = {}): ApiChoice => ({
  providerId: 'openai',
  modelId: 'some-model',
  apiKey: 'sk-secret-key',
  baseUrl: server.openAiUrl,
  ...changes,
})

export const userSays = (text: string): ConversationTurn => ({ role: 'user', content: [{ type: 'text', text }] })

export const request = (changes: Partial<ApiRequest> = {}): ApiRequest => ({
  systemPrompt: 'You help.',
  conversation: [userSays('hello')],
  tools: [],
  taskId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  ...changes,
})

/** Everything one answer said. */
export async function ask(
  choice: ApiChoice,
  changes: Partial<ApiRequest> = {},
  signal = new AbortController().signal,
): Promise<ApiStreamEvent[]> {
  const handler = await createApiHandler(choice)
  const events: ApiStreamEvent[] = []
  for await (const event of handler.createMessage(request(changes), signal)) events.push(event)
  return events
}

export interface Failure {
  readonly events: ApiStreamEvent[]
  readonly error: unknown
}

/** What an answer said before it failed, and how it failed. */
export async function askInVain(
  choice: ApiChoice,
  changes: Partial<ApiRequest> = {},
  signal = new AbortController().signal,
): Promise<Failure> {
  const handler = await createApiHandler(choice)
  const events: ApiStreamEvent[] = []
  try {
    for await (const event of handler.createMessage(request(changes), signal)) events.push(event)
  } catch (error) {
    return { events, error }
  }
  throw new Error(`It did not fail, but said ${JSON.stringify(events)}`)
}

export async function failureOf(choice: ApiChoice, changes: Partial<ApiRequest> = {}): Promise<ProviderError['facts']> {
  const { error } = await askInVain(choice, changes)
  if (error instanceof ProviderError) return error.facts
  throw new Error('Not a ProviderError', { cause: error })
}

/** The events with neighbouring texts joined: how a text was cut is nobody's business. */
export function joined(events: readonly ApiStreamEvent[]): ApiStreamEvent[] {
  const result: ApiStreamEvent[] = []
  for (const event of events) {
    const last = result.at(-1)
    if (last && (event.type === 'text' || event.type === 'reasoning') && last.type === event.type) {
      result[result.length - 1] = { type: event.type, text: last.text + event.text }
    } else if (last?.type === 'tool_call_delta' && event.type === 'tool_call_delta' && last.id === event.id) {
      result[result.length - 1] = { ...last, json: last.json + event.json }
    } else result.push(event)
  }
  return result
}
