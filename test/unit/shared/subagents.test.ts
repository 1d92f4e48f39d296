import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subagentToolName } from '../../../shared/subagents'

describe('the name of the tool that starts an agent', () => {
  it.each([
    ['Reviewer', 'use_subagent_reviewer'],
    ['Code  Reviewer (strict)', 'use_subagent_code_reviewer_strict'],
    ['--', 'use_subagent_agent'],
    ['Prüfer', 'use_subagent_pr_fer'],
  ])('of %s is %s', (agent, name) => expect(subagentToolName(agent, new Set())).toBe(name))

  it('is cut at 64 characters and told apart by a hash of the whole name', () => {
    const [one, other] = ['a', 'b'].map((end) => subagentToolName(`${'long '.repeat(20)}${end}`, new Set()))
    expect([one?.length, other?.length]).toEqual([64, 64])
    expect(one?.slice(0, -6)).toBe(other?.slice(0, -6))
    expect(one).not.toBe(other)
    expect(one).toMatch(/_[0-9a-z]{6}$/)
  })

  it('gets a number where another has it already, and stays within what models take', () => {
    expect(subagentToolName('a b', new Set(['use_subagent_a_b', 'use_subagent_a_b_2']))).toBe('use_subagent_a_b_3')
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 120 }), { maxLength: 12 }), (agents) => {
        const taken = new Set<string>()
        for (const agent of agents) taken.add(subagentToolName(agent, taken))
        expect(taken.size).toBe(agents.length)
        for (const name of taken) expect(name).toMatch(/^use_subagent_[a-z0-9_]{1,51}$/)
      }),
    )
  })
})
