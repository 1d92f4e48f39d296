import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'

/**
 * Servers that speak OpenAI's protocol call their reasoning by different names, and some want it back. What is needed for
 * that is kept in the signature of the reasoning block: the name of the field, or OpenRouter's details as they were.
 */
const ReasoningMark = z.object({
  field: z.enum(['reasoning', 'reasoning_content']),
  details: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type ReasoningMark = z.infer<typeof ReasoningMark>

export const writeReasoningMark = (mark: ReasoningMark): string => JSON.stringify(mark)

export function readReasoningMark(signature: string | undefined): ReasoningMark | undefined {
  // Signatures of other providers are no JSON.
  const parsed = ReasoningMark.safeParse(signature === undefined ? undefined : parseJson(signature))
  return parsed.success ? parsed.data : undefined
}
