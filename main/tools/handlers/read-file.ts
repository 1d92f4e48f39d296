import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import type { ClineSayTool } from '../../../shared/messages'
import { ClineDefaultTool } from '../../../shared/tools'
import type { ResolvedPath, TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { numberField, pathField } from './input-fields'
import { describeCall, readableText } from './partial-input'
import { plural, readEffects, sameAsApproved } from './path-facts'
import { countRead, rememberText } from './read-memory'
import { ofServers, strangersText } from './strangers-text'

const WINDOW_LINES = 1000
const MAX_BYTES = 256 * 1024
const MAX_LINE_LENGTH = 2000
/** Lines that were cut, each of which is named. */
const MAX_LINE_NOTES = 5

const description = `Read a file. Each line of the result begins with its number and " | ", which are not part of the file. \
Without a range, the first ${WINDOW_LINES} lines are shown; the result says how to go on. Of PDF, DOCX and XLSX files and Jupyter notebooks the text \
is given. Pictures (PNG, JPEG, GIF, WebP) are shown, if you can see pictures. Other binary files cannot be read.`

const Input = z.object({
  path: pathField('The file, relative to the project folder or absolute.'),
  start_line: numberField('First line to read, counted from 1.'),
  end_line: numberField(`Last line to read, inclusive. Default: ${WINDOW_LINES} lines from start_line.`),
})
type Input = z.infer<typeof Input>

export class ReadFileToolHandler implements IFullyManagedTool<Input, ResolvedPath> {
  readonly name = ClineDefaultTool.FILE_READ
  readonly spec = { description, input: Input, offered: () => true }

  effects(input: Input, config: TaskConfig): Promise<Effects> {
    return readEffects(input.path, config)
  }

  async prepare(input: Input, config: TaskConfig): Promise<Preparation<ResolvedPath>> {
    const path = await config.services.files.resolve(input.path)
    const card = { kind: 'tool', data: cardOf(path) } as const
    const problem = problemOf(path)
    if (problem) return { kind: 'failed', card, response: toolFailed(problem) }
    const range = input.start_line === undefined && input.end_line === undefined ? undefined : rangeOf(input)
    const what = range ? `lines ${range.start}–${range.end} of ${path.display}` : path.display
    return { kind: 'ready', card, summary: `Read ${what}`, basis: path }
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, basis: ResolvedPath): Promise<ToolResponse> {
    const { files } = config.services
    const path = await sameAsApproved(files, basis)
    if (!path) return toolFailed(`${basis.display} leads elsewhere than a moment ago, so it was not read. Call read_file again.`)
    const range = rangeOf(block.input)
    const read = await files.readLines(path, { ...range, maxBytes: MAX_BYTES, maxLineLength: MAX_LINE_LENGTH }, config.signal)
    if (!read.ok) return read.error.code === 'image' ? showImage(config, path, read.error.message) : toolFailed(read.error.message)
    const shown: ShownLines = { ...read.value, display: path.display }
    if (shown.totalLines === 0) return done('(The file is empty.)', { note: 'Empty file' })
    if (shown.lines.length === 0) return done(`(${nothingThere(shown, range.start)})`)
    const times = countRead(config.state, path.real, range, shown.hash)
    const last = shown.start + shown.lines.length - 1
    if (shown.start === 1 && last === shown.totalLines && shown.shortened.length === 0)
      rememberText(config.state, path.real, shown.lines.join('\n'))
    const isKept = config.services.handles.isKeptResult(path.real)
    const lines = labelled(shown).join('\n')
    return done([...repeatNotice(times), isKept ? strangersText('servers', lines) : lines, ...footer(shown, last)].join('\n'), {
      ...ofServers(isKept),
      note: noteOf(shown, last),
      patch: { readLineStart: shown.start, readLineEnd: last },
    })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const path = readableText(block, 'path')
    return path === '' ? undefined : { kind: 'tool', data: { tool: 'readFile', path, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['path'])
  }
}

/** The picture itself, inside the result; in words when the model takes none. */
async function showImage(config: TaskConfig, path: ResolvedPath, isPicture: string): Promise<ToolResponse> {
  if (!config.settings.supportsImages) return toolFailed(`${isPicture} This model cannot be shown pictures.`)
  const read = await config.services.files.readImage(path, config.signal)
  if (!read.ok) return toolFailed(read.error.message)
  const { mediaType, data, width, height, original, hash } = read.value
  const size = `${original.width} × ${original.height} pixels`
  const scaled = width === original.width && height === original.height ? '' : `, shown at ${width} × ${height}`
  const times = countRead(config.state, path.real, { start: 1, end: 1 }, hash)
  const text = [...repeatedPicture(times), `The picture ${path.display}, ${size}${scaled}:`].join('\n')
  const content = [
    { type: 'text', text: `[read_file for '${path.display}'] Result:\n${text}` },
    { type: 'image', mediaType, data },
  ] as const
  return done(content, { ...ofServers(config.services.handles.isKeptResult(path.real)), note: `Picture of ${size}${scaled}` })
}

interface ShownLines {
  readonly display: string
  readonly lines: readonly string[]
  readonly start: number
  readonly totalLines?: number
  readonly encoding: string
  readonly cut: boolean
  readonly shortened: readonly { readonly line: number; readonly length: number }[]
  readonly about?: string
  readonly hash: string
}

const cardOf = (path: ResolvedPath): ClineSayTool => ({
  tool: 'readFile',
  path: path.display,
  operationIsLocatedInWorkspace: path.inside,
  status: 'running',
})

function problemOf(path: ResolvedPath): string | undefined {
  if (path.kind === 'missing') return `There is no file ${path.display}.`
  if (path.kind === 'directory') return `${path.display} is a folder. Use list_files to see what is in it.`
  return path.kind === 'other' ? `${path.display} is no ordinary file, so it cannot be read.` : undefined
}

/** Bounds below 1 are 1, and swapped bounds are swapped back. */
function rangeOf({ start_line, end_line }: Input): { readonly start: number; readonly end: number } {
  const start = Math.max(1, start_line ?? 1)
  const end = Math.max(1, end_line ?? start + WINDOW_LINES - 1)
  return end < start ? { start: end, end: start } : { start, end }
}

function nothingThere({ display, totalLines }: ShownLines, start: number): string {
  return totalLines === undefined
    ? `Line ${start} of ${display} was not reached: reading that far takes too long. Ask for an earlier one.`
    : `There is no line ${start}: ${display} has ${plural(totalLines, 'line', 'lines')}.`
}

function repeatNotice(times: number): readonly string[] {
  if (times < 2) return []
  if (times === 2) return ['[File already read] These lines are the same as when you read them before.']
  return [`[DUPLICATE READ] You have read these same lines ${times} times. They have not changed; work with what you have.`]
}

function repeatedPicture(times: number): readonly string[] {
  if (times < 2) return []
  if (times === 2) return ['[File already read] This picture is the same as when you read it before.']
  return [`[DUPLICATE READ] You have read this same picture ${times} times. It has not changed; work with what you have.`]
}

const labelled = ({ lines, start }: ShownLines): readonly string[] => lines.map((line, at) => `${start + at} | ${line}`)

function footer(shown: ShownLines, last: number): readonly string[] {
  const notes = [positionOf(shown, last)]
  for (const { line, length } of shown.shortened.slice(0, MAX_LINE_NOTES))
    notes.push(
      `Line ${line} is ${length} characters long; only its first ${MAX_LINE_LENGTH} are shown. search_files shows what is around a match in it.`,
    )
  const more = shown.shortened.length - MAX_LINE_NOTES
  if (more > 0) notes.push(`${plural(more, 'more line is', 'more lines are')} cut in the same way.`)
  if (shown.about !== undefined) notes.push(`This is ${shown.about}.`)
  if (shown.encoding !== 'utf-8')
    notes.push(
      shown.encoding.endsWith('damaged')
        ? 'It is broken UTF-8. It can be read, but not edited without damage, so edits of it are refused.'
        : `Decoded from ${shown.encoding}; edits keep that encoding.`,
    )
  return ['', ...notes.map((note) => `(${note})`)]
}

function positionOf({ start, totalLines, cut }: ShownLines, last: number): string {
  if (totalLines !== undefined && last >= totalLines)
    return start === 1 ? `All ${plural(totalLines, 'line', 'lines')}.` : `Lines ${start}-${last} of ${totalLines}.`
  const total = totalLines === undefined ? '' : ` of ${totalLines}`
  const why = cut ? ` No more fit into one answer.` : ''
  return `Lines ${start}-${last}${total}.${why} To go on: start_line=${last + 1}.`
}

/** What the line range on the card does not say. */
function noteOf({ start, totalLines, encoding, about }: ShownLines, last: number): string | undefined {
  const isWhole = start === 1 && last === totalLines
  const total = isWhole || totalLines === undefined ? [] : [`of ${totalLines.toLocaleString('en')} lines`]
  const decoded = encoding === 'utf-8' ? [] : [`decoded from ${encoding}`]
  const taken = about === undefined ? [] : [about.replace(/[,.].*$/s, '')]
  return [...total, ...decoded, ...taken].join(', ') || undefined
}
