import { z } from 'zod'
import { failed, ok, type Result } from '../../shared/result'
import type { AgentProfile } from '../tools/subagents-port'
import { readFrontMatter } from '../workspace/front-matter'
import { whyNotOffered } from './tools-of-subagents'

const MAX_NAME = 100
const MAX_DESCRIPTION = 2_000

const text = (max: number) => z.string().trim().min(1).max(max)
/** A list, or one line with commas. */
const names = z
  .union([z.array(z.string()), z.string().transform((line) => line.split(','))])
  .transform((list) => list.map((name) => name.trim()).filter((name) => name !== ''))

/** A key with nothing behind it says nothing. */
const Head = z.object({
  name: text(MAX_NAME),
  description: text(MAX_DESCRIPTION),
  modelId: text(MAX_NAME).nullish(),
  tools: names.nullish(),
  skills: names.nullish(),
})

/** An agent of a file: a head, then what the agent is told of itself. The failure is a sentence without a subject. */
export async function readAgentFile(content: string): Promise<Result<AgentProfile, string>> {
  const read = await readFrontMatter(content)
  if (!read.ok) return read
  const { body } = read.value
  const head = readHead(read.value.head)
  if (!head.ok) return head
  if (body === '') return failed('says nothing below its head, where the agent is told what it is')
  const { modelId, tools, skills, ...rest } = head.value
  const wrong = tools?.map(whyNotOffered).find((why) => why !== undefined)
  if (wrong !== undefined) return failed(`asks for a tool that cannot be had: ${wrong}`)
  return ok({ ...rest, body, ...(modelId ? { modelId } : {}), ...(tools ? { tools } : {}), ...(skills ? { skills } : {}) })
}

function readHead(given: unknown): Result<z.infer<typeof Head>, string> {
  const head = Head.safeParse(given)
  if (head.success) return ok(head.data)
  const [issue] = head.error.issues
  return failed(`has a head that does not fit: ${issue?.path.join('.') || 'the head'}: ${issue?.message ?? ''}`)
}
