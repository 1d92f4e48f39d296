import { z } from 'zod'

/** Ids as in the source design. `demo` is ours: a script that needs no key and no network. */
export const providerIds = ['anthropic', 'openai', 'openrouter', 'cline', 'ollama', 'lmstudio', 'demo'] as const
export const ProviderId = z.enum(providerIds)
export type ProviderId = z.infer<typeof ProviderId>

/** Prices are US dollars per million tokens; `undefined` means nobody told us. */
export const ModelInfo = z.object({
  name: z.string().optional(),
  maxTokens: z.number().optional(),
  contextWindow: z.number().optional(),
  supportsImages: z.boolean().optional(),
  supportsPromptCache: z.boolean(),
  supportsReasoning: z.boolean().optional(),
  inputPrice: z.number().optional(),
  outputPrice: z.number().optional(),
  cacheWritesPrice: z.number().optional(),
  cacheReadsPrice: z.number().optional(),
  description: z.string().optional(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

export const ModelChoice = z.object({ id: z.string(), info: ModelInfo })
export type ModelChoice = z.infer<typeof ModelChoice>

/** What the window may know of a provider: never a key, only whether there is one. */
export const ProviderStatus = z.object({
  id: ProviderId,
  label: z.string(),
  needsKey: z.boolean(),
  hasKey: z.boolean(),
  /** Last four characters of the key, so that a person can tell two keys apart. */
  keyHint: z.string().optional(),
  /** Where the key is kept: an OS keychain by its name, `file` (owner only) or `memory` (until quit). */
  keyBackend: z.string().optional(),
  defaultModelId: z.string().optional(),
  models: z.array(ModelChoice),
})
export type ProviderStatus = z.infer<typeof ProviderStatus>
