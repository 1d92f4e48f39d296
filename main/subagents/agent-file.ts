import { isAlias, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { failed, ok, type Result } from '../../shared/result'
import type { AgentProfile } from '../tools/subagents-port'
import { whyNotOffered } from './tools-of-subagents'

const MAX_NAME = 100
const MAX_DESCRIPTION = 2_000

const text = (max: number) => z.string().trim().min(1).max(max)
/** A list, or one line with commas. */
const names = z
  .union([z.array(z.string()), z.string().transform((line) => line.split(','))])
  .transform((list) => list.map((name) => name.trim()).filter((name) => name !== ''))

const Head = z.object({
  name: text(MAX_NAME),
  description: text(MAX_DESCRIPTION),
  modelId: text(MAX_NAME).optional(),
  tools: names.optional(),
  skills: names.optional(),
})

const PARTS = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/

/** An agent of a file: YAML between two lines of `---`, then what the agent is told of itself. The failure is a sentence without a subject. */
export function readAgentFile(content: string): Result<AgentProfile, string> {
  const parts = PARTS.exec(content)
  if (!parts) return failed('does not begin with a head between two lines of ---')
  const body = (parts[2] ?? '').trim()
  const head = readHead(parts[1] ?? '')
  if (!head.ok) return head
  if (body === '') return failed('says nothing below its head, where the agent is told what it is')
  const { modelId, tools, skills, ...rest } = head.value
  const wrong = tools?.map(whyNotOffered).find((why) => why !== undefined)
  if (wrong !== undefined) return failed(`asks for a tool that cannot be had: ${wrong}`)
  return ok({ ...rest, body, ...(modelId ? { modelId } : {}), ...(tools ? { tools } : {}), ...(skills ? { skills } : {}) })
}

function readHead(yaml: string): Result<z.infer<typeof Head>, string> {
  const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent' })
  const [error] = document.errors
  if (error) return failed(`has a head that is no YAML: ${error.message.split('\n')[0] ?? ''}`)
  let hasAlias = false
  visit(document, (_, node) => {
    if (isAlias(node)) hasAlias = true
  })
  // A few of them can stand for more than fits into memory.
  if (hasAlias) return failed('uses aliases of YAML, which are not allowed here')
  const head = Head.safeParse(document.toJS())
  if (head.success) return ok(head.data)
  const [issue] = head.error.issues
  return failed(`has a head that does not fit: ${issue?.path.join('.') || 'the head'}: ${issue?.message ?? ''}`)
}
