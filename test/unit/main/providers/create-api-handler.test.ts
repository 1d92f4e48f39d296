import { describe, expect, it } from 'vitest'
import { type ApiChoice, createApiHandler, resolveChoice } from '../../../../main/providers/create-api-handler'
import { providerFacts } from '../../../../main/providers/provider-catalog'
import { failureOf } from '../../../support/model-server/ask-model'
import { providerIds } from '../../../../shared/models'

describe('createApiHandler', () => {
  it.each(providerIds)('makes a handler of %s from a name and a model, and asks nobody yet', async (providerId) => {
    const modelId = providerFacts(providerId).defaultModelId ?? 'llama'
    const handler = await createApiHandler({ providerId, modelId })
    expect(handler.providerId).toBe(providerId)
    expect(handler.getModel().id).toBe(modelId)
  })

  it.each([
    [{ baseUrl: 'not an address' }, 'protocol', '"not an address" is no address of'],
    [{ baseUrl: 'ftp://example.com' }, 'protocol', 'is no address of'],
    [{ headers: { 'x bad': '1' } }, 'bad_request', '"x bad"'],
    [{ headers: { 'x-bad': 'a\nb' } }, 'bad_request', '"x-bad"'],
    [{ apiKey: 'two words' }, 'auth', 'enter it again'],
  ] as const)('says in words what is wrong with %o', async (changes: Partial<ApiChoice>, kind, words) => {
    for (const providerId of ['anthropic', 'openai'] as const) {
      const facts = await failureOf({ providerId, modelId: 'm', apiKey: 'key', ...changes })
      expect(facts).toMatchObject({ kind, message: expect.stringContaining(words) })
    }
  })
})

describe('resolveChoice', () => {
  it.each([
    ['anthropic', 'https://gate.example/v1/', 'https://gate.example'],
    ['anthropic', undefined, 'https://api.anthropic.com'],
    ['openai', 'https://gate.example/v1/', 'https://gate.example/v1'],
    ['openai', 'gate.example/v1', 'https://gate.example/v1'],
    ['openai', 'https://me:secret@gate.example/v1', 'https://gate.example/v1'],
    ['ollama', 'http://localhost:11434', 'http://localhost:11434/v1'],
    ['ollama', 'localhost:11434', 'http://localhost:11434/v1'],
    ['lmstudio', ' 127.0.0.1:1234/ ', 'http://127.0.0.1:1234/v1'],
    ['lmstudio', 'http://box/api/v1', 'http://box/api/v1'],
  ] as const)('reads the address that people enter for %s: %s', (providerId, baseUrl, meant) => {
    const choice = { providerId, modelId: 'm', ...(baseUrl === undefined ? {} : { baseUrl }) }
    expect(resolveChoice(choice).place.baseUrl).toBe(meant)
  })
})
