import { afterEach, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server'
import { says, type ScriptedAnswer } from '../../../support/model-server/scripted-answer'
import { anthropicAt, ask, joined, userSays } from '../../../support/model-server/ask-model'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (...answers: ScriptedAnswer[]): Promise<ModelServer> => {
  server = await startModelServer(answers)
  return server
}

describe('the Anthropic handler', () => {
  it('streams text, thinking, tool calls, usage and the end', async () => {
    const at = await serve({
      pieces: [
        { thinking: 'Let me see.', signature: 'abc' },
        { redactedThinking: 'secret' },
        'I will read it.',
        { tool: 'read_file', input: { path: 'src/a.ts' }, id: 'toolu_1', cut: 3 },
        { tool: 'list_files', input: {}, json: '', id: 'toolu_2' },
      ],
      usage: { input: 100, output: 20, cacheReads: 7, cacheWrites: 3 },
    })
    const usage = { type: 'usage', inputTokens: 100, cacheReadTokens: 7, cacheWriteTokens: 3 }
    expect(joined(await ask(anthropicAt(at)))).toEqual([
      { ...usage, outputTokens: 1 },
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'reasoning_end', signature: 'abc' },
      { type: 'reasoning_end', redacted: 'secret' },
      { type: 'text', text: 'I will read it.' },
      { type: 'tool_call_start', id: 'toolu_1', name: 'read_file' },
      { type: 'tool_call_delta', id: 'toolu_1', json: '{"path":"src/a.ts"}' },
      { type: 'tool_call_end', id: 'toolu_1' },
      { type: 'tool_call_start', id: 'toolu_2', name: 'list_files' },
      { type: 'tool_call_end', id: 'toolu_2' },
      { ...usage, outputTokens: 20 },
      { type: 'end', stopReason: 'tool_use', rawReason: 'tool_use', requestId: 'req_scripted' },
    ])
  })

  it('sends the key, the prompt and the tools, with cache points on the prompt and the last two user turns', async () => {
    const at = await serve(says('ok'))
    const tool = { name: 'read_file', description: 'Reads.', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }
    await ask(anthropicAt(at), {
      tools: [tool],
      conversation: [
        userSays('one'),
        { role: 'assistant', content: [{ type: 'text', text: 'two' }], providerId: 'anthropic', modelId: 'claude-sonnet-5-5' },
        userSays('three'),
        {
          role: 'assistant',
          content: [{ type: 'tool_call', id: 'toolu_9', name: 'read_file', input: { path: 'a' } }],
          providerId: 'anthropic',
          modelId: 'claude-sonnet-5-5',
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              callId: 'toolu_9',
              content: [
                { type: 'text', text: 'four' },
                { type: 'image', mediaType: 'image/png', data: 'AAAA' },
              ],
              isError: true,
            },
          ],
        },
      ],
    })
    const { headers, body, path } = await at.waitForRequest(1)
    const cachePoint = { cache_control: { type: 'ephemeral' } }
    expect(path).toBe('/v1/messages')
    expect(headers.authorization).toBe('Bearer sk-secret-key')
    expect(body).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 128_000,
      stream: true,
      thinking: { type: 'adaptive', display: 'summarized' },
      system: [{ type: 'text', text: 'You help.', ...cachePoint }],
      tools: [{ name: 'read_file', description: 'Reads.', input_schema: tool.inputSchema }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'one' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
        { role: 'user', content: [{ type: 'text', text: 'three', ...cachePoint }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_9', name: 'read_file', input: { path: 'a' } }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_9',
              content: [
                { type: 'text', text: 'four' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              ],
              is_error: true,
              ...cachePoint,
            },
          ],
        },
      ],
    })
  })

  it.each([
    ['claude-haiku-4-5', {}, undefined],
    ['claude-haiku-4-5', { thinkingBudgetTokens: 4000 }, { type: 'enabled', budget_tokens: 4000 }],
    ['claude-haiku-4-5', { thinkingBudgetTokens: 999_999 }, { type: 'enabled', budget_tokens: 63_999 }],
    ['claude-opus-4-8', {}, undefined],
    ['claude-opus-4-8', { thinkingBudgetTokens: 4000 }, { type: 'adaptive', display: 'summarized' }],
    ['claude-sonnet-5-5', { reasoningEffort: 'none' }, { type: 'disabled' }],
    ['claude-opus-5-5', { reasoningEffort: 'none' }, { type: 'adaptive', display: 'summarized' }],
    ['claude-something-new', { reasoningEffort: 'high' }, { type: 'adaptive', display: 'summarized' }],
  ] as const)('asks %s to think as it can for %o', async (modelId, changes, thinking) => {
    const at = await serve(says('ok'))
    await ask(anthropicAt(at, { modelId }), changes)
    const { body } = await at.waitForRequest(1)
    expect(body['thinking']).toEqual(thinking)
    expect(body).not.toHaveProperty('temperature')
    expect(body['output_config']).toEqual(
      modelId === 'claude-opus-5-5' ? { effort: 'low' } : modelId === 'claude-something-new' ? { effort: 'high' } : undefined,
    )
  })

  it('does not ask for budgeted thinking in the middle of a tool use that began without', async () => {
    const at = await serve(says('ok'))
    await ask(anthropicAt(at, { modelId: 'claude-haiku-4-5' }), {
      thinkingBudgetTokens: 4000,
      conversation: [
        userSays('go'),
        { role: 'assistant', content: [{ type: 'tool_call', id: 'a', name: 'x', input: {} }], providerId: 'openai', modelId: 'gpt-5' },
      ],
    })
    expect((await at.waitForRequest(1)).body).not.toHaveProperty('thinking')
  })

  it('sends its own signed thinking back, and no foreign one', async () => {
    const at = await serve(says('ok'))
    const thought = { type: 'reasoning', text: 'hm', signature: 'sig' } as const
    const answer = { type: 'text', text: 'yes' } as const
    await ask(anthropicAt(at), {
      conversation: [
        userSays('a'),
        { role: 'assistant', content: [thought, answer], providerId: 'anthropic', modelId: 'claude-opus-5' },
        userSays('b'),
        { role: 'assistant', content: [thought, answer], providerId: 'anthropic', modelId: 'claude-sonnet-5-5' },
        userSays('c'),
      ],
    })
    expect((await at.waitForRequest(1)).body['messages']).toMatchObject([
      {},
      { content: [{ type: 'text', text: 'yes' }] },
      {},
      { content: [{ type: 'thinking', thinking: 'hm', signature: 'sig' }, { type: 'text' }] },
      {},
    ])
  })

  it.each([
    ['end_turn', 'end_turn'],
    ['max_tokens', 'max_tokens'],
    ['refusal', 'refusal'],
    ['pause_turn', 'other'],
    ['something_new', 'other'],
  ])('reads the stop reason %s as %s', async (rawReason, stopReason) => {
    const at = await serve({ pieces: ['hi'], stopReason: rawReason })
    expect((await ask(anthropicAt(at))).at(-1)).toMatchObject({ type: 'end', stopReason, rawReason })
  })

  it('states the cost where a long prompt has prices of its own', async () => {
    const at = await serve(
      { pieces: ['hi'], usage: { input: 200_000, output: 1000 } },
      { pieces: ['hi'], usage: { input: 2000, output: 1000 } },
    )
    const haiku = anthropicAt(at, { modelId: 'claude-haiku-5-5' })
    expect((await ask(haiku)).findLast((event) => event.type === 'usage')).toMatchObject({ totalCost: 0.1025 })
    expect((await ask(haiku)).findLast((event) => event.type === 'usage')).not.toHaveProperty('totalCost')
  })

  it('skips kinds of events and blocks that it does not know', async () => {
    const at = await serve({
      pieces: ['hi'],
      rawEvents: [
        'event: something_new\ndata: {"type":"something_new","x":1}\n\n',
        'event: content_block_start\ndata: {"type":"content_block_start","index":9,"content_block":{"type":"server_tool_use","id":"s"}}\n\n',
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"{}"}}\n\n',
        'event: content_block_stop\ndata: {"type":"content_block_stop","index":9}\n\n',
      ],
    })
    expect(joined(await ask(anthropicAt(at))).map((event) => event.type)).toEqual(['usage', 'text', 'usage', 'end'])
  })

  it('takes arguments that came with the start of the call', async () => {
    const block = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }
    const at = await serve({
      pieces: [],
      rawEvents: [
        `event: content_block_start\ndata: ${JSON.stringify({ type: 'content_block_start', index: 0, content_block: block })}\n\n`,
        'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
      ],
    })
    expect(await ask(anthropicAt(at))).toContainEqual({ type: 'tool_call_delta', id: 'toolu_1', json: '{"path":"a"}' })
  })
})
