import { randomUUID } from 'node:crypto'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { McpElicitation, McpField, McpFormValue } from '../../shared/mcp'
import { misfit } from './tools/check-value'
import { plain } from './server-log'

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, McpFormValue>> }
  | { readonly action: 'decline' | 'cancel' }

interface Pending {
  readonly shown: McpElicitation
  readonly schema: Readonly<Record<string, unknown>>
  readonly settle: (result: ElicitResult) => void
}

/** So many forms of one server wait at once; more are declined. */
const MAX_OF_SERVER = 3
const MAX_TEXT = 4_000
const MAX_FIELDS = 30
const MAX_CHOICES = 100

/** Forms that servers want filled in. Only the person fills them; without a window each is declined. */
export class Elicitations {
  private readonly pending = new Map<string, Pending>()
  private readonly attended: boolean
  private readonly onChange: () => void

  constructor(attended: boolean, onChange: () => void) {
    this.attended = attended
    this.onChange = onChange
  }

  list(): readonly McpElicitation[] {
    return [...this.pending.values()].map(({ shown }) => shown)
  }

  ask(server: string, params: ElicitRequestFormParams, signal: AbortSignal): Promise<ElicitResult> {
    const ofServer = this.list().filter((each) => each.server === server)
    const fields = fieldsOf(params.requestedSchema)
    const isTooMuch = fields.length > MAX_FIELDS || fields.some(({ choices = [] }) => choices.length > MAX_CHOICES)
    if (!this.attended || ofServer.length >= MAX_OF_SERVER || isTooMuch) return Promise.resolve({ action: 'decline' })
    const id = randomUUID()
    const shown = { id, server, message: shortened(params.message), fields }
    return new Promise((resolve) => {
      const settle = (result: ElicitResult): void => {
        this.pending.delete(id)
        signal.removeEventListener('abort', cancel)
        resolve(result)
        this.onChange()
      }
      const cancel = (): void => settle({ action: 'cancel' })
      this.pending.set(id, { shown, schema: params.requestedSchema, settle })
      if (signal.aborted) return cancel()
      signal.addEventListener('abort', cancel, { once: true })
      this.onChange()
    })
  }

  /** False when nobody waits for it any more. What does not fit the form is said in a sentence, and the form stays. */
  answer(id: string, answer: FormAnswer): { readonly accepted: boolean; readonly problem?: string } {
    const pending = this.pending.get(id)
    if (!pending) return { accepted: false }
    if (answer.action !== 'accept') {
      pending.settle({ action: answer.action })
      return { accepted: true }
    }
    const content = Object.fromEntries(pending.shown.fields.flatMap(({ name }) => entryOf(name, answer.content[name])))
    const problem = misfit(pending.schema, content)
    if (problem !== undefined) return { accepted: false, problem: `The server does not take this: ${problem}.` }
    pending.settle({ action: 'accept', content })
    return { accepted: true }
  }
}

const entryOf = (name: string, value: McpFormValue | undefined): [string, McpFormValue][] => (value === undefined ? [] : [[name, value]])

type FieldSchema = ElicitRequestFormParams['requestedSchema']['properties'][string]

function fieldsOf({ properties, required = [] }: ElicitRequestFormParams['requestedSchema']): McpField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const choices = choicesOf(schema)
    return {
      name,
      label: shortened(schema.title ?? name),
      description: shortened(schema.description ?? ''),
      required: required.includes(name),
      kind: kindOf(schema, choices !== undefined),
      ...(choices ? { choices } : {}),
      ...(schema.default === undefined ? {} : { default: typeof schema.default === 'string' ? shortened(schema.default) : schema.default }),
    }
  })
}

function kindOf({ type }: FieldSchema, hasChoices: boolean): McpField['kind'] {
  if (type === 'array') return 'choices'
  if (hasChoices) return 'choice'
  return type === 'string' ? 'text' : type
}

function choicesOf(schema: FieldSchema): McpField['choices'] {
  if (schema.type === 'array') return 'enum' in schema.items ? named(schema.items.enum) : titled(schema.items.anyOf)
  if ('oneOf' in schema) return titled(schema.oneOf)
  if ('enum' in schema) return named(schema.enum, 'enumNames' in schema ? schema.enumNames : undefined)
  return undefined
}

const named = (values: readonly string[], labels: readonly string[] = []): McpField['choices'] =>
  values.map((value, at) => ({ value, label: shortened(labels[at] ?? value) }))
const titled = (options: readonly { readonly const: string; readonly title: string }[]): McpField['choices'] =>
  options.map((option) => ({ value: option.const, label: shortened(option.title) }))

const shortened = (text: string): string => plain(text).slice(0, MAX_TEXT)
