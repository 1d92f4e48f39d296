import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'

/** Characters of what a hook gives to the model. */
export const MAX_CONTEXT = 50_000
/** Characters of why it stops something. */
export const MAX_REASON = 4_000

/** What a hook answers with. It can stop and it can tell; it has no way to allow anything. */
export interface HookAnswer {
  readonly cancel: boolean
  readonly contextModification: string
  readonly errorMessage: string
}

export type ReadAnswer =
  /** It said nothing that looks like an answer, and need not. */
  | { readonly kind: 'none' }
  | { readonly kind: 'answer'; readonly answer: HookAnswer }
  /** `message` ends the sentence "The hook …". */
  | { readonly kind: 'bad'; readonly message: string }

const Answer = z.object({ cancel: z.boolean().optional(), contextModification: z.string().optional(), errorMessage: z.string().optional() })

/** The last JSON object in what a hook printed: other lines may stand around it. */
export function readAnswer(stdout: string): ReadAnswer {
  if (!stdout.includes('{')) return { kind: 'none' }
  const object = lastObject(stdout)
  if (!object) return { kind: 'bad', message: 'printed something that begins like JSON and is not' }
  if ('shouldContinue' in object)
    return { kind: 'bad', message: 'answered with shouldContinue, which is no longer known: use "cancel": true in its place' }
  const parsed = Answer.safeParse(object)
  if (!parsed.success)
    return { kind: 'bad', message: `answered with ${parsed.error.issues[0]?.path.join('.') ?? 'a field'} of another type` }
  const { cancel = false, contextModification = '', errorMessage = '' } = parsed.data
  return { kind: 'answer', answer: { cancel, contextModification, errorMessage } }
}

/** Steps that looking for it may take: text full of braces costs no more than this. */
const MAX_STEPS = 8_000_000

function lastObject(text: string): object | undefined {
  let found: object | undefined
  let steps = MAX_STEPS
  for (let at = text.indexOf('{'); at !== -1 && steps > 0; ) {
    const end = endOfObject(text, at, steps)
    steps -= (end ?? text.length) - at
    const object = end === undefined ? undefined : parseObject(text.slice(at, end))
    if (object) found = object
    at = text.indexOf('{', object && end !== undefined ? end : at + 1)
  }
  return found
}

/** Where the brace that opens at `start` is closed. Braces in strings do not count. */
function endOfObject(text: string, start: number, steps: number): number | undefined {
  let depth = 0
  let inString = false
  const last = Math.min(text.length, start + steps)
  for (let at = start; at < last; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth += 1
    else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

// It begins with a brace, so what it parses to is an object.
const parseObject = (text: string): object | undefined => parseJson(text) as object | undefined

/** The answers of all scripts of one name as one: any can stop, each is heard. */
export function mergeAnswers(answers: readonly HookAnswer[]): HookAnswer {
  const parts = (key: 'contextModification' | 'errorMessage'): string[] =>
    answers.map((each) => each[key].trim()).filter((text) => text !== '')
  return {
    cancel: answers.some(({ cancel }) => cancel),
    contextModification: parts('contextModification').join('\n\n').slice(0, MAX_CONTEXT),
    errorMessage: parts('errorMessage').join('\n').slice(0, MAX_REASON),
  }
}

/** What the model reads of a hook. A first word in capitals with a colon says of what type it is. */
export function wrapContext(source: string, text: string): string {
  const [, type, rest] = /^([A-Z][A-Z_]*): *\n*([\s\S]*)$/.exec(text.trim()) ?? []
  const content = (rest ?? text).trim().replaceAll(/<(\/?)hook_context/gi, '<$1hook-context')
  return `<hook_context source="${source}" type="${type?.toLowerCase() ?? 'general'}">\n${content}\n</hook_context>`
}
