import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isTooDeep } from '../transport/read-message'
import { plain } from '../server-log'

/** A JSON schema of an object. */
export type InputSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

/** A tool as its server describes it, once it was looked at. */
export interface InspectedTool {
  readonly name: string
  /** Plain and cut. */
  readonly description: string
  readonly inputSchema: InputSchema
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined
  /** What the server says of itself: a hint that nobody has checked. */
  readonly readOnly: boolean
  /** Of its description, its schemas and what it says of itself: what a person agreed to holds for exactly these. */
  readonly hash: string
}

export interface BrokenTool {
  readonly name: string
  readonly reason: string
}

/** 1 MB of description is an attack; what the model gets of an honest one is shorter still. */
const MAX_DESCRIPTION_BYTES = 1024 * 1024
const OFFERED_DESCRIPTION_LENGTH = 4_000
/** Of what a schema says of itself or of one of its parts. */
const OFFERED_PART_LENGTH = 1_000
const MAX_SCHEMA_DEPTH = 32
const MAX_SCHEMA_LENGTH = 256 * 1024
const MAX_NAME_LENGTH = 256

const schema = z.record(z.string(), z.unknown())
const Described = z.looseObject({
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  description: z.string().default(''),
  inputSchema: schema,
  outputSchema: schema.optional().catch(undefined),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
})

/** Looks at one entry of a list of tools. A broken one costs only itself. */
export function inspectTool(value: unknown): InspectedTool | BrokenTool {
  const parsed = Described.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { name: nameOf(value), reason: `its description by the server cannot be used (${issue?.path.join('.') || 'no object'})` }
  }
  const { name, description, inputSchema, outputSchema, annotations } = parsed.data
  const mended = unusable(parsed.data) ?? mendSchema(inputSchema)
  if (typeof mended === 'string') return { name, reason: mended }
  const readOnly = annotations?.readOnlyHint === true
  const hash = createHash('sha256')
    .update(JSON.stringify([description, inputSchema, outputSchema ?? null, readOnly]))
    .digest('hex')
  return {
    name,
    description: readable(description, OFFERED_DESCRIPTION_LENGTH),
    inputSchema: mended,
    outputSchema,
    readOnly,
    hash,
  }
}

/** Why it is too large, or runs in a way that is not spoken here. */
function unusable({ name, description, inputSchema, execution }: z.infer<typeof Described>): string | undefined {
  // Whoever switches it off, or lets it run, does so by its name.
  if (plain(name) !== name || /\p{Cc}/u.test(name)) return 'its name holds characters that nobody sees'
  if (execution?.taskSupport === 'required') return 'it only runs as a task of the protocol, which is not supported'
  if (Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES) return 'its description is longer than 1 MB'
  const text = JSON.stringify(inputSchema)
  if (text.length > MAX_SCHEMA_LENGTH) return `its schema is longer than ${MAX_SCHEMA_LENGTH / 1024} KB`
  return isTooDeep(text, MAX_SCHEMA_DEPTH) ? 'its schema is nested too deep' : undefined
}

export const isBroken = (tool: InspectedTool | BrokenTool): tool is BrokenTool => 'reason' in tool

/** What providers refuse is taken out where that changes nothing; else the reason why the tool cannot be offered. */
function mendSchema({ $schema: _, $id: _id, ...given }: Readonly<Record<string, unknown>>): InputSchema | string {
  const type = given['type'] ?? 'object'
  if (type !== 'object') return `its arguments must be an object, and it says ${JSON.stringify(type).slice(0, 40)}`
  const properties = given['properties'] ?? {}
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return 'its "properties" are no object'
  const bad = Object.entries(properties).find(([name, value]) => !isPropertyName(name) || !isSchema(value))
  if (bad) return `its argument ${JSON.stringify(bad[0]).slice(0, 80)} has a name or a schema that models cannot be given`
  const required = Array.isArray(given['required'])
    ? given['required'].filter((name) => typeof name === 'string' && name in properties)
    : []
  return { ...withReadableParts(given, properties), type: 'object', ...('required' in given ? { required } : {}) }
}

/** As the strictest provider wants them. */
const isPropertyName = (name: string): boolean => /^[\w.$-]{1,64}$/.test(name) && name !== '__proto__'
const isSchema = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))

const nameOf = (value: unknown): string => {
  const named = z.looseObject({ name: z.string() }).safeParse(value)
  return named.success ? named.data.name.slice(0, MAX_NAME_LENGTH) : '(no name)'
}

/** A schema whose words are for a person to read as they are for the model. What it allows stays the same. */
function withReadableParts(given: Readonly<Record<string, unknown>>, properties: object): Readonly<Record<string, unknown>> {
  const text = JSON.stringify({ ...given, properties })
  // It was an object before.
  return JSON.parse(text, (key, value: unknown) =>
    (key === 'description' || key === 'title') && typeof value === 'string' ? readable(value, OFFERED_PART_LENGTH) : value,
  ) as Record<string, unknown>
}

/** Plain and cut. */
function readable(words: string, most: number): string {
  const text = plain(words)
  return text.length <= most ? text : `${text.slice(0, most)}… (cut, it had ${text.length} characters)`
}
