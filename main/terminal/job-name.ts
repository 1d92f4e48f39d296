const MAX_LENGTH = 40

/** A short name for a command that goes on by itself, unlike all that are taken: "npm run dev", "npm run dev 2". */
export function jobName(command: string, taken: ReadonlySet<string>): string {
  const short = shorten(command)
  if (!taken.has(short)) return short
  for (let number = 2; ; number += 1) if (!taken.has(`${short} ${number}`)) return `${short} ${number}`
}

/** The program that is run, without what is set, entered and redirected around it. */
function shorten(command: string): string {
  const line = command.trim().split('\n')[0] ?? ''
  const bare = line
    .replace(
      /^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*|(?:export\s+)?[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)\s*(?:&&|;)?\s+|(?:env|exec|nohup|setsid)\s+)+/,
      '',
    )
    .replace(/\s*(?<!=)(?:\d?>{1,2}|&>).*$/, '')
    .replace(/[\s&;]+$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const name = bare === '' ? 'command' : bare
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1).trimEnd()}…` : name
}
