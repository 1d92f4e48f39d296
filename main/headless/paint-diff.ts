import { firstLines, linesOf } from './line-limits'
import type { Paint } from './paint'
import { visibleToTheLetter } from './visible-text'

const INDENT = '  '

/** A unified diff for a terminal, indented. With a limit its end may be left out, and it says so. */
export function paintDiff(diff: string, paint: Paint, mostLines?: number): string {
  const text = visibleToTheLetter(diff)
  const lines = mostLines === undefined ? linesOf(text) : firstLines(text, mostLines)
  return lines.map((line) => INDENT + paintLine(line, paint)).join('\n')
}

function paintLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.green(line)
  if (line.startsWith('-')) return paint.red(line)
  return line.startsWith('@@') || line.startsWith('…') || line.startsWith('\\') ? paint.dim(line) : line
}
