// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Shell } from '../../../../../renderer/features/shell/shell'
import { SettingsView } from '../../../../../renderer/features/settings/settings-view'
import type { ExtensionState } from '../../../../../shared/extension-state'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const state: Partial<ExtensionState> = {
  apiConfiguration: { actModeApiProvider: 'openai', actModeApiModelId: 'model-1', openAiBaseUrl: 'https://old.example/v1' },
  providers: [{ id: 'openai', label: 'OpenAI compatible', needsKey: true, hasKey: false, models: [] }],
}
const draw = (more: Partial<ExtensionState> = {}) => renderWithApp(<SettingsView />, { ...state, ...more })
const change = (label: string, value: string) => act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const leave = (label: string) => act(async () => fireEvent.blur(screen.getByLabelText(label)))
const click = (role: string, name: string) => act(async () => fireEvent.click(screen.getByRole(role, { name })))

describe('the settings', () => {
  afterEach(cleanup)

  it('write nothing by being opened, looked at and closed', async () => {
    const { bridge, unmount } = await draw({ planActSeparateModelsSetting: true })
    for (const field of screen.getAllByRole('textbox')) {
      await act(async () => {
        fireEvent.focus(field)
        fireEvent.blur(field)
      })
    }
    unmount()
    expect(bridge.inputsOf('settings.update')).toEqual([])
  })

  it('keep the focus on the page when the rule that had it is revoked', async () => {
    const rule = {
      id: 'r',
      decision: 'allow' as const,
      subject: { kind: 'program' as const, words: ['ls'] },
      scope: { kind: 'always' as const },
      madeAt: 1,
    }
    const { push } = await draw({ rules: [rule] })
    screen.getByRole('button', { name: /^Revoke/ }).focus()
    await push((bridge) => bridge.pushOps({ op: 'set', key: 'rules', value: [] }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rules' }))
  })

  it('save a text field once, when it is left', async () => {
    const { bridge } = await draw()
    await change('Base address', 'https://new.example')
    await change('Base address', 'https://new.example/v1')
    expect(bridge.inputsOf('settings.update')).toEqual([])
    await leave('Base address')
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { apiConfiguration: { openAiBaseUrl: 'https://new.example/v1' } } }])
  })

  it('save what was typed when the view closes under it', async () => {
    const { bridge, unmount } = await draw()
    await change('Model', 'model-2')
    unmount()
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { apiConfiguration: { actModeApiModelId: 'model-2' } } }])
  })

  it('clear a field that was emptied', async () => {
    const { bridge } = await draw()
    await change('Base address', '')
    await leave('Base address')
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { apiConfiguration: { openAiBaseUrl: null } } }])
  })

  it('refuse what does not fit, with a sentence at the field', async () => {
    const { bridge } = await draw()
    await change('Base address', 'example')
    await leave('Base address')
    expect(screen.getByRole('alert').textContent).toMatch(/^This is not a web address/)
    expect(screen.getByLabelText('Base address').getAttribute('aria-invalid')).toBe('true')
    expect(bridge.inputsOf('settings.update')).toEqual([])
  })

  it('change one approval with one write', async () => {
    const { bridge } = await draw()
    await click('switch', 'Edit all files')
    expect(bridge.inputsOf('settings.update')).toEqual([
      { patch: { autoApprovalSettings: { actions: { editFilesExternally: true, editFiles: true } } } },
    ])
  })

  it('forget the model when the provider changes', async () => {
    const { bridge } = await draw()
    await change('Provider', 'openrouter')
    expect(bridge.inputsOf('settings.update')).toEqual([
      { patch: { apiConfiguration: { actModeApiProvider: 'openrouter', actModeApiModelId: null } } },
    ])
  })

  it('give the plan mode what served both until now', async () => {
    const { bridge } = await draw()
    await click('switch', 'Use different models for Plan and Act')
    expect(bridge.inputsOf('settings.update')).toEqual([
      {
        patch: {
          planActSeparateModelsSetting: true,
          apiConfiguration: { planModeApiProvider: 'openai', planModeApiModelId: 'model-1' },
        },
      },
    ])
  })

  it('ask once more before nothing is asked any more', async () => {
    const { bridge } = await draw()
    await click('switch', 'Yolo mode')
    expect(bridge.inputsOf('settings.update')).toEqual([])
    const dialog = screen.getByRole('dialog', { name: 'Run everything without asking' })
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Run without asking' })))
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { yoloModeToggled: true } }])
  })

  it('switch it off at once', async () => {
    const { bridge } = await draw({ yoloModeToggled: true })
    await click('switch', 'Yolo mode')
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { yoloModeToggled: false } }])
  })

  it('say what a check ended in', async () => {
    const { bridge } = await draw()
    bridge.answerWith('provider.check', () => ok({ works: false, message: 'The server refused the key.', models: [] }))
    await click('button', 'Check connection')
    expect(screen.getByText('The server refused the key.')).toBeTruthy()
  })

  it('claim nothing of a key or an address that was changed after the check', async () => {
    const { bridge } = await draw()
    bridge.answerWith('provider.check', () => ok({ works: true, message: 'The server answers.', models: [] }))
    const changes = [
      async () => {
        await change('API key', 'sk-2')
        await click('button', 'Save key')
      },
      async () => {
        await change('Base address', 'https://new.example/v1')
        await leave('Base address')
      },
    ]
    for (const changeIt of changes) {
      await click('button', 'Check connection')
      expect(screen.getByText('The server answers.')).toBeTruthy()
      await changeIt()
      expect(screen.queryByText('The server answers.')).toBeNull()
    }
  })

  it('begin at their heading and close by Escape', async () => {
    const { parts } = await draw()
    parts.actions.showView('settings')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Settings' }))
    await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
    expect(parts.store.getState().ui.view).toBe('task')
  })

  it('keep open when Escape only takes back what was typed', async () => {
    const { parts, bridge } = await draw()
    parts.actions.showView('settings')
    await change('Model', 'model-2')
    await act(async () => fireEvent.keyDown(screen.getByLabelText('Model'), { key: 'Escape' }))
    expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('model-1')
    expect(parts.store.getState().ui.view).toBe('settings')
    expect(bridge.inputsOf('settings.update')).toEqual([])
  })

  it('leaving the settings gives the focus to the page where no session is open', async () => {
    const { parts } = await renderWithApp(<Shell />, { welcomeViewCompleted: true })
    await act(async () => parts.actions.showView('settings'))
    await click('button', 'Back to the task')
    await act(async () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Welcome' }))
  })

  it('offers a switch for each category of effects', async () => {
    await renderWithApp(<SettingsView />, {})
    expect(screen.getByRole('switch', { name: /^Use MCP servers/ })).toBeTruthy()
    expect(screen.getByRole('switch', { name: /^Read project files/ })).toBeTruthy()
  })
})
