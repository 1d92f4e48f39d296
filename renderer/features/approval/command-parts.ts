/** A piece of a command line as a person should see it. For the eye only: what may run is decided elsewhere. */
export interface CommandPart {
  readonly kind: 'program' | 'operator' | 'expansion' | 'plain'
  readonly text: string
}

/**
 * Splits a command line at what changes its meaning: the programs, what joins or redirects them, and what the shell would
 * put in place of its text. The parts joined are the command again.
 */
export function commandParts(command: string): readonly CommandPart[] {
  const parts: CommandPart[] = []
  let expectsProgram = true
  for (const match of command.matchAll(TOKENS)) {
    const text = match[0]
    const kind = kindOf(text, expectsProgram)
    if (kind === 'operator') expectsProgram = !REDIRECT.test(text)
    else if (expectsProgram && /\S/.test(text) && !ASSIGNMENT.test(text)) expectsProgram = false
    append(parts, { kind, text })
  }
  return parts
}

const TOKENS =
  /'[^']*'?|"(?:\\[^]|[^"\\])*"?|\\[^]|\$\([^)]*\)?|\$\{[^}]*\}?|\$[\w@*#?$!-]*|`[^`]*`?|[<>]\(|[0-9]*>>?&?[0-9]*|<<?<?|&&|\|\|?&?|[;&(){}\n]|\s+|[^\s'"\\$`<>&|;(){}]+|[^]/g
const OPERATOR = /^(?:&&|\|\|?&?|[;&(){}\n]|[<>]\(|[0-9]*>>?&?[0-9]*|<<?<?)$/
const REDIRECT = /^(?:[0-9]*>>?&?[0-9]*|<<?<?)$/
const ASSIGNMENT = /^[A-Za-z_]\w*=/

function kindOf(text: string, expectsProgram: boolean): CommandPart['kind'] {
  if (/^[^\S\n]+$/.test(text)) return 'plain'
  if (OPERATOR.test(text) && /\D/.test(text)) return 'operator'
  if (text.startsWith("'")) return 'plain'
  if (isExpanded(text)) return 'expansion'
  return expectsProgram && !ASSIGNMENT.test(text) ? 'program' : 'plain'
}

/** True for what the shell replaces: variables, substitutions, and patterns that name files. */
function isExpanded(text: string): boolean {
  if (text.startsWith('\\')) return false
  return text.startsWith('"') ? /[^\\][$`]/.test(text) : /^[$`]|[*?[]/.test(text)
}

function append(parts: CommandPart[], part: CommandPart): void {
  const last = parts.at(-1)
  const joins = last && last.kind === part.kind && part.kind === 'plain'
  if (joins) parts[parts.length - 1] = { kind: last.kind, text: last.text + part.text }
  else parts.push(part)
}
