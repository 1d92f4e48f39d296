/** Characters of a script in which calls are looked for. */
export const MAX_TEXT = 256 * 1024

/** How scripts name the folder in which they lie themselves. */
const OWN_FOLDER =
  /\$\(\s*dirname\s+(?:--\s+)?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\})\s*\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}|\$PSScriptRoot\b/g
/** As OWN_FOLDER, made absolute. `@` stands for that. */
const ABSOLUTE_FOLDER = /\$\(\s*cd\s+(?:-P\s+)?(?:--\s+)?@(?:\s*>\s*\/dev\/null)?(?:\s*2>&1)?\s*(?:&&|;)\s*pwd(?:\s+-P)?\s*\)/g
const ASSIGNMENT = /^[ \t]*(?:(?:export|readonly|local|declare)[ \t]+)?(\$?\w{1,100})[ \t]*=[ \t]*([\w@./-]{1,100})[ \t]*$/gm

/**
 * The text of a script in which its calls stand as words: without comments and quotes, and with paths in place of what it names the
 * folder by in which it lies (`place`, relative). Roughly, for any language that calls programs by words.
 */
export function plainText(bytes: Buffer, place: string): string {
  if (bytes.includes(0)) return ''
  const bare = bytes
    .toString('utf8')
    .slice(0, MAX_TEXT)
    .replaceAll(/(^|\s)(?:#(?!!)|\/\/).*$/gm, '$1')
    .replace(/^#!/, '')
    .replaceAll(/["']/g, '')
    .replaceAll('`', '\n')
    .replaceAll('\\', '/')
    .replaceAll(OWN_FOLDER, '@')
    .replaceAll(ABSOLUTE_FOLDER, '@')
    .replaceAll(/[,[\]]/g, ' ')
  return withVariables(bare).replaceAll('@/', () => `${place}/`)
}

/** Names that are given one plain value stand for it. */
function withVariables(text: string): string {
  const values = new Map([...text.matchAll(ASSIGNMENT)].map(([, name = '', value = '']) => [name.replace('$', ''), value]))
  return text.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => values.get(name) ?? whole)
}
