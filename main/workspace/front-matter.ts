import { failed, ok, type Result } from '../../shared/result'

export interface FrontMatter {
  /** What the YAML stands for; nothing is known of its shape. */
  readonly head: unknown
  /** Without the blanks around it. */
  readonly body: string
}

/** In characters. To read YAML takes time that grows with the square of its keys. */
const MAX_HEAD = 8_192
const PARTS = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/

/** A text with a head of YAML between two lines of `---`. The failure is a sentence without a subject. */
export async function readFrontMatter(content: string): Promise<Result<FrontMatter, string>> {
  const parts = PARTS.exec(content)
  if (!parts) return failed('does not begin with a head between two lines of ---')
  const [, yaml = '', body = ''] = parts
  if (yaml.length > MAX_HEAD) return failed(`has a head of more than ${MAX_HEAD / 1024} KB`)
  // Loaded by whoever has such a file: most have none, and it takes its time at a start.
  const { isAlias, parseDocument, visit } = await import('yaml')
  const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent' })
  const [error] = document.errors
  if (error) return failed(`has a head that is no YAML: ${error.message.split('\n')[0] ?? ''}`)
  let hasAlias = false
  visit(document, (_, node) => {
    if (isAlias(node)) hasAlias = true
  })
  // A few of them can stand for more than fits into memory.
  if (hasAlias) return failed('uses aliases of YAML, which are not allowed here')
  const head: unknown = document.toJS()
  return ok({ head, body: body.trim() })
}
