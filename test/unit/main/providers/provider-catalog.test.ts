import { describe, expect, it } from 'vitest'
import {
  acceptedEffort,
  knownModels,
  longPromptCost,
  catalogEntry,
  modelInfo,
  providerFacts,
} from '../../../../main/providers/provider-catalog'
import { ModelInfo, providerIds } from '../../../../shared/models'

describe('the catalog', () => {
  it.each(providerIds)('offers models of %s that the window accepts, the default among them', (id) => {
    const models = knownModels(id)
    for (const model of models) expect(ModelInfo.strict().safeParse(model.info).error).toBeUndefined()
    const { defaultModelId } = providerFacts(id)
    if (models.length > 0) expect(models.map((model) => model.id)).toContain(defaultModelId)
  })

  it('takes a dated id for the model of that name', () => {
    expect(modelInfo('anthropic', 'claude-haiku-4-5-20251001')).toEqual(modelInfo('anthropic', 'claude-haiku-4-5'))
    expect(modelInfo('openai', 'gpt-5-2025-08-07')).toEqual(modelInfo('openai', 'gpt-5'))
  })

  it('invents neither a window nor a price for a model it does not know', () => {
    for (const [provider, model] of [
      ['anthropic', 'claude-unheard-of-9'],
      ['anthropic', 'toString'],
      ['openai', 'some-model'],
      ['openrouter', 'maker/model'],
      ['ollama', 'gpt-oss:120b-cloud'],
    ] as const) {
      const info = modelInfo(provider, model)
      expect(info).not.toHaveProperty('contextWindow')
      expect(info).not.toHaveProperty('inputPrice')
    }
  })

  it('calls a model that runs on this machine free', () => {
    expect(modelInfo('ollama', 'qwen3')).toMatchObject({ inputPrice: 0, outputPrice: 0 })
  })

  it('takes the sizes behind OpenRouter’s names, and leaves its prices to it', () => {
    const info = modelInfo('openrouter', 'anthropic/claude-opus-4.5:beta')
    expect(info).toMatchObject({ name: 'Claude Opus 4.5', contextWindow: 200_000 })
    expect(info).not.toHaveProperty('inputPrice')
  })

  it('lets the person say what nobody else can', () => {
    expect(modelInfo('openai', 'mine', { contextWindow: 8192, inputPrice: 1, maxTokens: undefined })).toEqual({
      supportsPromptCache: false,
      contextWindow: 8192,
      inputPrice: 1,
    })
  })

  it('bills a long prompt at its own prices, every token of it', () => {
    const haiku = catalogEntry('anthropic', 'claude-haiku-5-5')
    expect(longPromptCost(haiku, { inputTokens: 100_000, outputTokens: 1 })).toBeUndefined()
    expect(longPromptCost(haiku, { inputTokens: 1_000_000, outputTokens: 1_000_000, cacheReadTokens: 1_000_000 })).toBeCloseTo(3.05)
  })

  it.each([
    ['gpt-5', 'none', 'low'],
    ['gpt-5', 'xhigh', 'high'],
    ['gpt-6.1-sol', 'none', 'low'],
    ['gpt-6-sol', 'none', 'none'],
    ['unknown', 'xhigh', 'xhigh'],
  ] as const)('asks %s for %s by %s', (model, wanted, asked) => {
    expect(acceptedEffort('openai', model, wanted)).toBe(asked)
  })
})
