import { isAlias, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { failed, ok, type Result } from '../../shared/result'

export interface SkillText {
  readonly name: string
  /** On one line. */
  readonly description: string
  readonly body: string
}

const MAX_DESCRIPTION = 1_000
const Head = z.object({ name: z.string().trim().min(1), description: z.string().trim().min(1) })
const PARTS = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/
/** A name is given by the model and stands in a folder: nothing else is one. */
export const SKILL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** The file of a skill: YAML between two lines of `---`, then what it says. The failure is a sentence without a subject. */
export function readSkillFile(content: string, folderName: string): Result<SkillText, string> {
  const [, yaml, body = ''] = PARTS.exec(content) ?? []
  if (yaml === undefined) return failed('does not begin with a head between two lines of ---')
  const head = readHead(yaml)
  if (!head.ok) return head
  const { name, description } = head.value
  if (name !== folderName) return failed(`is named ${JSON.stringify(name)} and lies in a folder of another name`)
  if (!SKILL_NAME.test(name)) return failed('has a name with other characters than letters, digits, - and _')
  if (body.trim() === '') return failed('says nothing below its head')
  return ok({ name, description: description.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION), body: body.trim() })
}

function readHead(yaml: string): Result<z.infer<typeof Head>, string> {
  const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent' })
  const [error] = document.errors
  if (error) return failed('has a head that is no YAML')
  let hasAlias = false
  visit(document, (_, node) => {
    if (isAlias(node)) hasAlias = true
  })
  // A few of them can stand for more than fits into memory.
  if (hasAlias) return failed('uses aliases of YAML, which are not allowed here')
  const head = Head.safeParse(document.toJS())
  return head.success ? ok(head.data) : failed('has a head without a name or a description')
}
