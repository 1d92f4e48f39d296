import { describe, expect, it } from 'vitest'
import { UseSkillToolHandler } from '../../../../../main/tools/handlers/use-skill'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { partial, testTool } from '../../../../support/tool-config'

const handler = new UseSkillToolHandler()
const own = {
  name: 'deploy',
  description: 'How to deploy',
  body: 'Run it.',
  source: 'global',
  folder: '/home/x/.cline/skills/deploy',
} as const
const theirs = { ...own, name: 'test', source: 'project', folder: '/p/.agents/skills/test' } as const

describe('use_skill', () => {
  it('gives the text, whose it is and where its files lie, with a row that names it', async () => {
    const tool = await testTool({ skills: [own, theirs] })
    const loaded = await tool.call(handler, { skill_name: 'deploy' })
    expect(loaded).toMatchObject({ status: 'done', note: 'Your own' })
    expect(loaded.content).toMatch(/# Skill: deploy\n[^]*\nRun it\.\n[^]*do not load it again[^]*\/home\/x\/\.cline\/skills\/deploy/)
    expect(tool.rows).toMatchObject([{ say: 'tool', data: { tool: 'useSkill', path: 'deploy' } }])
    expect((await tool.call(handler, { skill_name: 'test' })).content).toContain('It comes from the project folder')
  })

  it('says which there are when it is asked for another', async () => {
    const tool = await testTool({ skills: [own, theirs] })
    expect(await tool.call(handler, { skill_name: 'Deploy' })).toMatchObject({
      status: 'failed',
      content: 'There is no skill named "Deploy". There are: deploy, test.',
    })
    const without = await testTool()
    expect(await without.call(handler, { skill_name: 'deploy' })).toMatchObject({
      status: 'failed',
      content: 'There are no skills here, so none was loaded.',
    })
  })

  it('is offered only where there are skills, and drawn while it streams', () => {
    const context = { mode: 'act', yoloModeToggled: false, providerId: 'p', modelId: 'm', features: new Set(['skills'] as const) } as const
    expect(handler.spec.offered(context)).toBe(true)
    expect(handler.spec.offered({ ...context, features: new Set() })).toBe(false)
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.USE_SKILL, { skill_name: 'dep' }))).toMatchObject({
      data: { path: 'dep', status: 'drafting' },
    })
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.USE_SKILL, {}))).toBeUndefined()
  })
})
