import { textOf } from '../shell-words'
import type { ProgramCall } from './program'

/** Why a call of awk asks: its program may neither run nor write nor open anything. */
export function checkAwk({ name, operands }: ProgramCall): string | undefined {
  const program = textOf(operands[0])
  return program !== undefined && isHarmlessProgram(program) ? undefined : `${name} has a program that is not known to only print`
}

/** Names that run, open or load something, wherever they stand: also in a text, as no reading of a text is certain. */
const FORBIDDEN = /\b(?:system|getline|close|fflush|ARGV|ARGC|ARGIND|PROCINFO|include|load|namespace|extension)\b|@|`/

const TOKEN =
  /\s+|#[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|\$|&&|\|\||[<>=!]=|\+\+|--|[-+*%^]=?|\/(?:[^/\\\n]|\\.)*\/|[{}()[\],;?:~!<>=|&/.]/y

/** Pure: reads the program piece by piece, and gives up on whatever two readers could see differently. */
function isHarmlessProgram(program: string): boolean {
  if (FORBIDDEN.test(program)) return false
  const depth = { braces: 0, parens: 0 }
  let before = ''
  for (let at = 0; at < program.length; ) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(program)?.[0]
    if (token === undefined) return false
    at += token.length
    if (/^[\s#]/.test(token)) {
      if (token.includes('\n')) before = '\n'
      continue
    }
    if (!isHarmlessToken(token, before, depth)) return false
    before = token
  }
  return depth.braces === 0 && depth.parens === 0
}

function isHarmlessToken(token: string, before: string, depth: { braces: number; parens: number }): boolean {
  if (token === '|' || token === '&') return false
  // Inside of an action, outside of parentheses, this writes a file.
  if (token === '>') return depth.braces === 0 || depth.parens > 0
  if (token.startsWith('/')) return isRegularExpression(token, before)
  depth.braces += DEPTHS[token]?.braces ?? 0
  depth.parens += DEPTHS[token]?.parens ?? 0
  return depth.braces >= 0 && depth.parens >= 0
}

const DEPTHS: Readonly<Record<string, { braces?: number; parens?: number }>> = {
  '{': { braces: 1 },
  '}': { braces: -1 },
  '(': { parens: 1 },
  ')': { parens: -1 },
}

/** Where a value has just ended, the slash would divide. A slash in brackets ends it for some and not for others. */
function isRegularExpression(token: string, before: string): boolean {
  const mayBegin = before === '' || /^(?:[{};,(!~\n]|&&|\|\||[=!]=)$/.test(before)
  return token.length > 1 && mayBegin && !/\[[^\]]*$/.test(token.slice(0, -1))
}
