import { afterEach, describe, expect, it } from 'vitest'
import type { ConversationTurn } from '../../../../main/providers/conversation'
import { type ApiChoice, resolveChoice } from '../../../../main/providers/create-api-handler'
import { createResponsesHandler, prefersResponses } from '../../../../main/providers/openai-responses'
import type { ApiRequest, ApiStreamEvent } from '../../../../main/providers/provider'
import { joined, openAiAt, request, userSays } from '../../../support/model-server/ask-model'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server'
import { refuses, says, type ScriptedAnswer } from '../../../support/model-server/scripted-answer'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (...answers: ScriptedAnswer[]): Promise<ModelServer> => {
  server = await startModelServer(answers)
  return server
}
const sol = (at: ModelServer, changes: Partial<ApiChoice> = {}) => openAiAt(at, { modelId: 'gpt-6.1-sol', ...changes })
const ask = async (choice: ApiChoice, changes: Partial<ApiRequest> = {}): Promise<ApiStreamEvent[]> => {
  const events: ApiStreamEvent[] = []
  const handler = createResponsesHandler(resolveChoice(choice))
  for await (const event of handler.createMessage(request(changes), new AbortController().signal)) events.push(event)
  return events
}
const failure = (choice: ApiChoice): Promise<unknown> =>
  ask(choice).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('OpenAI’s Responses API', () => {
  it('streams text, reasoning, tool calls, usage and the end', async () => {
    const at = await serve({
      pieces: [
        { thinking: 'Let me see.', signature: 'sealed' },
        'I will read.',
        { tool: 'read_file', input: { path: 'a' }, id: 'call_1', cut: 3 },
        { tool: 'list_files', json: '', id: 'call_2' },
      ],
      usage: { input: 10, output: 3, cacheReads: 4 },
    })
    const item = { type: 'reasoning', id: 'rs_0', summary: [{ type: 'summary_text', text: 'Let me see.' }], encrypted_content: 'sealed' }
    expect(joined(await ask(sol(at)))).toEqual([
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'reasoning_end', signature: JSON.stringify(item) },
      { type: 'text', text: 'I will read.' },
      { type: 'tool_call_start', id: 'call_1', name: 'read_file' },
      { type: 'tool_call_delta', id: 'call_1', json: '{"path":"a"}' },
      { type: 'tool_call_end', id: 'call_1' },
      { type: 'tool_call_start', id: 'call_2', name: 'list_files' },
      { type: 'tool_call_end', id: 'call_2' },
      { type: 'usage', inputTokens: 10, outputTokens: 3, cacheReadTokens: 4, cacheWriteTokens: 0 },
      { type: 'end', stopReason: 'tool_use', rawReason: 'completed', requestId: 'req_scripted' },
    ])
  })

  it('is sent everything each time, with the model’s own sealed thoughts', async () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
    const thought = { type: 'reasoning', text: '', signature: JSON.stringify(item) } as const
    const assistant = (modelId: string, ...content: Extract<ConversationTurn, { role: 'assistant' }>['content']): ConversationTurn => ({
      role: 'assistant',
      content,
      providerId: 'openai',
      modelId,
    })
    const result = {
      type: 'tool_result',
      callId: 'c1',
      content: [
        { type: 'text', text: 'three' },
        { type: 'image', mediaType: 'image/png', data: 'AAAA' },
      ],
      isError: false,
    } as const
    const at = await serve(says('ok'))
    await ask(sol(at), {
      reasoningEffort: 'none',
      tools: [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }],
      conversation: [
        userSays('one'),
        assistant('gpt-5', thought, { type: 'text', text: 'two' }),
        userSays('and'),
        assistant('gpt-6.1-sol', thought, { type: 'tool_call', id: 'c1', name: 'read_file', input: { path: 'a' } }),
        { role: 'user', content: [result, { type: 'text', text: 'four' }] },
      ],
    })
    const { body, path } = await at.waitForRequest(1)
    expect(path).toBe('/v1/responses')
    expect(body).toEqual({
      model: 'gpt-6.1-sol',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
      instructions: 'You help.',
      max_output_tokens: 128_000,
      reasoning: { effort: 'low' },
      tools: [{ type: 'function', name: 'read_file', description: 'Reads.', parameters: { type: 'object' }, strict: false }],
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: [{ type: 'input_text', text: 'and' }] },
        item,
        { type: 'function_call', call_id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [
            { type: 'input_text', text: 'three' },
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
          ],
        },
        { role: 'user', content: [{ type: 'input_text', text: 'four' }] },
      ],
    })
  })

  it('says why an answer was cut short', async () => {
    const at = await serve({ pieces: ['half'], stopReason: 'max_output_tokens' }, { pieces: ['half'], stopReason: 'content_filter' })
    expect((await ask(sol(at))).at(-1)).toMatchObject({ stopReason: 'max_tokens', rawReason: 'max_output_tokens' })
    expect((await ask(sol(at))).at(-1)).toMatchObject({ stopReason: 'refusal' })
  })

  it('fails in words: refused, failed half way, cut, and unreadable', async () => {
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
    const broken = { type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'Slow down' } } }
    const at = await serve(
      refuses(401, 'invalid_api_key', 'no'),
      { pieces: ['half'], rawEvents: [event(broken)] },
      { pieces: ['half'], withoutEnd: true },
      { pieces: ['half'], rawEvents: [event({ type: 'response.function_call_arguments.delta', output_index: 9, delta: '{' })] },
    )
    for (const facts of [
      { kind: 'auth', status: 401 },
      { kind: 'limit', detail: 'Slow down' },
      { kind: 'network' },
      { kind: 'protocol' },
    ]) {
      expect(await failure(sol(at))).toMatchObject({ facts })
    }
  })

  it('is preferred for OpenAI’s own models that think, and for nobody else', () => {
    const prefers = (choice: Partial<ApiChoice>) =>
      prefersResponses(resolveChoice({ providerId: 'openai', modelId: 'gpt-6.1-sol', ...choice }))
    expect(prefers({})).toBe(true)
    expect(prefers({ baseUrl: 'https://mine.openai.azure.com/openai/v1' })).toBe(true)
    expect(prefers({ modelId: 'gpt-4.1' })).toBe(false)
    expect(prefers({ baseUrl: 'http://127.0.0.1:4000/v1' })).toBe(false)
    expect(prefers({ providerId: 'openrouter', modelId: 'openai/gpt-6.1-sol' })).toBe(false)
  })
})
