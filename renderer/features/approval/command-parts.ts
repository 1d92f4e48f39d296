/** A piece of a command line as a person should see it. For the eye only: what may run is decided elsewhere. */
export interface CommandPart {
  readonly kind: 'program' | 'operator' | 'expansion' | 'plain'
  readonly text: string
}

/**
 * Splits a command line at what changes its meaning: the programs, what joins or redirects them, and what the shell would
 * put in place of its text. A wrong mark is worse than none, so a line that this cannot follow is left plain as a whole.
 * The parts joined are the command again.
 */
export function commandParts(command: string): readonly CommandPart[] {
  const tokens = tokensOf(command)
  if (!tokens) return command === '' ? [] : [{ kind: 'plain', text: command }]
  const parts: CommandPart[] = []
  let place: Place = 'start'
  for (const [index, token] of tokens.entries()) {
    const kind = kindOf(token, place, tokens[index + 1])
    append(parts, { kind, text: token })
    place = placeAfter(token, place)
  }
  return parts
}

/** Where the next word stands: a program could begin, an assignment goes on, or within the words of a command. */
type Place = 'start' | 'assignment' | 'words'

const TOKENS =
  /'[^']*'|"(?:\\[^]|[^"\\])*"|\\[^]|\$\{[^{}]*\}|\$(?:\w+|[@*?$!-])|`[^`]*`|[<>]\(|&>>?|[0-9]*>[>|]?&?[0-9]*|<<?<?|&&|\|\|?&?|;;?|[&()\n]|[^\S\n]+|(?:[^\s'"\\$`<>&|;()])+|[^]/g
const OPERATOR = /^(?:&&|\|\|?&?|[;&()\n]|&>>?|[0-9]*>[>|]?&?[0-9]*|<|<<<)$/
const STARTS_COMMAND = /^(?:&&|\|\|?&?|[;&(\n])$/
/** After these a command begins; the other words of the shell's own grammar are no programs either. */
const LEADING_WORDS: ReadonlySet<string> = new Set(['do', 'then', 'else'])
const GRAMMAR_WORDS = /^(?:if|elif|fi|for|while|until|done|in|select|function|time|coproc|[{}!]|\[\[|\]\])$/
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const PROGRAM = /^[\w./@%:+,~-]+$/
const BLANK = /^(?:[^\S\n]+|\\\n)$/
/** Half a quote, a text that follows below, and `case` with its lone brackets: what cannot be followed here. */
const BEYOND = /^(?:['"`\\$]|<<|;;|case|[<>]\()$/

/** The tokens of a command, substitutions each as one. `undefined` when they cannot be told apart for certain. */
function tokensOf(command: string): readonly string[] | undefined {
  const tokens: string[] = []
  let depth = 0
  let position = 0
  while (position < command.length) {
    const token = nextToken(command, position, tokens.at(-1))
    if (token === undefined || isBeyond(token)) return undefined
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth < 0) return undefined
    tokens.push(token)
    position += token.length
  }
  return depth === 0 ? tokens : undefined
}

/** Also true for a quote that ends inside of a substitution: its end is that of another quote. */
function isBeyond(token: string): boolean {
  if (BEYOND.test(token)) return true
  const count = (sign: string) => token.split(sign).length - 1
  return token.startsWith('"') && (count('(') !== count(')') || count('`') % 2 === 1) && /\$\(|`/.test(token)
}

function nextToken(command: string, position: number, before: string | undefined): string | undefined {
  if (command.startsWith('$(', position)) return substitution(command, position)
  const beginsWord = before === undefined || BLANK.test(before) || OPERATOR.test(before)
  if (beginsWord && command[position] === '#') return /[^\n]*/.exec(command.slice(position))?.[0]
  TOKENS.lastIndex = position
  return TOKENS.exec(command)?.[0]
}

/** `$( … )` or `$(( … ))` up to its own closing bracket. Quotes in it hide theirs. */
function substitution(command: string, position: number): string | undefined {
  let depth = 0
  let at = position + 1
  while (at < command.length) {
    TOKENS.lastIndex = at
    const token = TOKENS.exec(command)?.[0] ?? ''
    if (isBeyond(token)) return undefined
    depth += token === '(' ? 1 : 0
    depth -= token === ')' ? 1 : 0
    at += token.length
    if (depth === 0) return command.slice(position, at)
  }
  return undefined
}

function kindOf(token: string, place: Place, next: string | undefined): CommandPart['kind'] {
  if (BLANK.test(token)) return 'plain'
  if (OPERATOR.test(token) && /\D/.test(token)) return 'operator'
  if (isExpanded(token)) return 'expansion'
  const isWhole = next === undefined || BLANK.test(next) || OPERATOR.test(next)
  const isProgram = PROGRAM.test(token) && !GRAMMAR_WORDS.test(token) && !LEADING_WORDS.has(token)
  return place === 'start' && isWhole && isProgram ? 'program' : 'plain'
}

function placeAfter(token: string, place: Place): Place {
  if (STARTS_COMMAND.test(token)) return 'start'
  if (BLANK.test(token)) return place === 'assignment' ? 'start' : place
  if (place === 'words' || (OPERATOR.test(token) && /\D/.test(token))) return 'words'
  if (place === 'assignment' || ASSIGNMENT.test(token)) return 'assignment'
  return LEADING_WORDS.has(token) ? 'start' : 'words'
}

/** True for what the shell replaces: variables, substitutions, and patterns that name files. */
function isExpanded(text: string): boolean {
  if (/^[\\'#]/.test(text)) return false
  return text.startsWith('"') ? /[^\\][$`]/.test(text) : /^[$`]|[*?[]/.test(text)
}

function append(parts: CommandPart[], part: CommandPart): void {
  const last = parts.at(-1)
  const joins = last && last.kind === part.kind && part.kind === 'plain'
  if (joins) parts[parts.length - 1] = { kind: last.kind, text: last.text + part.text }
  else parts.push(part)
}
