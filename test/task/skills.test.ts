import { describe, expect, it } from 'vitest'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const text = '---\nname: deploy\ndescription: How to deploy\n---\nRun make deploy.\n'

describe('the skills of a task', () => {
  it('are named in the prompt and loaded without a question, once the folder is trusted', async () => {
    const use = answer(toolCall('use_skill', { skill_name: 'deploy' }))
    const session = await TaskSession.open([use, complete(), use, complete()], { files: { '.agents/skills/deploy/SKILL.md': text } })
    await session.start()
    await session.ask('completion_result')
    const [before] = session.provider.requests
    expect(before?.systemPrompt).not.toContain('## Skills')
    expect(before?.tools.map(({ name }) => name)).not.toContain('use_skill')
    expect(session.results(1)).toEqual([expect.stringContaining('You were offered no tool named "use_skill"')])
    await session.services.trust.trustForThisRun(session.cwd)
    await session.answer('completion_result', { response: 'messageResponse', text: 'Now deploy.' })
    await session.until('the last request', () => session.provider.requests[3])
    const after = session.provider.requests[2]
    expect(after?.systemPrompt).toContain('- deploy: How to deploy')
    expect(after?.tools.map(({ name }) => name)).toContain('use_skill')
    expect(session.results(3)).toEqual([expect.stringMatching(/comes from the project folder[^]*Run make deploy\./)])
  })
})
