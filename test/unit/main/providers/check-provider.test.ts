import { afterEach, describe, expect, it } from 'vitest'
import { checkProvider } from '../../../../main/providers/check-provider'
import { findLocalServers } from '../../../../main/providers/find-local-servers'
import { anthropicAt, openAiAt } from '../../../support/model-server/ask-model'
import { type ModelServer, type ModelServerOptions, startModelServer } from '../../../support/model-server/model-server'
import { refuses } from '../../../support/model-server/scripted-answer'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (options: ModelServerOptions): Promise<ModelServer> => {
  server = await startModelServer([], options)
  return server
}

describe('checkProvider', () => {
  it('lists what Anthropic offers, with what is known of it', async () => {
    const at = await serve({
      models: [
        { id: 'claude-haiku-4-5', display_name: 'Claude Haiku 4.5', max_input_tokens: 200_000, max_tokens: 64_000 },
        { id: 'claude-new-9', display_name: 'Claude New 9', max_input_tokens: 2_000_000, max_tokens: 256_000 },
        { broken: true },
      ],
    })
    const check = await checkProvider(anthropicAt(at, { modelId: 'claude-haiku-4-5' }))
    expect(check).toMatchObject({
      works: true,
      message: 'Anthropic answers and offers 2 models.',
      models: [
        { id: 'claude-haiku-4-5', info: { inputPrice: 1, contextWindow: 200_000 } },
        { id: 'claude-new-9', info: { name: 'Claude New 9', contextWindow: 2_000_000, maxTokens: 256_000 } },
      ],
    })
    expect(check.models[1]?.info).not.toHaveProperty('inputPrice')
  })

  it('lists what an OpenAI-compatible server offers, and says when the chosen model is missing', async () => {
    const at = await serve({ models: [{ id: 'local', max_model_len: 8192 }] })
    expect(await checkProvider(openAiAt(at, { modelId: 'other' }))).toEqual({
      works: true,
      message: `${new URL(at.url).host} answers and offers one model, but other is not among them.`,
      models: [{ id: 'local', info: { supportsPromptCache: false, contextWindow: 8192 } }],
    })
  })

  it('reads prices and sizes from OpenRouter’s list', async () => {
    const at = await serve({
      models: [
        {
          id: 'maker/model',
          name: 'A model',
          context_length: 131_072,
          architecture: { input_modalities: ['text', 'image'] },
          pricing: { prompt: '0.0000003', completion: '0.000001', input_cache_read: '0.00000003' },
          top_provider: { max_completion_tokens: 16_384 },
        },
      ],
    })
    const check = await checkProvider(openAiAt(at, { providerId: 'openrouter', modelId: 'maker/model' }))
    expect(check.models).toEqual([
      {
        id: 'maker/model',
        info: {
          name: 'A model',
          contextWindow: 131_072,
          maxTokens: 16_384,
          supportsImages: true,
          supportsPromptCache: false,
          inputPrice: 0.3,
          outputPrice: 1,
          cacheReadsPrice: 0.03,
        },
      },
    ])
  })

  it('says of a key that is refused that it is refused', async () => {
    const at = await serve({ modelsAnswer: refuses(401, 'authentication_error', 'invalid x-api-key') })
    const check = await checkProvider(anthropicAt(at))
    expect(check).toMatchObject({ works: false, message: 'Anthropic refused the key: check it in Settings, or enter another one.' })
    expect(check.models.length).toBeGreaterThan(5)
  })

  it('says of an address that answers with a web page that it is the wrong one', async () => {
    const at = await serve({ modelsAnswer: { body: '<html></html>', headers: { 'content-type': 'text/html' } } })
    const check = await checkProvider(openAiAt(at))
    expect(check.works).toBe(false)
    expect(check.message).toBe(`${at.openAiUrl} answered with a web page: check the base address (it usually ends with /v1).`)
  })

  it('says so when the answer is no list', async () => {
    const at = await serve({ modelsAnswer: { body: { hello: 'world' } } })
    expect(await checkProvider(openAiAt(at))).toMatchObject({
      works: false,
      message: expect.stringContaining('something else than a list'),
    })
  })

  it('says so when nobody is there, and when no key was given', async () => {
    const closed = await startModelServer([])
    await closed.close()
    expect(await checkProvider({ providerId: 'ollama', baseUrl: closed.url })).toMatchObject({
      works: false,
      message: `Nothing answers at ${new URL(closed.url).host}: start Ollama, or check the address in Settings.`,
    })
    expect(await checkProvider({ providerId: 'anthropic' })).toMatchObject({
      works: false,
      message: expect.stringContaining('wants a key'),
    })
  })

  it('needs nobody for the demo', async () => {
    expect(await checkProvider({ providerId: 'demo' })).toMatchObject({ works: true, models: [{ id: 'demo-script' }] })
  })
})

describe('findLocalServers', () => {
  it('finds who answers with a list of models, and nobody else', async () => {
    const ollama = await startModelServer([], { models: [{ id: 'qwen' }, { id: 'llama' }] })
    const page = await startModelServer([], { modelsAnswer: { body: '<html>' } })
    const silent = await startModelServer([], { modelsAnswer: { waits: true } })
    const closed = await startModelServer([])
    await closed.close()
    const places = [ollama, page, silent, closed].map((each) => ({ provider: 'ollama' as const, baseUrl: each.openAiUrl }))
    expect(await findLocalServers(places, 1_000)).toEqual([{ provider: 'ollama', baseUrl: ollama.openAiUrl, models: ['qwen', 'llama'] }])
    await Promise.all([ollama, page, silent].map((each) => each.close()))
  })
})
