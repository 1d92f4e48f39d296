import { z } from 'zod'

export interface FoundLine {
  /** Relative to the searched folder, with `/`. */
  readonly file: string
  readonly line: number
  /** One line, or several when the expression spans them. */
  readonly text: string
  /** Bytes before it in the file. */
  readonly start: number
  /** As they are in the file, with the line's end; none for a line that is too long to be kept. */
  readonly bytes: Buffer
}

export interface MatchReader {
  feed(output: string): void
  /** True once one match more than `limit` was seen: nothing more need be searched. */
  readonly isFull: boolean
  /** The matches so far, by file and line, at most `limit`. */
  matches(): readonly FoundLine[]
}

/** A line longer than this is shown around its match only. */
const MAX_SHOWN = 500
/** A record longer than this is not parsed as a whole: its line is a blob. */
const MAX_RECORD = 64 * 1024
const KEPT_OF_LONG_RECORD = 4096

export interface MatchReaderOptions {
  readonly limit: number
  /** Turns the paths of ripgrep into those to show. */
  readonly relativeTo: (path: string) => string
  /** Whether matches in a file count, by its shown path. */
  readonly accepts: (file: string) => boolean
}

/** Reads the JSON lines of ripgrep as they arrive. */
export function createMatchReader({ limit, relativeTo, accepts }: MatchReaderOptions): MatchReader {
  const files = new Map<string, FileLines | undefined>()
  let count = 0
  const open = (path: string): FileLines | undefined => {
    if (files.has(path)) return files.get(path)
    const name = relativeTo(path)
    const file = accepts(name) ? { file: name, lines: [] } : undefined
    files.set(path, file)
    return file
  }
  const take = ({ path, ...line }: RipgrepRecord): void => {
    const file = open(path)
    if (!file || count > limit) return
    count += 1
    if (count <= limit) file.lines.push({ file: file.file, ...line })
  }
  const records = createRecords(take)
  return {
    feed: (output) => records.feed(output),
    get isFull() {
      return count > limit
    },
    matches: () =>
      [...files.values()]
        .filter((file) => file !== undefined)
        .sort(byFile)
        .flatMap((file) => file.lines),
  }
}

interface FileLines {
  readonly file: string
  readonly lines: FoundLine[]
}

const byFile = (a: FileLines, b: FileLines): number => (a.file < b.file ? -1 : 1)

type RipgrepRecord = Omit<FoundLine, 'file'> & { readonly path: string }

function createRecords(take: (record: RipgrepRecord) => void): { feed(output: string): void } {
  let pending = ''
  let long: LongRecord | undefined
  const endRecord = (rest: string): void => {
    const record = long ? long.finish(rest) : parseRecord(pending + rest)
    pending = ''
    long = undefined
    if (record) take(record)
  }
  return {
    feed: (output) => {
      let from = 0
      for (let at = output.indexOf('\n'); at !== -1; at = output.indexOf('\n', from)) {
        endRecord(output.slice(from, at))
        from = at + 1
      }
      const rest = output.slice(from)
      if (long) return long.feed(rest)
      pending += rest
      if (pending.length > MAX_RECORD) {
        long = createLongRecord()
        long.feed(pending)
        pending = ''
      }
    },
  }
}

const Text = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })])
const Line = z.object({
  type: z.literal('match'),
  data: z.object({
    path: Text,
    lines: Text,
    line_number: z.number().int(),
    absolute_offset: z.number().int(),
    submatches: z.array(z.object({ start: z.number().int() })),
  }),
})

function parseRecord(json: string): RipgrepRecord | undefined {
  if (json.length > MAX_RECORD) return createLongRecord().finish(json)
  if (!json.startsWith('{"type":"match"')) return undefined
  const { data } = Line.parse(JSON.parse(json))
  const bytes = bytesOf(data.lines)
  const text = textOf(data.lines).replace(/\r?\n$/, '')
  const start = data.submatches[0]?.start ?? 0
  const shown = text.includes('\n')
    ? text
        .split(/\r?\n/)
        .map((line) => aroundMatch(line, 0))
        .join('\n')
    : aroundMatch(text, start)
  return { path: textOf(data.path), line: data.line_number, text: shown, start: data.absolute_offset, bytes }
}

const textOf = (value: z.infer<typeof Text>): string =>
  'text' in value ? value.text : new TextDecoder().decode(Buffer.from(value.bytes, 'base64'))

const bytesOf = (value: z.infer<typeof Text>): Buffer => ('text' in value ? Buffer.from(value.text) : Buffer.from(value.bytes, 'base64'))

/** The part of a long line around a match. `start` counts bytes, so in a text beyond ASCII the piece begins a little early. */
function aroundMatch(text: string, start: number): string {
  if (text.length <= MAX_SHOWN) return text
  const from = Math.min(Math.max(0, start - MAX_SHOWN / 4), text.length - MAX_SHOWN)
  const to = from + MAX_SHOWN
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ` … [line of ${text.length} characters]` : ''}`
}

interface LongRecord {
  feed(piece: string): void
  finish(rest: string): RipgrepRecord | undefined
}

/** A record whose line is too long to hold: its beginning is kept, and the line's number picked out of the rest. */
function createLongRecord(): LongRecord {
  let head = ''
  let tail = ''
  let line: number | undefined
  let length = 0
  const feed = (piece: string): void => {
    length += piece.length
    if (head.length < KEPT_OF_LONG_RECORD) head += piece.slice(0, KEPT_OF_LONG_RECORD - head.length)
    const seen = tail + piece
    // A quote inside the line would stand behind a backslash, so this is found nowhere but at the line's end.
    line ??= numberIn(seen)
    tail = seen.slice(-64)
  }
  return {
    feed,
    finish: (rest) => {
      feed(rest)
      const start = /^\{"type":"match","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")\},"lines":\{"(text|bytes)":"/.exec(head)
      if (!start?.[1] || line === undefined) return undefined
      const path = z.string().parse(JSON.parse(start[1]))
      const shown = beginningOf(start[2] === 'bytes', head.slice(start[0].length)).slice(0, MAX_SHOWN / 2)
      return { path, line, text: `${shown} … [line of about ${length} characters]`, start: 0, bytes: Buffer.alloc(0) }
    },
  }
}

/** What a string of JSON that is cut anywhere begins with; of bytes in base64, as far as they are text. */
function beginningOf(isBase64: boolean, cut: string): string {
  if (isBase64) return new TextDecoder().decode(Buffer.from(/^[A-Za-z0-9+/]*/.exec(cut)?.[0] ?? '', 'base64'))
  const whole = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(cut)?.[0] ?? ''
  return z.string().parse(JSON.parse(`"${whole}"`))
}

function numberIn(text: string): number | undefined {
  const digits = /"\},"line_number":(\d+)[,}]/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
