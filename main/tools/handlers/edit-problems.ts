import type { EditOutcome, EditProblem, PortFailure, ResolvedPath, TaskConfig, TextFile } from '../task-config'
import { toolFailed, type ToolResponse } from '../tool-handler'
import { hasSeen } from './read-memory'

const MAX_CHANGE_SHOWN = 4000
/** Lines shown around a near miss, and around one that follows other misses in the same file. */
const NEAR_LINES = 2
const WIDE_LINES = 25
const MISSES_UNTIL_WIDE = 2
const MAX_REGION_LINES = 80
const MAX_LINE_LENGTH = 500
const MAX_PROBLEMS_SHOWN_WIDE = 3

const FORMAT = ['------- SEARCH', '(lines exactly as they are in the file)', '=======', '(lines to put there)', '+++++++ REPLACE'].join(
  '\n',
)

/** Why a path cannot be written at all. */
export function problemOfTarget(path: ResolvedPath): string | undefined {
  if (path.kind === 'directory') return `${path.display} is a folder, so no file can be written there.`
  return path.kind === 'other' ? `${path.display} is no ordinary file, so it is not written.` : undefined
}

/** Why an existing file is not edited. */
export function explainUnreadable(path: ResolvedPath, { code, message }: PortFailure): ToolResponse {
  if (code === 'binary') return toolFailed(`${path.display} is a binary file. Writing it as text would damage it, so nothing was changed.`)
  return toolFailed(`Nothing was changed: ${message}`)
}

/** Why a file that can be read is not edited: its bytes would not come out of an edit as they went in. */
export const explainUnwritable = (path: ResolvedPath, encoding: string): ToolResponse =>
  toolFailed(
    `${path.display} can be read as ${encoding}, but not written back byte for byte, so an edit would damage lines it does not touch and nothing was changed. It can be read with read_file.`,
  )

/** A larger file is not shown as it is now, in bytes. */
const MAX_READ = 40 * 1024 * 1024

/** The file is no longer the one that the edit was worked out for. */
export async function explainChange(
  config: TaskConfig,
  shown: { readonly path: ResolvedPath; readonly before: TextFile | undefined },
  message: string,
): Promise<ToolResponse> {
  const { files, edits } = config.services
  const now = await files.resolve(shown.path.absolute)
  const text = hasSeen(config.state, now.real) ? await files.readText(now, MAX_READ) : undefined
  const change = text?.ok ? edits.diffTexts(shown.before?.text ?? '', text.value.text, MAX_CHANGE_SHOWN).diff : ''
  const what = change === '' ? 'Read it with read_file, then' : `What changed since:\n${change}\n\nTaking this into account,`
  return toolFailed(`${message} ${what} send the edit again if it is still wanted.`, message)
}

/** The file changed since in lines that the edit changes too. */
export function explainConflict(
  config: TaskConfig,
  file: { readonly path: ResolvedPath; readonly text: string },
  spans: readonly { readonly startLine: number; readonly endLine: number }[],
): ToolResponse {
  const { path, text } = file
  const what = `${path.display} changed in the meantime, in lines that this edit changes too, so nothing was written.`
  if (!hasSeen(config.state, path.real))
    return toolFailed(`${what} Read it with read_file, then send the edit again if it is still wanted.`, what)
  const lines = linesOf(text)
  const regions = spans.slice(0, MAX_PROBLEMS_SHOWN_WIDE).map((span) => regionOf(lines, span, NEAR_LINES).join('\n'))
  return toolFailed(
    `${what} There it now reads:\n${regions.join('\n…\n')}\n\nTaking this into account, send the edit again if it is still wanted.`,
    what,
  )
}

/** Why SEARCH/REPLACE blocks were not applied, with everything that helps to get them right the next time. */
export function explainRefusal(
  config: TaskConfig,
  file: { readonly path: ResolvedPath; readonly text: string },
  outcome: Exclude<EditOutcome, { kind: 'edited' }>,
  part: 'block' | 'hunk' = 'block',
): ToolResponse {
  const { path, text } = file
  if (outcome.kind === 'malformed')
    return toolFailed(explainFormat(path, outcome.problems), `The edit of ${path.display} is malformed; the model was told how.`)
  const { problems, blocks } = outcome
  const misses = (config.state.failedEdits.get(path.real) ?? 0) + 1
  config.state.failedEdits.set(path.real, misses)
  const isSeen = hasSeen(config.state, path.real)
  const wide = misses >= MISSES_UNTIL_WIDE && problems.length <= MAX_PROBLEMS_SHOWN_WIDE
  const explained = problems.map((problem) => explainProblem(problem, isSeen ? { lines: linesOf(text), wide } : undefined))
  const advice = isSeen
    ? `Nothing else was changed either: send all ${blocks === 1 ? 'of it' : `${blocks} ${part}s`} again, with these mended.`
    : 'This file was not read in this task. Read it with read_file and copy the lines exactly, without their numbers.'
  const heading = `${path.display} was not changed: ${problems.length} of ${blocks} ${part}${blocks === 1 ? '' : 's'} could not be applied.`
  return toolFailed([heading, ...explained, advice].join('\n'), heading)
}

function explainFormat(path: ResolvedPath, problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n')
  return `${path.display} was not changed, because the diff is malformed:\n${list}\nA block looks like this, each marker alone on its line:\n${FORMAT}`
}

/** Text of the file stands in it only if the model has seen the file: an edit must be no way around the approval of a read. */
function explainProblem(
  { message, nearest }: EditProblem,
  shown: { readonly lines: readonly string[]; readonly wide: boolean } | undefined,
): string {
  if (!nearest || !shown) return `- ${message}`
  const around = shown.wide ? WIDE_LINES : NEAR_LINES
  const region = regionOf(shown.lines, nearest, around)
  return [`- ${message} The nearest text is in lines ${nearest.startLine}-${nearest.endLine}. ${nearest.difference}`, ...region].join('\n')
}

/** As the edit engine counts them. A carriage return before a line end stays. */
function linesOf(text: string): readonly string[] {
  const mark = text.includes('\n') ? '\n' : '\r'
  return (text.endsWith(mark) ? text.slice(0, -1) : text).split(mark)
}

function regionOf(
  lines: readonly string[],
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
  around: number,
): readonly string[] {
  const from = Math.max(1, startLine - around)
  const to = Math.min(lines.length, endLine + around, from + MAX_REGION_LINES)
  return lines.slice(from - 1, to).map((line, at) => `${from + at} | ${shorten(line.replace(/\r$/, ''))}`)
}

const shorten = (line: string): string => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line)
