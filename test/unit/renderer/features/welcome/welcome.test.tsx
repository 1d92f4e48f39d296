// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Welcome } from '../../../../../renderer/features/welcome/welcome'
import type { ExtensionState } from '../../../../../shared/extension-state'
import type { ProviderStatus } from '../../../../../shared/models'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const draw = (state: Partial<ExtensionState> = {}) => renderWithApp(<Welcome />, { homeDir: '/home/mira', ...state })
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const change = (label: string, value: string) => act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const anthropic: ProviderStatus = {
  id: 'anthropic',
  label: 'Anthropic',
  needsKey: true,
  hasKey: false,
  defaultModelId: 'claude',
  models: [],
}

describe('the first run', () => {
  afterEach(cleanup)

  it('offers a key, a local server and the demo, in this order, and sends nothing anywhere', async () => {
    const { bridge } = await draw()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Your own key',
      'A local server',
      'The demo',
    ])
    expect(bridge.calls.map(({ name }) => name)).toEqual(['state.request', 'servers.find'])
  })

  it('starts the demo by keyboard alone', async () => {
    const { bridge } = await draw()
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Use a key')
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Start the demo')
    await user.keyboard('{Enter}')
    expect(bridge.inputsOf('demo.start')).toEqual([null])
  })

  it('takes a key, says what the check found, and uses the model', async () => {
    const { bridge } = await draw({ providers: [anthropic] })
    bridge.answerWith('provider.check', () => ok({ works: true, message: 'Anthropic answers.', models: [] }))
    await click('Use a key')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Use your own key' }))
    await change('API key', 'sk-1')
    await click('Save and check')
    expect(bridge.inputsOf('secret.set')).toEqual([{ provider: 'anthropic', key: 'sk-1' }])
    expect(screen.getByText('Anthropic answers.')).toBeTruthy()
    await click('Use this model')
    expect(bridge.inputsOf('settings.update')).toEqual([
      {
        patch: { apiConfiguration: { actModeApiProvider: 'anthropic', actModeApiModelId: 'claude' }, welcomeViewCompleted: true },
      },
    ])
  })

  it('does not take a late answer about one provider for one about another', async () => {
    const { bridge } = await draw({ providers: [anthropic] })
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<{ works: boolean; message: string; models: [] }>>>()
    bridge.answerWith('provider.check', () => promise)
    await click('Use a key')
    await change('API key', 'sk-1')
    await click('Save and check')
    expect(screen.getByText('Checking')).toBeTruthy()
    await change('Provider', 'openrouter')
    expect(screen.queryByText('Checking')).toBeNull()
    await act(async () => resolve(ok({ works: true, message: 'Anthropic answers.', models: [] })))
    expect(screen.queryByText('Anthropic answers.')).toBeNull()
  })

  it('stores the address of a compatible server before it checks', async () => {
    const { bridge } = await draw()
    await click('Use a key')
    await change('Provider', 'openai')
    await change('Base address', 'http://localhost:8000/v1')
    await change('API key', 'none')
    await click('Save and check')
    const order = bridge.calls.map(({ name }) => name).filter((name) => name === 'settings.update' || name === 'provider.check')
    expect(order).toEqual(['settings.update', 'provider.check'])
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { apiConfiguration: { openAiBaseUrl: 'http://localhost:8000/v1' } } }])
  })

  it('keeps the key back until the address is one, and says so beside it', async () => {
    const { bridge } = await draw()
    await click('Use a key')
    await change('Provider', 'openai')
    await change('Base address', 'localhost')
    await change('API key', 'none')
    await click('Save and check')
    const address = screen.getByLabelText<HTMLInputElement>('Base address')
    expect(document.getElementById(address.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^This is not a web address/)
    expect(document.activeElement).toBe(address)
    expect(bridge.inputsOf('secret.set')).toEqual([])
    await change('Base address', 'http://localhost:8000/v1')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(address, '{Enter}')
    expect(bridge.inputsOf('secret.set')).toEqual([{ provider: 'openai', key: 'none' }])
    expect(bridge.inputsOf('provider.check')).toHaveLength(1)
  })

  it('goes from the address to the key by Enter', async () => {
    await draw()
    await click('Use a key')
    await change('Provider', 'openai')
    await userEvent.type(screen.getByLabelText('Base address'), 'http://localhost:8000/v1{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('API key'))
  })

  it('keeps the focus when another provider takes the field away that had it', async () => {
    await draw()
    await click('Use a key')
    screen.getByLabelText('API key').focus()
    await change('Provider', 'openai')
    expect(document.activeElement).toBe(screen.getByLabelText('Provider'))
  })

  it('lets a person go on with a key that could not be checked', async () => {
    const { bridge } = await draw({ providers: [anthropic] })
    bridge.answerWith('provider.check', () => ok({ works: false, message: 'There is no network.', models: [] }))
    await click('Use a key')
    await change('API key', 'sk-1')
    await click('Save and check')
    await click('Use it anyway')
    expect(bridge.inputsOf('settings.update')).toHaveLength(1)
  })

  it('names the local servers that answer and uses one with its address', async () => {
    const { bridge } = await draw()
    bridge.answerWith('servers.find', () => ok([{ provider: 'ollama', baseUrl: 'http://localhost:11434', models: ['a', 'b'] }]))
    await click('Use a local server')
    expect(screen.getByText(/^No server answered/)).toBeTruthy()
    await click('Look again')
    expect(screen.getByText('One server answered.')).toBeTruthy()
    await change('Model of Ollama', 'b')
    await click('Use this server')
    expect(bridge.inputsOf('settings.update')).toEqual([
      {
        patch: {
          apiConfiguration: { actModeApiProvider: 'ollama', actModeApiModelId: 'b', ollamaBaseUrl: 'http://localhost:11434' },
          welcomeViewCompleted: true,
        },
      },
    ])
  })

  it('is followed by the choice of a project, which takes the focus over', async () => {
    const { push } = await draw()
    await push((bridge) => bridge.pushState({ welcomeViewCompleted: true }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Open a project' }))
  })
})

describe('choosing a project', () => {
  afterEach(cleanup)
  const chosen = { welcomeViewCompleted: true } as const

  it('opens what the dialog of the system gives', async () => {
    const { bridge } = await draw(chosen)
    bridge.answerWith('folder.pick', () => ok({ path: '/home/mira/orders' }))
    await click('Choose folder…')
    expect(bridge.inputsOf('session.new')).toEqual([{ cwd: '/home/mira/orders' }])
  })

  it('says how to go on where no dialog opens', async () => {
    const { bridge } = await draw(chosen)
    await click('Choose folder…')
    expect(screen.getByRole('status').textContent).toBe('No folder was chosen. Where no dialog opens, type the path below.')
    expect(bridge.inputsOf('session.new')).toEqual([])
  })

  it('opens a typed path by Enter, as main understands it', async () => {
    const { bridge } = await draw(chosen)
    bridge.answerWith('folder.check', () => ok({ usable: true, path: '/home/mira/orders', message: '' }))
    await userEvent.type(screen.getByLabelText('Folder path'), '~/orders{Enter}')
    expect(bridge.inputsOf('folder.check')).toEqual([{ path: '~/orders' }])
    expect(bridge.inputsOf('session.new')).toEqual([{ cwd: '/home/mira/orders' }])
  })

  it('says what is wrong with a typed path', async () => {
    const { bridge } = await draw(chosen)
    bridge.answerWith('folder.check', () => ok({ usable: false, path: '/x', message: 'There is no folder /x.' }))
    await change('Folder path', '/x')
    await click('Open folder')
    expect(screen.getByRole('alert').textContent).toBe('There is no folder /x.')
    expect(bridge.inputsOf('session.new')).toEqual([])
  })

  it('lists the last folders and opens one', async () => {
    const { bridge } = await draw({ ...chosen, recentFolders: ['/home/mira/orders', '/srv/data'] })
    const recent = screen.getAllByRole('listitem')
    expect(recent.map(({ textContent }) => textContent)).toEqual(['orders~/orders', 'data/srv/data'])
    await act(async () => fireEvent.click(recent[1].querySelector('button') ?? recent[1]))
    expect(bridge.inputsOf('session.new')).toEqual([{ cwd: '/srv/data' }])
  })
})
