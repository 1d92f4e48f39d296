// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { RulesSection } from '../../../../../renderer/features/settings/rules-section'
import { endOfRule } from '../../../../../renderer/words/rule-words'
import { failed } from '../../../../../shared/result'
import type { Rule } from '../../../../../shared/rules'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  id,
  decision: 'allow',
  subject: { kind: 'program', words: ['npm', 'test'] },
  scope: { kind: 'always' },
  madeAt: 1,
  ...more,
})
const draw = (rules: readonly Rule[]) =>
  renderWithApp(<RulesSection />, { rules: [...rules], homeDir: '/home/mira', currentTaskItem: undefined })

describe('the page of rules', () => {
  it('says where rules come from while there is none', async () => {
    await draw([])
    expect(screen.getByText(/There are no rules yet/)).toBeTruthy()
  })

  it('lists what forbids first, then what asks, then what allows, each with what it covers, where and until when', async () => {
    const until = new Date(2026, 2, 1, 18, 30).getTime()
    await draw([
      rule('a', { scope: { kind: 'project', folder: '/home/mira/orders' }, until }),
      rule('b', { decision: 'deny', subject: { kind: 'folder', path: '/home/mira/keys', access: 'read' } }),
      rule('c', {
        decision: 'ask',
        subject: { kind: 'command', command: 'make all', cwd: '/home/mira/orders' },
        scope: { kind: 'task', taskId: 'old' },
      }),
    ])
    const rows = within(screen.getByRole('list', { name: 'Rules' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/^Never allowreading in ~\/keysIn every project, until it is revoked, made /)
    expect(rows[1]).toMatch(/^Always askexactly “make all” in ~\/ordersFor another task/)
    expect(rows[2]).toMatch(/^Allow“npm test” with any argumentsIn the project orders \(~\/orders\), until .*18:30|6:30/)
  })

  it('revokes a rule at the second press, and forgets the first when it is left', async () => {
    const { bridge } = await draw([rule('a')])
    const first = () => screen.getByRole('button', { name: 'Revoke: allow “npm test” with any arguments' })
    await userEvent.click(first())
    await userEvent.tab()
    await userEvent.click(first())
    expect(bridge.inputsOf('rule.revoke')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Press again to revoke: allow “npm test” with any arguments' }))
    expect(bridge.inputsOf('rule.revoke')).toEqual([{ id: 'a' }])
  })

  it('takes a rule that makes things stricter, by key', async () => {
    const { bridge, parts } = await draw([])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'New rule' }), 'Never allow')
    await userEvent.type(screen.getByRole('textbox', { name: 'Program' }), ' git  push {Enter}')
    expect(bridge.inputsOf('rule.add')).toEqual([{ decision: 'deny', words: ['git', 'push'] }])
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual(['The rule holds from now on: never allow “git push”.'])
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  })

  it('says what is missing, and keeps what main refused', async () => {
    const { bridge } = await draw([])
    await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Write the program/)
    bridge.answerWith('rule.add', () => failed({ code: 'refused', message: 'No.' }))
    await userEvent.type(screen.getByRole('textbox'), 'git{Enter}')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('git')
  })
})

it('a rule for today ends at midnight', () => {
  const now = new Date(2026, 2, 1, 18, 30).getTime()
  expect(endOfRule('today', now)).toBe(new Date(2026, 2, 2).getTime())
  expect(endOfRule('hour', now)).toBe(new Date(2026, 2, 1, 19, 30).getTime())
  expect(endOfRule('revoked', now)).toBeUndefined()
})
