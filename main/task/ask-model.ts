import type { ApiHandler } from '../providers/provider'
import { ProviderError } from '../providers/provider-error'
import { describeRequest, type RequestInfo } from './usage-meter'

export interface ModelQuestion {
  readonly instructions: string
  readonly text: string
  /** The task's ULID. */
  readonly taskId: string
  /** Told the answer as far as it has come. */
  readonly heard?: ((answer: string) => void) | undefined
  /** Told what it cost, also where it fails. */
  readonly used: (request: RequestInfo) => void
}

/** One question to a model, outside of any conversation and without tools. Rejects with a ProviderError, or with the signal's reason. */
export async function askModel(
  handler: ApiHandler,
  { instructions, text, taskId, heard, used }: ModelQuestion,
  signal: AbortSignal,
): Promise<string> {
  const request = {
    systemPrompt: instructions,
    conversation: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
    tools: [],
    taskId,
  }
  let answer = ''
  let hasEnded = false
  let usage: RequestInfo | undefined
  try {
    for await (const event of handler.createMessage(request, signal)) {
      if (event.type === 'end') hasEnded = true
      if (event.type === 'usage') usage = describeRequest({ cacheWriteTokens: 0, cacheReadTokens: 0, ...event }, handler.getModel().info)
      if (event.type !== 'text') continue
      answer += event.text
      heard?.(answer)
    }
  } finally {
    if (usage) used(usage)
  }
  if (!hasEnded) throw new ProviderError({ kind: 'network', message: 'The connection to the model broke off in the middle of its answer.' })
  if (answer.trim() === '') throw new ProviderError({ kind: 'empty', message: 'The model gave an empty answer.' })
  return answer
}
