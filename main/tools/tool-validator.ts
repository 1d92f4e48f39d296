import type { z } from 'zod'
import type { IToolHandler } from './tool-handler'

export type ValidInput = { readonly ok: true; readonly input: unknown } | { readonly ok: false; readonly message: string }

/** Checks a call's arguments against the very schema that the model was shown. */
export class ToolValidator {
  validate(handler: IToolHandler, input: Readonly<Record<string, unknown>>): ValidInput {
    const parsed = handler.spec.input.safeParse(input)
    if (parsed.success) return { ok: true, input: parsed.data }
    return { ok: false, message: describe(handler.name, parsed.error.issues) }
  }
}

function describe(tool: string, issues: readonly z.core.$ZodIssue[]): string {
  const problems = issues.map((issue) => {
    const field = issue.path.join('.') || 'input'
    return `- ${field}: ${issue.message}`
  })
  return `The call of ${tool} was not run, because its arguments do not fit:\n${problems.join('\n')}\nSend the call again with these mended.`
}
