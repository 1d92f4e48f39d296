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
}

/** One question to a model, outside of any conversation and without tools. Rejects with a ProviderError, or with the signal's reason. */
export async function askModel(
  handler: ApiHandler,
  { instructions, text, taskId, heard }: ModelQuestion,
  signal: AbortSignal,
): Promise<{ readonly answer: string; readonly usage: RequestInfo | undefined }> {
  const request = {
    systemPrompt: instructions,
    conversation: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
    tools: [],
    taskId,
  }
  let answer = ''
  let usage: RequestInfo | undefined
  for await (const event of handler.createMessage(request, signal)) {
    if (event.type === 'text') {
      answer += event.text
      heard?.(answer)
    }
    if (event.type === 'usage') usage = describeRequest({ cacheWriteTokens: 0, cacheReadTokens: 0, ...event }, handler.getModel().info)
  }
  if (answer.trim() === '') throw new ProviderError({ kind: 'empty', message: 'The model gave an empty answer.' })
  return { answer, usage }
}
