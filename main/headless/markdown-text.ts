import { onOneLine, visible } from './visible-text'

/** A fenced block that its content cannot end: the fence is longer than any run of backticks in it. */
export function fenced(content: string, language = ''): string {
  const text = visible(content).replace(/\n+$/, '')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Words of somebody, as a quote: whatever is opened in it (a fence, a comment, a heading) ends with it. */
export const quoted = (text: string): string =>
  visible(text.trim())
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Text inside a line, to be read to the letter. */
export function code(text: string): string {
  const line = onOneLine(text)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Words inside a line that mean nothing to Markdown. */
export const plain = (text: string): string => onOneLine(text.replace(/\s+/g, ' ').trim()).replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
