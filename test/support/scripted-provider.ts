import type { ModelInfo } from '../../shared/models'
import type { ApiHandler, ApiRequest, ApiStreamEvent, StopReason } from '../../main/providers/provider'
import type { ProviderError } from '../../main/providers/provider-error'

/** One step of an answer: an event, an error that ends it, or a gate that a test opens. */
export type ScriptStep =
  | ApiStreamEvent
  | { readonly type: 'fail'; readonly error: ProviderError }
  | { readonly type: 'gate'; readonly opened: Promise<void> }
export type ScriptedAnswer = readonly ScriptStep[]

const usage = { type: 'usage', inputTokens: 10, outputTokens: 5 } as const
const end = (stopReason: StopReason): ApiStreamEvent => ({ type: 'end', stopReason, rawReason: stopReason })

let calls = 0

/** A call with its arguments in pieces of `size` characters. */
export function toolCall(name: string, input: unknown, size = 7): ApiStreamEvent[] {
  calls += 1
  const id = `call_${calls}`
  const json = JSON.stringify(input)
  const pieces = json.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
  return [
    { type: 'tool_call_start', id, name },
    ...pieces.map((piece): ApiStreamEvent => ({ type: 'tool_call_delta', id, json: piece })),
    { type: 'tool_call_end', id },
  ]
}

export const text = (words: string): ApiStreamEvent[] => words.split(/(?<= )/).map((word) => ({ type: 'text', text: word }))

/** A whole answer, with usage and a proper end. */
export function answer(...parts: readonly (readonly ScriptStep[])[]): ScriptedAnswer {
  const steps = parts.flat()
  return [...steps, usage, end(steps.some((step) => step.type === 'tool_call_end') ? 'tool_use' : 'end_turn')]
}

export const complete = (result = 'All done.'): ScriptedAnswer => answer(toolCall('attempt_completion', { result }))

export interface ScriptedProvider {
  readonly handler: ApiHandler
  readonly requests: ApiRequest[]
}

const info: ModelInfo = { supportsPromptCache: false, supportsImages: true, contextWindow: 100_000, inputPrice: 1, outputPrice: 2 }

/** A model that says what a test wrote. A request beyond the script fails the test. */
export function scriptedProvider(script: readonly ScriptedAnswer[], providerId = 'scripted', modelId = 'script-1'): ScriptedProvider {
  const requests: ApiRequest[] = []
  const handler: ApiHandler = {
    providerId,
    getModel: () => ({ id: modelId, info }),
    createMessage: (request, signal) => play(script[requests.push({ ...request, conversation: [...request.conversation] }) - 1], signal),
  }
  return { handler, requests }
}

/** Several conversations at once: each follows the script whose key its first message holds. */
export function scriptedTeam(scripts: Readonly<Record<string, readonly ScriptedAnswer[]>>): ScriptedTeam {
  const requests: ApiRequest[] = []
  const waiting = new Set<{ readonly count: number; resolve(): void }>()
  const arrived = () => {
    for (const each of waiting) if (requests.length >= each.count) each.resolve()
  }
  const asked = new Map<string, ApiRequest[]>(Object.keys(scripts).map((key) => [key, []]))
  const handler: ApiHandler = {
    providerId: 'scripted',
    getModel: () => ({ id: 'script-1', info }),
    createMessage: (request, signal) => {
      const copy = { ...request, conversation: [...request.conversation] }
      const key = Object.keys(scripts).find((each) => firstWords(copy).includes(each)) ?? ''
      requests.push(copy)
      arrived()
      return play(scripts[key]?.[(asked.get(key)?.push(copy) ?? 0) - 1], signal)
    },
  }
  return {
    handler,
    requests,
    of: (key) => asked.get(key) ?? [],
    requested: (count) =>
      new Promise((resolve) => {
        waiting.add({ count, resolve })
        arrived()
      }),
  }
}

export interface ScriptedTeam extends ScriptedProvider {
  /** The requests of one of them. */
  of(key: string): readonly ApiRequest[]
  /** Resolves once so many requests were made in all. */
  requested(count: number): Promise<void>
}

function firstWords({ conversation: [first] }: ApiRequest): string {
  const words = first?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') ?? ''
  return words.replace(/<project>[^]*?<\/project>/g, '')
}

async function* play(steps: ScriptedAnswer | undefined, signal: AbortSignal): AsyncGenerator<ApiStreamEvent> {
  if (!steps) throw new Error('The script has no further answer.')
  for (const step of steps) {
    signal.throwIfAborted()
    if (step.type === 'fail') throw step.error
    if (step.type === 'gate') await Promise.race([step.opened, aborted(signal)])
    else yield step
    await Promise.resolve()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
