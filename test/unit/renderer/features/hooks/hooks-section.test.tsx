// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { HooksSection } from '../../../../../renderer/features/hooks/hooks-section'
import { SkillsSection } from '../../../../../renderer/features/hooks/skills-section'
import type { HookInfo } from '../../../../../shared/hooks'
import { failed, ok } from '../../../../../shared/result'
import type { SkillInfo } from '../../../../../shared/skills'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const mine: HookInfo = { name: 'PreToolUse', source: 'global', path: '/data/hooks/PreToolUse', toggle: 'on', text: '#!/bin/sh\nexit 0\n' }
const theirs: HookInfo = {
  ...mine,
  source: 'project',
  path: '/p/.clinerules/hooks/PreToolUse',
  problem: 'It does not run: you have not trusted it as it is now.',
}

async function drawHooks(hooks: readonly HookInfo[]) {
  const app = await renderWithApp(null, { currentSessionId: 's', cwd: '/p', homeDir: '/home/mira', hookToggles: { '/other': 'off' } })
  app.bridge.answerWith('hooks.list', () => ok([...hooks]))
  app.redraw(<HooksSection />)
  await screen.findByRole('switch', { name: 'Run hooks' })
  return app
}

describe('the page of hooks', () => {
  it('says where they lie while there is none', async () => {
    await drawHooks([])
    expect(await screen.findByText(/There are no hooks/)).toBeTruthy()
  })

  it('lists them with their switch, their script and why one does not run', async () => {
    const { bridge } = await drawHooks([mine, theirs])
    const rows = within(await screen.findByRole('list', { name: 'Hooks' })).getAllByRole('listitem')
    expect(rows[1]?.textContent).toContain('.clinerules/hooks/PreToolUse')
    expect(rows[1]?.textContent).not.toContain('/p/')
    expect(rows[1]?.textContent).toContain('you have not trusted it as it is now')
    expect(within(rows[1]).getByRole('button', { name: /^Try/ })).toHaveProperty('disabled', true)
    await userEvent.click(within(rows[0]).getByRole('button', { name: /^Show script of/ }))
    expect(screen.getByRole('group', { name: 'Content of /data/hooks/PreToolUse' }).textContent).toContain('exit 0')
    await userEvent.selectOptions(within(rows[0]).getByRole('combobox'), 'required')
    await userEvent.click(screen.getByRole('switch', { name: 'Run hooks' }))
    expect(bridge.inputsOf('settings.update').map(({ patch }) => patch)).toEqual([
      { hookToggles: { '/other': 'off', '/data/hooks/PreToolUse': 'required' } },
      { hooksEnabled: false },
    ])
  })

  it('makes a new one of the chosen kind, says where it lies, and lists it', async () => {
    const { bridge } = await drawHooks([])
    await userEvent.click(screen.getByRole('button', { name: 'New hook…' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of hook' }), 'TaskStart')
    bridge.answerWith('hook.create', () => ok({ path: '/data/hooks/TaskStart' }))
    bridge.answerWith('hooks.list', () => ok([{ ...mine, name: 'TaskStart' as const, path: '/data/hooks/TaskStart' }]))
    await userEvent.click(screen.getByRole('button', { name: 'Create the file' }))
    expect(bridge.inputsOf('hook.create')).toEqual([{ name: 'TaskStart' }])
    expect((await screen.findByRole('status')).textContent).toContain('Open it in your editor: /data/hooks/TaskStart')
    expect(await screen.findByRole('list', { name: 'Hooks' })).toBeTruthy()
    bridge.answerWith('hook.create', () => failed({ code: 'refused', message: 'You have a hook TaskStart already.' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create the file' }))
    expect(await screen.findByText('You have a hook TaskStart already.')).toBeTruthy()
  })

  it('tries one, and shows what it was told, what it printed and what would come of it', async () => {
    const { bridge } = await drawHooks([mine])
    bridge.answerWith('hook.tryOut', () =>
      ok({
        input: '{"hookName":"PreToolUse"}\n',
        output: 'printed\n',
        exitCode: 0,
        ms: 7,
        cancel: true,
        context: 'use tabs',
        errorMessage: 'not today',
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Try it: PreToolUse of /data/hooks/PreToolUse' }))
    const result = await screen.findByRole('region', { name: 'Result of the try' })
    expect(bridge.inputsOf('hook.tryOut')).toEqual([{ sessionId: 's', name: 'PreToolUse', path: '/data/hooks/PreToolUse' }])
    expect(result.textContent).toContain('It would stop the task: not today')
    for (const text of ['"hookName": "PreToolUse"', 'printed', 'use tabs']) expect(result.textContent).toContain(text)
  })
})

describe('the page of skills', () => {
  it('lists them with a switch each', async () => {
    const skills: readonly SkillInfo[] = [
      { name: 'deploy', description: 'How to deploy', source: 'global', path: '/home/.agents/skills/deploy/SKILL.md', isEnabled: true },
      {
        name: 'test',
        description: '',
        source: 'project',
        path: '/p/.agents/skills/test/SKILL.md',
        isEnabled: true,
        problem: 'It is broken.',
      },
    ]
    const app = await renderWithApp(null, { currentSessionId: 's' })
    app.bridge.answerWith('skills.list', () => ok([...skills]))
    app.redraw(<SkillsSection />)
    await userEvent.click(await screen.findByRole('switch', { name: 'deploy' }))
    expect(screen.getByRole('switch', { name: 'test' })).toMatchObject({ checked: false, disabled: true })
    expect(app.bridge.inputsOf('settings.update').map(({ patch }) => patch)).toEqual([
      { globalSkillsToggles: { '/home/.agents/skills/deploy/SKILL.md': false } },
    ])
    expect(screen.getByText('It is broken.')).toBeTruthy()
  })
})
