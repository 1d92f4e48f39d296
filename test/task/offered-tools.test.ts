import { describe, expect, it } from 'vitest'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession, type SessionOptions } from '../support/task-session'

const offered = (session: TaskSession, index = 0) => session.provider.requests[index]?.tools.map(({ name }) => name) ?? []

/** The one result of a call that the first answer makes. */
async function resultOf(name: string, input: unknown, options: SessionOptions = {}) {
  const session = await TaskSession.open([answer(toolCall(name, input)), complete()], options)
  await session.start()
  await session.until('the second request', () => (session.provider.requests.length > 1 ? true : undefined))
  return { session, result: session.results(1)[0] ?? '' }
}

describe('a tool that the request did not offer', () => {
  it.each([
    ['summarize_task', { context: 'All that was.' }, {}],
    ['condense', { context: 'All that was.' }, {}],
    ['new_rule', { path: '.clinerules/a.md', content: 'x' }, {}],
    ['report_bug', { title: 'a', what_happened: 'b', steps_to_reproduce: 'c' }, {}],
    ['plan_mode_respond', { response: 'A plan.' }, {}],
    ['act_mode_respond', { response: 'Going on.' }, { settings: { mode: 'plan' } }],
    ['ask_followup_question', { question: 'Which?' }, { settings: { yoloModeToggled: true } }],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: made\n+x\n*** End Patch' }, {}],
    ['use_mcp_tool', { server_name: 's', tool_name: 't', arguments: {} }, {}],
    ['access_mcp_resource', { server_name: 's', uri: 'a:b' }, {}],
    ['use_subagents', { prompt_1: 'Look.' }, {}],
    ['use_subagent_any', { prompt: 'Look.' }, {}],
    ['use_skill', { skill_name: 'any' }, {}],
    ['generate_explanation', { title: 'a', from_ref: 'HEAD' }, {}],
    ['no_such_tool', {}, {}],
  ] satisfies [string, unknown, SessionOptions][])('does not run when the model names it: %s', async (name, input, options) => {
    const { session, result } = await resultOf(name, input, options)
    const names = offered(session)
    expect(names).not.toContain(name)
    expect(result).toBe(`You were offered no tool named "${name}", so nothing was run. Call one of those you have: ${names.join(', ')}.`)
    expect(session.provider.requests[1]?.conversation.length).toBeGreaterThan(2)
    expect(session.kinds.filter((kind) => kind.startsWith('ask:') && kind !== 'ask:completion_result')).toEqual([])
  })

  it('says of the web tools that they are disabled, and counts no mistake', async () => {
    const { session, result } = await resultOf('web_fetch', { url: 'https://example.com', prompt: 'What?' })
    expect(offered(session)).not.toContain('web_fetch')
    expect(result).toBe('Cline web tools are currently disabled.')
  })

  it('runs once the person asked for what it does, and no longer after their next words', async () => {
    const condense = answer(toolCall('condense', { context: 'All that was.' }))
    const session = await TaskSession.open([condense, condense, condense, complete()])
    await session.start('/smol')
    await session.reject('condense')
    await session.ask('condense')
    session.controller.task?.enqueue({ text: 'Go on.', images: [], files: [] })
    await session.reject('condense')
    await session.ask('completion_result')
    expect(session.results(3)).toEqual([expect.stringContaining('You were offered no tool named "condense"')])
  })

  it('does not run where it came meanwhile, and one that was offered runs although it is no longer', async () => {
    const gate = Promise.withResolvers<void>()
    const script = answer(
      [
        { type: 'text', text: 'Hm.' },
        { type: 'gate', opened: gate.promise },
      ],
      toolCall('act_mode_respond', { response: 'Going on.' }),
      toolCall('use_subagents', { prompt_1: 'Look.' }),
    )
    const session = await TaskSession.open([script, complete()], { settings: { enableParallelToolCalling: true } })
    await session.start()
    await session.until('the words', () => session.rows.find((row) => row.type === 'say' && row.say === 'text'))
    session.services.settings.override({ subagentsEnabled: true })
    session.controller.togglePlanActMode('plan', { text: '', images: [], files: [] })
    gate.resolve()
    await session.ask('completion_result')
    expect(offered(session, 1)).toContain('use_subagents')
    expect(offered(session, 1)).not.toContain('act_mode_respond')
    expect(session.results(1)).toEqual([expect.stringContaining('[act_mode_respond'), expect.stringContaining('named "use_subagents"')])
  })
})
