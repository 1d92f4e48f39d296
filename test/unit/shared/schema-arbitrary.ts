import fc from 'fast-check'
import { z } from 'zod'

/**
 * Values that a schema of ours accepts, drawn from the schema itself: a new field is covered on the day it is added.
 * Throws on a kind of schema that it does not know, so that nothing is left out silently.
 */
export function arbitraryOf<Schema extends z.core.$ZodType>(schema: Schema): fc.Arbitrary<z.infer<Schema>> {
  return build(schema) as fc.Arbitrary<z.infer<Schema>>
}

/** Any JSON value, also with the keys that JavaScript treats specially. */
export const arbitraryJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(undefined, { __proto__: null }, JSON.parse('{"__proto__":{"a":1},"constructor":1}'), [], '', Number.NaN),
)

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom('\u0000', '\u2028', '\ud800', '</script>', '__proto__', 'null') },
)

const number = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer(),
  // JSON knows no -0, NaN or infinity.
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
)

/** Zod drops the key `__proto__` from a record; that it does is a test of its own. */
const key = fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__')

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

function build(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const arbitrary = buildLeaf(schema) ?? buildGroup(schema)
  if (!arbitrary) throw new Error(`No arbitrary for a schema of type ${schema._zod.def.type}`)
  return arbitrary
}

function buildLeaf(schema: z.core.$ZodType): fc.Arbitrary<unknown> | undefined {
  if (schema instanceof z.ZodString) return accepted(schema, text)
  if (schema instanceof z.ZodNumber) return accepted(schema, number)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  // z.json() is the only schema of ours that refers to itself.
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodLazy) return json
  return undefined
}

function buildGroup(schema: z.core.$ZodType): fc.Arbitrary<unknown> | undefined {
  if (schema instanceof z.ZodNullable) return fc.option(build(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodArray) return fc.array(build(schema.element), { maxLength: 4 })
  if (schema instanceof z.ZodRecord) return fc.dictionary(key, build(schema.valueType), { maxKeys: 4, noNullPrototype: true })
  if (schema instanceof z.ZodObject) return buildObject(schema)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(build))
  return undefined
}

const accepted = (schema: z.ZodType, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  values.filter((value) => schema.safeParse(value).success)

function buildObject(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.shape)
  const fields = entries.map(([key, field]) => [key, build(field instanceof z.ZodOptional ? field.unwrap() : field)] as const)
  const requiredKeys = entries.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([key]) => key)
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
}
