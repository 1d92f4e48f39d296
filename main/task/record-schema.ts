import { z } from 'zod'
import { QueuedMessage } from '../../shared/extension-state'
import { AppendField, FileChange } from '../../shared/messages'
import { Mode } from '../../shared/settings'
import { ChangedBy, TaskChange } from '../../shared/task-changes'
import { taintFacts } from '../approval/taint'
import type { TaskRecord } from './journal-records'

/** The shapes of `TaskRecord`, for what is read from a disk. A row and what a patch makes of one have a schema of their own. */

const text = z.object({ type: z.literal('text'), text: z.string() })
const image = z.object({ type: z.literal('image'), mediaType: z.string(), data: z.string() })
const words = z.discriminatedUnion('type', [text, image])
const said = z.object({ text: z.string(), images: z.array(z.string()), files: z.array(z.string()) })
const fields = z.record(z.string(), z.unknown())

const assistantBlock = z.discriminatedUnion('type', [
  text,
  z.object({ type: z.literal('reasoning'), text: z.string(), signature: z.string().optional(), redacted: z.string().optional() }),
  // Without `input` its arguments did not arrive whole.
  z.object({ type: z.literal('tool_call'), id: z.string(), name: z.string(), input: fields.optional() }),
])
const assistantTurn = z.object({
  role: z.literal('assistant'),
  content: z.array(assistantBlock),
  providerId: z.string(),
  modelId: z.string(),
})
const result = z.object({ type: z.literal('tool_result'), callId: z.string(), content: z.array(words), isError: z.boolean() })
const ts = z.number()
const content = z.string().nullable()

const shapes: { readonly [Kind in TaskRecord['k']]: z.ZodType } = {
  task: z.object({ taskId: z.string(), cwd: z.string(), mode: Mode }),
  row: z.object({ row: fields, before: ts.optional() }),
  patch: z.object({ ts, patch: fields }),
  append: z.object({ ts, field: AppendField, append: z.union([z.string(), fields]) }),
  remove: z.object({ ts }),
  words: said.extend({ tag: z.enum(['task', 'user_message', 'feedback', 'hook_context']) }),
  user: z.object({ results: z.array(z.string()), words: z.number().int().min(0).optional(), content: z.array(words) }),
  assistant: z.object({ turn: assistantTurn }),
  intent: z.object({ callId: z.string(), name: z.string(), summary: z.string() }),
  result: z.object({ block: result }),
  condensed: z.object({ opening: z.string() }),
  mode: z.object({ mode: Mode }),
  taint: z.object({ fact: z.enum(taintFacts) }),
  fetched: z.object({ address: z.string() }),
  queue: z.object({ messages: z.array(QueuedMessage) }),
  change: FileChange.extend({
    real: z.string(),
    by: ChangedBy,
    before: content,
    after: content,
    unkept: z.string().optional(),
    kind: TaskChange.shape.kind.optional(),
  }),
  undo: z.object({ id: z.string(), undone: z.boolean(), from: content, to: content }),
}

/** True when the record is of a kind that this version does not know: a newer one wrote it. */
export const isOfNewerKind = (record: unknown): boolean => {
  const kind = kindOf(record)
  return kind !== undefined && !Object.hasOwn(shapes, kind)
}

export function isTaskRecord(record: unknown): record is TaskRecord {
  const kind = kindOf(record)
  return isKnown(kind) && shapes[kind].safeParse(record).success
}

const kindOf = (record: unknown): string | undefined =>
  typeof record === 'object' && record !== null && 'k' in record && typeof record.k === 'string' ? record.k : undefined

const isKnown = (kind: string | undefined): kind is TaskRecord['k'] => kind !== undefined && Object.hasOwn(shapes, kind)
