import { afterEach, describe, expect, it } from 'vitest'
import type { ConversationTurn } from '../../../../main/providers/conversation'
import { anthropicAt, ask, joined, openAiAt, userSays } from '../../../support/model-server/ask-model'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server'
import { says, type ScriptedAnswer } from '../../../support/model-server/scripted-answer'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (...answers: ScriptedAnswer[]): Promise<ModelServer> => {
  server = await startModelServer(answers)
  return server
}
const chunk = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`
const delta = (fields: object): string => chunk({ choices: [{ index: 0, delta: fields }] })
const assistant = (modelId: string, ...content: Extract<ConversationTurn, { role: 'assistant' }>['content']): ConversationTurn => ({
  role: 'assistant',
  content,
  providerId: 'openai',
  modelId,
})
const sent = async (at: ModelServer) => (await at.waitForRequest(1)).body
const tool = { name: 'read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } }

describe('the handler of OpenAI-compatible endpoints', () => {
  it('streams text, reasoning, tool calls, usage and the end', async () => {
    const at = await serve({
      pieces: [
        { thinking: 'Let me see.' },
        'I will read.',
        { tool: 'read_file', input: { path: 'src/a.ts' }, id: 'call_1', cut: 4 },
        { tool: 'list_files', json: '', id: 'call_2' },
      ],
      usage: { input: 100, output: 20, cacheReads: 30 },
    })
    expect(joined(await ask(openAiAt(at)))).toEqual([
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'reasoning_end', signature: '{"field":"reasoning_content"}' },
      { type: 'text', text: 'I will read.' },
      { type: 'tool_call_start', id: 'call_1', name: 'read_file' },
      { type: 'tool_call_delta', id: 'call_1', json: '{"path":"src/a.ts"}' },
      { type: 'tool_call_start', id: 'call_2', name: 'list_files' },
      { type: 'usage', inputTokens: 100, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 0 },
      { type: 'tool_call_end', id: 'call_1' },
      { type: 'tool_call_end', id: 'call_2' },
      { type: 'end', stopReason: 'tool_use', rawReason: 'tool_calls', requestId: 'req_scripted' },
    ])
  })

  it('sends what simple servers understand', async () => {
    const at = await serve(says('ok'))
    await ask(openAiAt(at), {
      tools: [tool],
      conversation: [
        userSays('one'),
        assistant('some-model', { type: 'text', text: 'two' }, { type: 'tool_call', id: 'c1', name: 'read_file', input: { path: 'a' } }),
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              callId: 'c1',
              content: [
                { type: 'text', text: 'three' },
                { type: 'image', mediaType: 'image/png', data: 'AAAA' },
              ],
              isError: true,
            },
            { type: 'text', text: 'four' },
          ],
        },
      ],
    })
    const { headers, path } = await at.waitForRequest(1)
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe('Bearer sk-secret-key')
    expect(await sent(at)).toEqual({
      model: 'some-model',
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: { name: 'read_file', description: 'Reads.', parameters: tool.inputSchema } }],
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'one' },
        {
          role: 'assistant',
          content: 'two',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Error: three\n(an image: see below)' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '(Images from the tool results above:)' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'text', text: 'four' },
          ],
        },
      ],
    })
  })

  it('sends no key where there is none', async () => {
    const at = await serve(says('ok'))
    await ask({ providerId: 'ollama', modelId: 'llama', baseUrl: at.url })
    const { headers, path } = await at.waitForRequest(1)
    expect(path).toBe('/v1/chat/completions')
    expect(headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['gpt-5', 'high', [], { reasoning_effort: 'high', max_completion_tokens: 128_000 }],
    ['gpt-5', 'xhigh', [], { reasoning_effort: 'high' }],
    ['gpt-5', 'none', [], { reasoning_effort: 'low' }],
    ['o4-mini', undefined, [], { max_completion_tokens: 100_000 }],
    ['gpt-6-sol', 'high', [tool], { reasoning_effort: 'none' }],
    ['gpt-6-sol', 'high', [], { reasoning_effort: 'high' }],
  ] as const)('speaks to %s with effort %s as it wants to be spoken to', async (modelId, reasoningEffort, tools, params) => {
    const at = await serve(says('ok'))
    await ask(openAiAt(at, { modelId }), { tools, ...(reasoningEffort && { reasoningEffort }) })
    expect(await sent(at)).toMatchObject({ ...params, messages: [{ role: 'developer', content: 'You help.' }, {}] })
  })

  it('gives each call an id that is unique in the whole task', async () => {
    const conversation = [
      userSays('go'),
      assistant('some-model', { type: 'tool_call', id: 'call_0', name: 'read_file', input: {} }),
      { role: 'user', content: [{ type: 'tool_result', callId: 'call_0', content: [], isError: false }] } as const,
    ]
    const at = await serve({
      pieces: [
        { tool: 'read_file', id: 'call_0' },
        { tool: 'read_file', id: null },
        { tool: 'read_file', id: null },
      ],
    })
    const events = await ask(openAiAt(at), { conversation })
    const ids = events.flatMap((event) => (event.type === 'tool_call_start' ? [event.id] : []))
    expect(new Set([...ids, 'call_0']).size).toBe(4)
    expect(events.flatMap((event) => (event.type === 'tool_call_end' ? [event.id] : []))).toEqual(ids)
  })

  it('tells calls apart that all have the same index, or none', async () => {
    const call = (fields: object, name: string) => delta({ tool_calls: [{ ...fields, function: { name, arguments: '{"a":1}' } }] })
    const at = await serve(
      { rawEvents: [call({ index: 0, id: 'x' }, 'one'), call({ index: 0, id: 'y' }, 'two')] },
      { rawEvents: [call({}, 'one'), call({}, 'two')] },
    )
    for (const events of [await ask(openAiAt(at)), await ask(openAiAt(at))]) {
      expect(events.flatMap((event) => (event.type === 'tool_call_start' ? [event.name] : []))).toEqual(['one', 'two'])
      expect(events.flatMap((event) => (event.type === 'tool_call_delta' ? [event.json] : []))).toEqual(['{"a":1}', '{"a":1}'])
    }
  })

  it('ends well without usage, without a reason before [DONE], and without [DONE] after a reason', async () => {
    const at = await serve(
      { pieces: ['hi'], usage: null },
      { pieces: ['hi'], stopReason: null },
      { pieces: ['hi'], rawEvents: [chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })], withoutEnd: true },
    )
    const expected = [
      expect.objectContaining({ type: 'text' }),
      { type: 'end', stopReason: 'end_turn', rawReason: 'stop', requestId: 'req_scripted' },
    ]
    const told = async () => joined(await ask(openAiAt(at))).filter((event) => event.type !== 'usage')
    expect(await told()).toEqual(expected)
    expect(await told()).toEqual([expected[0], expect.objectContaining({ stopReason: 'end_turn', rawReason: 'none' })])
    expect(await told()).toEqual(expected)
  })

  it('keeps an answer whose connection breaks after the reason and before the usage', async () => {
    const whole = chunk({ choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] })
    const at = await serve({ rawEvents: [whole], withoutEnd: true, fault: { at: 1_000_000, kind: 'drop' } })
    expect((await ask(openAiAt(at))).at(-1)).toMatchObject({ type: 'end', stopReason: 'end_turn' })
  })

  it('tells a usage that comes with each chunk only when it changed', async () => {
    const usage = (output: number) => chunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: output } })
    const at = await serve({ rawEvents: [usage(1), usage(1), usage(2)], usage: null, pieces: ['hi'] })
    const told = (await ask(openAiAt(at))).flatMap((event) => (event.type === 'usage' ? [event.outputTokens] : []))
    expect(told).toEqual([1, 2])
  })

  it('sends reasoning back in the field it came in, while tools are used', async () => {
    const reasoning = { type: 'reasoning', text: 'hm', signature: '{"field":"reasoning_content"}' } as const
    const call = { type: 'tool_call', id: 'c1', name: 'read_file', input: {} } as const
    const at = await serve(says('ok'))
    await ask(openAiAt(at), {
      conversation: [
        userSays('a'),
        assistant('some-model', reasoning, { type: 'text', text: 'b' }),
        userSays('c'),
        assistant('some-model', reasoning, call),
        userSays('d'),
        assistant('another-model', reasoning, { ...call, id: 'c2' }),
      ],
    })
    const messages = (await sent(at))['messages']
    expect(messages).toMatchObject([{}, {}, {}, {}, { reasoning_content: 'hm' }, {}, {}, {}, {}])
    expect(JSON.stringify(messages).match(/reasoning_content/g)).toHaveLength(1)
  })
})

describe('OpenRouter', () => {
  const router = (at: ModelServer, modelId = 'anthropic/claude-sonnet-5.5') => openAiAt(at, { providerId: 'openrouter', modelId })

  it('states its cost, with what the provider behind it charges to one’s own key', async () => {
    const at = await serve(
      { pieces: ['hi'], usage: { input: 5, output: 2, cacheReads: 3, cacheWrites: 2, cost: 0.25 } },
      {
        usage: null,
        rawEvents: [chunk({ choices: [], usage: { cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.5 } } })],
      },
    )
    expect(await ask(router(at))).toContainEqual({
      type: 'usage',
      inputTokens: 5,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      totalCost: 0.25,
    })
    expect(await ask(router(at))).toContainEqual(expect.objectContaining({ type: 'usage', totalCost: 0.51 }))
  })

  it('is told what to cache for models that do not by themselves, and how much to think', async () => {
    const at = await serve(says('ok'))
    await ask(router(at), { reasoningEffort: 'high' })
    const cachePoint = { cache_control: { type: 'ephemeral' } }
    expect((await at.waitForRequest(1)).headers['x-title']).toBe('Countersign')
    expect(await sent(at)).toMatchObject({
      usage: { include: true },
      reasoning: { effort: 'high' },
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'You help.', ...cachePoint }] },
        { role: 'user', content: [{ type: 'text', text: 'hello', ...cachePoint }] },
      ],
    })
  })

  it('keeps the details of reasoning and sends them back whole', async () => {
    const detail = (fields: object) => delta({ reasoning: 'h', reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] })
    const at = await serve({
      rawEvents: [detail({ text: 'h' }), detail({ text: 'm' }), detail({ text: '', signature: 'sig' })],
      pieces: [],
    })
    const end = (await ask(router(at))).find((event) => event.type === 'reasoning_end')
    const details = [{ type: 'reasoning.text', index: 0, text: 'hm', signature: 'sig' }]
    expect(JSON.parse(end?.signature ?? '')).toEqual({ field: 'reasoning', details })
  })
})

describe('both protocols', () => {
  it('tell the same of the same script', async () => {
    const answer: ScriptedAnswer = {
      pieces: ['Hello there.', { tool: 'read_file', input: { path: 'a' }, id: 'call_1' }],
      usage: { input: 3, output: 4, cacheReads: 1 },
    }
    const at = await serve(answer, answer)
    const content = async (choice: Parameters<typeof ask>[0]) =>
      joined(await ask(choice)).filter((event) => event.type === 'text' || event.type.startsWith('tool_call'))
    expect(await content(openAiAt(at))).toEqual(await content(anthropicAt(at)))
  })
})
