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
  if (typeof subject !== 'string' || subject === '') return `[${tool}]`
  return `[${tool} for '${subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT)}…` : subject}']`
}

const MAX_SUBJECT = 300

/** A list of texts as far as it has arrived, also where the model writes it as text: `["a", "b` holds `a`, and `b` is still to come. */
export function readableList(block: PartialToolUse, name: string): readonly string[] {
  const value = block.input[name]
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string')
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return []
  return [...value.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(([quoted]) => textIn(quoted))
}

/** The text in the quotes; none where a model wrote what JSON does not know, such as `\x`. */
function textIn(quoted: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(quoted)
    return typeof text === 'string' ? [text] : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
