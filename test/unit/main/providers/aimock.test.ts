import { LLMock } from '@copilotkit/aimock'
import { afterEach, describe, expect, it } from 'vitest'
import { anthropicAt, ask, joined, openAiAt } from '../../../support/model-server/ask-model'

/** Another hand's idea of both protocols: what our own model server and handlers agree on could still be wrong. */
const mock = new LLMock({ port: 0 })
afterEach(() => mock.stop())

describe('the handlers', () => {
  it('understand a stand-in that others made', async () => {
    mock.onMessage('hello', { content: 'Good day to you.' })
    mock.onMessage('read', { toolCalls: [{ name: 'read_file', arguments: '{"path":"a.ts"}' }] })
    await mock.start()
    const places = { url: mock.url, openAiUrl: `${mock.url}/v1` }
    for (const choice of [anthropicAt(places), openAiAt(places)]) {
      const said = joined(await ask(choice))
      expect(said).toContainEqual({ type: 'text', text: 'Good day to you.' })
      expect(said.at(-1)).toMatchObject({ type: 'end', stopReason: 'end_turn' })
      const called = joined(await ask(choice, { conversation: [{ role: 'user', content: [{ type: 'text', text: 'read' }] }] }))
      expect(called).toContainEqual(expect.objectContaining({ type: 'tool_call_start', name: 'read_file' }))
      expect(called).toContainEqual(expect.objectContaining({ type: 'tool_call_delta', json: '{"path":"a.ts"}' }))
      expect(called.at(-1)).toMatchObject({ type: 'end', stopReason: 'tool_use' })
    }
  })
})
