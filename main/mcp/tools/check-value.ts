import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { withinTime } from './within-time'

/** A schema or a pattern of a stranger may take for ever. */
const CHECK_MS = 250

/**
 * Why a value does not fit a schema that a server gave; undefined when it does, and also when the schema itself cannot be used or takes
 * too long: then the server is left to judge.
 */
export function misfit(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  const { $schema: _, $id: _id, ...plain } = schema
  const checked = withinTime(CHECK_MS, () => check(plain, value))
  return checked?.value
}

function check(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  const compiled = compile(schema)
  const result = compiled?.(value)
  return result && !result.valid ? result.errorMessage : undefined
}

function compile(schema: Readonly<Record<string, unknown>>): ReturnType<AjvJsonSchemaValidator['getValidator']> | undefined {
  try {
    return new AjvJsonSchemaValidator().getValidator(schema)
  } catch (error) {
    // Ajv throws Errors about schemas that it cannot use, of several kinds.
    if (error instanceof Error) return undefined
    throw error
  }
}
