// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { CommandsSection } from '../../../../../renderer/features/settings/commands-section'
import type { EnvironmentReport } from '../../../../../shared/environment-report'
import type { FormatRule } from '../../../../../shared/settings'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

async function draw(formatOnSave: FormatRule[] = [], report: Partial<EnvironmentReport> = {}) {
  const app = await renderWithApp(null, { formatOnSave })
  app.bridge.answerWith('environment.read', () => ok({ shell: '/bin/zsh', entries: [], added: [], removed: [], ...report }))
  await act(async () => app.redraw(<CommandsSection />))
  return app
}

describe('the environment of commands', () => {
  it('is shown with where each part of PATH came from, and with what commands do not get', async () => {
    await draw([], {
      entries: [
        { path: '/opt/bin', from: 'login_shell' },
        { path: '/usr/bin', from: 'app_start' },
      ],
      added: ['NVM_DIR'],
      removed: ['OPENAI_API_KEY'],
      ms: 420,
    })
    const parts = screen.getByRole('list', { name: 'Parts of PATH' })
    expect([...parts.children].map(({ textContent }) => textContent)).toEqual([
      '/opt/binfrom your login shell',
      '/usr/binfrom how the app was started',
    ])
    const whole = screen.getByRole('region', { name: 'Environment of commands' }).textContent
    expect(whole).toContain('/bin/zsh asked once, took 0.4 s')
    expect(whole).toContain('Added by the login shellNVM_DIR')
    expect(whole).toContain('Kept from commandsOPENAI_API_KEY')
  })

  it('says why the login shell told nothing', async () => {
    await draw([], { problem: 'The login shell did not answer within 10 s.' })
    expect(screen.getByText('The login shell did not answer within 10 s.')).toBeTruthy()
  })
})

describe('the rows of format on save', () => {
  const rules = [
    { glob: '*.ts', command: 'one' },
    { glob: '*.js', command: 'two' },
  ]

  it('are added, and saved as a whole', async () => {
    const { bridge } = await draw(rules.slice(0, 1))
    await userEvent.type(screen.getByRole('textbox', { name: 'Files' }), '*.js')
    expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByRole('textbox', { name: 'Command' }), 'two{Enter}')
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { formatOnSave: rules } }])
  })

  it('are changed one field at a time, and removed', async () => {
    const { bridge } = await draw(rules)
    const field = screen.getByRole('textbox', { name: 'Command of row 2' })
    await userEvent.clear(field)
    await userEvent.type(field, 'three{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Remove row 1' }))
    expect(bridge.inputsOf('settings.update')).toEqual([
      { patch: { formatOnSave: [rules[0], { glob: '*.js', command: 'three' }] } },
      { patch: { formatOnSave: [rules[1]] } },
    ])
  })
})
