import type { PartialToolUse } from '../tool-handler'

/** A text argument as far as it has arrived; empty before that. */
export function readableText(block: PartialToolUse, ...names: readonly string[]): string {
  for (const name of names) {
    const value = block.input[name]
    if (typeof value === 'string') return value
  }
  return ''
}

/** The description that stands before a result: `[read_file for 'src/a.ts']`. */
export function describeCall(tool: string, subject: unknown): string {
  return typeof subject === 'string' && subject !== '' ? `[${tool} for '${subject}']` : `[${tool}]`
}
