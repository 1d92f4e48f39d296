import { z } from 'zod'

/** A path as the model writes it. */
export const pathField = (description: string) =>
  z
    .string()
    .refine((path) => path.trim() !== '', 'must not be empty')
    .refine((path) => !/\p{Cc}/u.test(path), 'must hold no control characters')
    .describe(description)

export const textField = (description: string) =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe(description)

/** Models also write "true" and "false". */
export const flagField = (description: string) => z.preprocess(readFlag, z.boolean().describe(description)).optional()

/** Models also write "12". */
export const numberField = (description: string) => z.preprocess(readNumber, z.int().describe(description)).optional()

/** Models also write a list as the text of one. */
export const listField = (description: string) => z.preprocess(readList, z.array(z.string()).describe(description)).optional()

/** Some models name the target of an edit `absolutePath`, as other versions of these tools do. */
export const withPathAlias = <Fields extends z.ZodType>(fields: Fields) => z.preprocess(nameAsPath, fields)

/** Models also write an object as the text of one. */
export const objectField = (description: string) =>
  z.preprocess(readObject, z.record(z.string(), z.unknown()).describe(description)).optional()

function readFlag(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : value
}

function readNumber(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value
}

function readList(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value
  try {
    const list: unknown = JSON.parse(value)
    return list
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

function readObject(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'string') return value
  try {
    const object: unknown = JSON.parse(value)
    return object
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

function nameAsPath(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('absolutePath' in input) || 'path' in input) return input
  const { absolutePath, ...rest } = input
  return { ...rest, path: absolutePath }
}
