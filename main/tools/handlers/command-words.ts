const MAX_SHOWN = 200

/** "Run in web/: npm test": what would be run, on one line, with everything invisible made visible. */
export function summariseCommand(command: string): string {
  const moved = /^cd (?<folder>[\w./-]+) && (?<rest>[\s\S]+)$/.exec(command.trim())?.groups
  // A folder that begins with a dash is an option of cd, and going up is better seen than hidden.
  const isPlain = moved?.['folder'] !== undefined && !moved['folder'].startsWith('-') && !moved['folder'].includes('..')
  const { folder = '', rest = '' } = isPlain ? (moved ?? {}) : {}
  return rest === '' ? `Run: ${onOneLine(command)}` : `Run in ${folder.endsWith('/') ? folder : `${folder}/`}: ${onOneLine(rest)}`
}

function onOneLine(command: string): string {
  const visible = command.trim().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
  return visible.length > MAX_SHOWN ? `${visible.slice(0, MAX_SHOWN)}…` : visible
}

function escapeCharacter(character: string): string {
  if (character === '\n') return ' ⏎ '
  if (character === '\t') return '\\t'
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
