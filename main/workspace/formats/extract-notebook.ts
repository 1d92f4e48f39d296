import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { createLineSink, type LineSink } from './line-sink'
import type { ExtractedText, Unreadable } from './reading-jobs'

const Source = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])
const Bundle = z.record(z.string(), z.unknown())
const Output = z.looseObject({
  output_type: z.string(),
  text: Source.optional(),
  data: Bundle.optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
})
const Cell = z.object({
  cell_type: z.string(),
  /** Cells of the third format call the source of code `input`. */
  source: Source.optional(),
  input: Source.optional(),
  outputs: z.array(Output).optional(),
})
const Notebook = z.union([
  z.object({ cells: z.array(Cell) }),
  z.object({ worksheets: z.array(z.object({ cells: z.array(Cell) })) }).transform(({ worksheets }) => ({
    cells: worksheets.flatMap(({ cells }) => cells),
  })),
])

/** Of one output of a cell. */
const MAX_OUTPUT_LINES = 20
const MAX_OUTPUT_LENGTH = 2000

/** The cells of a Jupyter notebook, each with what it put out: cut where it is long, named where it is a picture. */
export function extractNotebook(bytes: Uint8Array, lastLine: number): ExtractedText | Unreadable {
  const parsed = Notebook.safeParse(parse(bytes))
  if (!parsed.success) return { kind: 'unreadable', reason: 'is no notebook that can be read: its JSON is damaged or of another form' }
  const { cells } = parsed.data
  const sink = createLineSink(lastLine)
  let count = 0
  for (const cell of cells) {
    if (sink.isFull) break
    count += 1
    writeCell(cell, `--- Cell ${count} of ${cells.length}, ${cell.cell_type} ---`, sink)
  }
  const about = `the cells of a notebook, with what they put out cut short. In the file each line of a cell is a string of JSON in "source": edit it in that form`
  return { kind: 'text', text: sink.text(), complete: count === cells.length && !sink.isFull, about }
}

function parse(bytes: Uint8Array): unknown {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return json
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function writeCell(cell: z.infer<typeof Cell>, heading: string, sink: LineSink): void {
  sink.line(heading)
  sink.line(cell.source ?? cell.input ?? '')
  for (const output of cell.outputs ?? []) for (const text of textsOf(output)) sink.line(text)
  sink.line('')
}

function textsOf({ output_type: type, text, data, ename, evalue }: z.infer<typeof Output>): readonly string[] {
  if (type === 'error' || type === 'pyerr') return [`[error] ${short(`${ename ?? 'Error'}: ${evalue ?? ''}`)}`]
  if (text !== undefined) return [`[output] ${short(text)}`]
  return Object.entries(data ?? {}).flatMap(([mediaType, value]) => bundleText(mediaType, value, data ?? {}))
}

/** A bundle has one thing in several forms: the plain text is shown, pictures are named. */
function bundleText(mediaType: string, value: unknown, all: Readonly<Record<string, unknown>>): readonly string[] {
  const text = Source.safeParse(value)
  if (mediaType === 'text/plain') return text.success ? [`[output] ${short(text.data)}`] : []
  if (mediaType.startsWith('image/')) return [`[output: a picture, ${mediaType}${sizeOf(mediaType, text.data)}]`]
  return 'text/plain' in all ? [] : [`[output: ${mediaType}]`]
}

function sizeOf(mediaType: string, data: string | undefined): string {
  if (data === undefined) return ''
  const bytes = mediaType === 'image/svg+xml' ? data.length : (data.length * 3) / 4
  return `, ${Math.ceil(bytes / 1024).toLocaleString('en')} KB`
}

function short(text: string): string {
  const clean = stripVTControlCharacters(text).trimEnd()
  const lines = clean.split('\n')
  const kept = lines.slice(0, MAX_OUTPUT_LINES).join('\n').slice(0, MAX_OUTPUT_LENGTH)
  return kept.length === clean.length ? clean : `${kept}\n[output cut: it has ${lines.length} lines, ${clean.length} characters]`
}
