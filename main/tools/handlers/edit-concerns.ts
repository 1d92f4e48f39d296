import { plural } from './path-facts'

/** A write as the guards see it. */
export interface ConcernedWrite {
  /** As people read it. */
  readonly path: string
  /** Undefined for a new file. */
  readonly before: string | undefined
  readonly after: string
}

/** Files of fewer lines are rewritten freely. */
const MIN_LINES = 10
/** Of the lines of before; fewer than this share are left when most is dropped. */
const MOST_LEFT = 0.5
const MAX_QUOTED = 80

/** What a person should look at before this is written, a sentence each, however far the approval goes. */
export function concernsOf(write: ConcernedWrite): readonly string[] {
  return [lossOf(write), omissionIn(write), artefactIn(write)].filter((concern) => concern !== undefined)
}

function lossOf({ path, before, after }: ConcernedWrite): string | undefined {
  const old = countLines(before ?? '')
  const now = countLines(after)
  if (old >= MIN_LINES && now < old * MOST_LEFT)
    return `It would leave ${now.toLocaleString('en')} of the ${plural(old, 'line', 'lines')} in ${path}.`
  return undefined
}

const countLines = (text: string): number => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length

/** A comment that stands for code which the model did not write. */
function omissionIn({ path, before, after }: ConcernedWrite): string | undefined {
  const line = newLines(before, after).find(isOmission)
  return line === undefined
    ? undefined
    : `A line that would be written to ${path} seems to stand for code that was left out: ${quoted(line)}.`
}

/** Longer lines are no such comment. */
const MAX_COMMENT = 300
const COMMENT = /^(?:\/\/+|#+|\/\*+|\*+|<!--|--+|;+|%+|\{\/\*|"""|''')\s*(.*?)\s*(?:\*\/\}?|-->|"""|''')?$/
const BARE = /^[[({<]*\s*(?:\.{3}|…)(?:\s.*|\(.*|.*\s.*(?:\.{3}|…).*)$/
const DOTS = /\.{3}|…/
const LEFT_OUT_WORD = /\b(?:rest|remain(?:s|ing|der)?|existing|previous|unchanged|same|omitted|elided|other|original|keep|as before)\b/i
const THINGS =
  '(?:code|file|function|class|method|component|implementation|content|document|script|module|import|section|logic|test|line|rule|everything)s?'
const LEFT_OUT: readonly RegExp[] = [
  new RegExp(`\\b(?:rest|remainder) of (?:the |this |your )?(?:existing |original )?${THINGS}\\b`, 'i'),
  new RegExp(`\\b${THINGS}\\b.*\\b(?:remains?|stays?|left|is|are) (?:the same|unchanged|as (?:it )?(?:is|was|before))\\b`, 'i'),
  new RegExp(
    `^(?:the )?(?:existing|previous|original|unchanged|remaining|same|other) ${THINGS}(?: (?:here|above|below|as before|unchanged|continues?|remains?.*|stays?.*|goes here))?[.)\\]]*$`,
    'i',
  ),
  new RegExp(`\\b${THINGS} (?:omitted|elided|truncated|snipped)\\b`, 'i'),
]

function isOmission(line: string): boolean {
  const text = line.trim()
  if (text.length > MAX_COMMENT) return false
  const comment = COMMENT.exec(text)?.[1] ?? (BARE.test(text) ? text : undefined)
  if (comment === undefined) return false
  const words = comment.replace(/^[\s.…([{]+/, '').trim()
  return (DOTS.test(comment) && LEFT_OUT_WORD.test(comment)) || LEFT_OUT.some((pattern) => pattern.test(words))
}

/** What read_file shows around a text, and no file has by itself. */
const NOTICES: readonly RegExp[] = [
  /^\(All [\d,]+ lines?\.\)$/,
  /^\(Lines \d+-\d+(?: of \d+)?\..*\)$/,
  /^\(Line \d+ is \d+ characters long; only its first \d+ are shown\..*\)$/,
  /^\([\d,]+ more lines? (?:is|are) cut in the same way\.\)$/,
  /^\(Decoded from [^;]+; edits keep that encoding\.\)$/,
  /^\[(?:File already read|DUPLICATE READ)\]/,
  /^\[(?:read_file|search_files)(?: for '.*')?\] Result:$/,
]
const NUMBERED = /^\s*(\d+) \| ?/

/** Line numbers or notices of the tools, copied into a file. */
function artefactIn({ path, before, after }: ConcernedWrite): string | undefined {
  const fresh = newLines(before, after)
  const notice = fresh.find((line) => NOTICES.some((pattern) => pattern.test(line.trim())))
  if (notice !== undefined)
    return `A line that would be written to ${path} seems to be a notice of a tool and no part of the file: ${quoted(notice)}.`
  const lines = after.split(/\r\n|\n|\r/)
  const known = new Set(fresh)
  const numbered = lines.find((line, at) => known.has(line) && isNumbered(lines, at))
  return numbered === undefined
    ? undefined
    : `Lines that would be written to ${path} seem to begin with line numbers of a tool: ${quoted(numbered)}.`
}

/** A number that is the line's own, or is counted on in the next line. */
function isNumbered(lines: readonly string[], at: number): boolean {
  const number = numberOf(lines[at])
  return number !== undefined && (number === at + 1 || numberOf(lines[at + 1]) === number + 1 || numberOf(lines[at - 1]) === number - 1)
}

function numberOf(line: string | undefined): number | undefined {
  const number = NUMBERED.exec(line ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

function newLines(before: string | undefined, after: string): readonly string[] {
  const old = new Set(before?.split(/\r\n|\n|\r/))
  return after.split(/\r\n|\n|\r/).filter((line) => !old.has(line))
}

const quoted = (line: string): string => {
  const text = line.trim()
  return `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`
}
