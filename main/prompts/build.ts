import commands from './sections/commands.md?raw'
import edits from './sections/edits.md?raw'
import modes from './sections/modes.md?raw'
import role from './sections/role.md?raw'
import subagent from './sections/subagent.md?raw'
import subagentWork from './sections/subagent-work.md?raw'
import system from './sections/system.md?raw'
import trust from './sections/trust.md?raw'
import work from './sections/work.md?raw'

/** Facts that stay the same for the whole task, so that the prompt's bytes do too. */
export interface PromptFacts {
  readonly os: string
  readonly shell: string
  readonly home: string
  readonly cwd: string
  readonly language: string
}

const sections = [role, work, edits, commands, modes, trust, system] as const

/** The system prompt. Throws on a placeholder that no fact fills, or a fact that no placeholder uses. */
export function buildSystemPrompt(facts: PromptFacts): string {
  return fill(sections, facts)
}

const subagentSections = [subagentWork, edits, commands, trust, system] as const

/** The system prompt of a subagent. `profile` is what its agent file says of it: taken as it is, whatever stands in it. */
export function buildSubagentPrompt(facts: PromptFacts, profile?: string): string {
  const rest = fill(subagentSections, facts)
  return [subagent.trim(), ...(profile === undefined ? [] : [profile.trim()]), rest].join('\n\n')
}

function fill(sections: readonly string[], facts: PromptFacts): string {
  const values = new Map<string, string>(Object.entries(facts))
  const unused = new Set(values.keys())
  const text = sections.map((section) => section.trim()).join('\n\n')
  const filled = text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`The prompt has a placeholder that nothing fills: ${placeholder}`)
    unused.delete(name)
    return value
  })
  if (unused.size > 0) throw new Error(`The prompt does not use: ${[...unused].join(', ')}`)
  return filled
}
