import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { type AskAnswer, AskResponse } from '../../shared/messages'

export interface StdinHandlers {
  /** False when this ask is not open any more. */
  answer(ts: number, answer: AskAnswer): boolean
  queue(text: string): void
  cancel(): void
  /** Nobody will say anything any more. */
  ended(): void
  notice(code: string, text: string): void
}

const Command = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('askResponse'),
    ts: z.number().int(),
    response: AskResponse,
    text: z.string().optional(),
    images: z.array(z.string()).optional(),
    files: z.array(z.string()).optional(),
    /** For how long an approval holds for the same again; `once` makes no rule. */
    scope: z.enum(['once', 'task', 'project', 'always']).optional(),
  }),
  z.object({ type: z.literal('message'), text: z.string() }),
  z.object({ type: z.literal('cancel') }),
])
type Command = z.infer<typeof Command>

/** Longest line that is taken, in characters: images travel in it. */
const MAX_LINE = 64 * 1024 * 1024

/** Takes commands from the other end, one JSON object a line. A line that is none changes nothing and is told of. */
export function readStdinCommands(input: NodeJS.ReadableStream, handlers: StdinHandlers): void {
  const decoder = new StringDecoder('utf8')
  const lines = createLines(
    (line) => takeLine(line, handlers),
    () => handlers.notice('bad_command', `A line of more than ${MAX_LINE} characters was left out.`),
  )
  let hasEnded = false
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    lines.feed(decoder.end())
    lines.end()
    handlers.ended()
  }
  input.on('data', (chunk: Buffer | string) => lines.feed(typeof chunk === 'string' ? chunk : decoder.write(chunk)))
  input.on('end', end)
  input.on('error', (error: Error) => {
    handlers.notice('stdin_failed', `Reading commands failed: ${error.message}`)
    end()
  })
}

/** Only a line feed ends a line: the other line ends of Unicode may stand inside a JSON text. */
function createLines(take: (line: string) => void, tooLong: () => void): { feed(text: string): void; end(): void } {
  let pieces: string[] = []
  let length = 0
  const finish = () => {
    const isTooLong = length > MAX_LINE
    const line = isTooLong ? '' : pieces.join('')
    pieces = []
    length = 0
    if (isTooLong) tooLong()
    else if (line.trim() !== '') take(line)
  }
  const keep = (piece: string) => {
    length += piece.length
    if (length > MAX_LINE) pieces = []
    else pieces.push(piece)
  }
  return {
    feed(text) {
      const [first = '', ...more] = text.split('\n')
      keep(first)
      for (const piece of more) {
        finish()
        keep(piece)
      }
    },
    end: finish,
  }
}

function takeLine(line: string, handlers: StdinHandlers): void {
  const command = parse(line)
  if (!command.ok) return handlers.notice('bad_command', command.problem)
  switch (command.value.type) {
    case 'message':
      return handlers.queue(command.value.text)
    case 'cancel':
      return handlers.cancel()
    default:
      return takeAnswer(command.value, handlers)
  }
}

function takeAnswer(
  { ts, response, text, images, files, scope = 'once' }: Extract<Command, { type: 'askResponse' }>,
  handlers: StdinHandlers,
): void {
  const answer: AskAnswer = {
    response,
    ...(text === undefined ? {} : { text }),
    ...(images === undefined ? {} : { images }),
    ...(files === undefined ? {} : { files }),
    ...(scope === 'once' ? {} : { rule: { scope } }),
  }
  if (!handlers.answer(ts, answer))
    handlers.notice('stale_answer', `The ask ${ts} is not open any more, so the answer to it changed nothing.`)
}

type Parsed = { readonly ok: true; readonly value: Command } | { readonly ok: false; readonly problem: string }

function parse(line: string): Parsed {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: `A line on stdin is no JSON, so it was left out: ${beginning(line)}` }
    throw error
  }
  const command = Command.safeParse(json)
  if (command.success) return { ok: true, value: command.data }
  const issue = command.error.issues[0]
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  return {
    ok: false,
    problem: `A line on stdin is no command${where} (${issue?.message ?? 'unknown'}), so it was left out: ${beginning(line)}`,
  }
}

const SHOWN_LINE = 80
const beginning = (line: string): string => (line.length > SHOWN_LINE ? `${line.slice(0, SHOWN_LINE)}…` : line.trim())
