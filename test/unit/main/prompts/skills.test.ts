import { describe, expect, it } from 'vitest'
import { buildSkillsSection } from '../../../../main/prompts/skills'

describe('the skills in the prompt', () => {
  it('are none without any, and else a list in short', () => {
    expect(buildSkillsSection([])).toBe('')
    const section = buildSkillsSection([
      { name: 'deploy', description: 'How to deploy for $& {{skills}}' },
      { name: 'test', description: 'How to test' },
    ])
    expect(section).toMatch(/^\n\n## Skills\n[^]*use_skill[^]*\n\n- deploy: How to deploy for \$& \{\{skills\}\}\n- test: How to test$/)
  })

  it('are named as far as they fit', () => {
    const section = buildSkillsSection(Array.from({ length: 40 }, (_, at) => ({ name: `s${at}`, description: 'x'.repeat(1000) })))
    expect(section.length).toBeLessThan(13_000)
    expect(section).toMatch(/\(and 29 more, too many to be named here\)$/)
  })
})
