import section from './sections/skills.md?raw'

/** Characters of the whole list. */
const MAX_LENGTH = 12_000

/** The section that names the skills there are; empty without any. */
export function buildSkillsSection(skills: readonly { readonly name: string; readonly description: string }[]): string {
  if (skills.length === 0) return ''
  const lines: string[] = []
  let length = 0
  for (const { name, description } of skills) {
    const line = `- ${name}: ${description}`
    length += line.length + 1
    if (length > MAX_LENGTH) break
    lines.push(line)
  }
  if (lines.length < skills.length) lines.push(`(and ${skills.length - lines.length} more, too many to be named here)`)
  return `\n\n${section.trim().replace('{{skills}}', () => lines.join('\n'))}`
}
