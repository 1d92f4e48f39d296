import { mapIndents, reindent } from './indentation'
import { changesBetween } from './line-changes'
import type { LineTier } from './line-index'
import { keepTypography } from './plain-text'
import type { LineEnd, TextLines } from './text-lines'

/** Lines `from` (0-based) to before `to` of a text, which `search` matched, and what shall stand there. */
export interface Region {
  readonly lines: TextLines
  readonly from: number
  readonly to: number
  readonly search: readonly string[]
  readonly replace: readonly string[]
  readonly match: LineTier
  /** The line end for new lines that have no neighbour to take it from. */
  readonly usualEnd: LineEnd
}

/** The new text of a region. Lines that stay keep their very bytes; new ones are ended, and after a loose match indented, as their neighbours. */
export function replaceRegion(region: Region): string {
  const { lines, from, to, replace, usualEnd } = region
  const last = from < to ? lines.ends[to - 1] : undefined
  const first = from < to ? lines.ends[from] || usualEnd : usualEnd
  if (region.match === 'exact' && isUniform(lines, region)) return joinAlike(replace, first, last === '')
  return joinLines(mergedLines(region, lines.texts.slice(from, to), lines.ends.slice(from, to)), last === '', usualEnd)
}

interface OutputLine {
  readonly text: string
  readonly end: string
}

/** An exact match in lines that all end alike: what stays is the same bytes whether it is copied or written anew. */
function isUniform({ ends }: TextLines, { from, to }: Region): boolean {
  for (let at = from + 1; at < to; at += 1) if (ends[at] !== ends[from] && !(ends[at] === '' && at === to - 1)) return false
  return true
}

const joinAlike = (lines: readonly string[], end: LineEnd, endsFile: boolean): string =>
  lines.length === 0 ? '' : lines.join(end) + (endsFile ? '' : end)

function mergedLines(region: Region, texts: readonly string[], ends: readonly string[]): readonly OutputLine[] {
  const renew = renewalOf(region, texts)
  const output: OutputLine[] = []
  let at = 0
  let removedFrom = 0
  let end = ends.find((each) => each !== '') ?? region.usualEnd
  for (const change of changesBetween(region.search, region.replace)) {
    if (change.kind === 'add') {
      for (const [offset, line] of change.lines.entries()) {
        const replaced = removedFrom + offset
        output.push({ text: renew(line, { replaced: replaced < at ? replaced : undefined, last: at - 1 }), end })
      }
      removedFrom = at
      continue
    }
    if (change.kind === 'keep') removedFrom = at + change.lines.length
    for (const stop = at + change.lines.length; at < stop; at += 1) {
      const own = ends[at] ?? ''
      if (change.kind === 'keep') output.push({ text: texts[at] ?? '', end: own })
      if (own !== '') end = own
    }
  }
  return output
}

/** The line of the match that a new line takes the place of, if any, and the last one that stands before it. */
interface Neighbours {
  readonly replaced: number | undefined
  readonly last: number
}

/** What becomes of a new line. */
function renewalOf(region: Region, texts: readonly string[]): (line: string, neighbours: Neighbours) => string {
  const { match, search } = region
  if (match === 'exact' || match === 'trailing_blanks') return (line) => line
  const indents = mapIndents(search, texts, region.replace)
  return (line, { replaced, last }) => {
    const own = reindent(line, indents, replaced ?? last)
    if (match === 'indentation' || replaced === undefined) return own
    return keepTypography(own, reindent(search[replaced] ?? '', indents, replaced), texts[replaced] ?? '')
  }
}

/** Only the last line of a file may lack a line end, and it does exactly if it did before. */
function joinLines(lines: readonly OutputLine[], endsFile: boolean, usualEnd: string): string {
  return lines.map(({ text, end }, at) => text + (endsFile && at === lines.length - 1 ? '' : end || usualEnd)).join('')
}

/** The lines `from` (0-based) to before `to`, with their ends. */
export const copyLines = ({ text, starts }: TextLines, from: number, to: number): string => text.slice(starts[from], starts[to])
