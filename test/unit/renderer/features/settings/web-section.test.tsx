// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSection } from '../../../../../renderer/features/settings/web-section'
import type { ExtensionState } from '../../../../../shared/extension-state'
import { renderWithApp } from '../../../../support/render-with-app'

const webSearchEndpoint = 'https://searx.example:8443/private'
const show = (state: Partial<ExtensionState>) => renderWithApp(<WebSection />, state)
const type = (label: string, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.blur(screen.getByLabelText(label))
  })
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the web in the settings', () => {
  afterEach(cleanup)

  it('takes a key for the address that is shown, and says that no other gets it', async () => {
    const { bridge } = await show({ webSearchEndpoint })
    expect(screen.getByText(/is sent to https:\/\/searx\.example:8443 only\.$/)).toBeTruthy()
    expect(screen.getByText(/A key is for one address: another wants its own\./)).toBeTruthy()
    await type('API key', 'key-canary')
    await click('Save key')
    expect(bridge.inputsOf('secret.set')).toEqual([{ provider: 'webSearchEndpoint', address: webSearchEndpoint, key: 'key-canary' }])
  })

  it('shows the key of this address, and forgets that one', async () => {
    const { bridge } = await show({ webSearchEndpoint, webSearchKey: { hint: 'x9Qa', backend: 'file' } })
    expect(
      screen.getByText(
        'The key that ends in x9Qa is kept in a file that only you can read. It is sent to https://searx.example:8443 only.',
      ),
    ).toBeTruthy()
    await click('Forget key')
    expect(bridge.inputsOf('secret.delete')).toEqual([{ provider: 'webSearchEndpoint', address: webSearchEndpoint }])
  })

  it('takes no address with a password, and asks for no key where there is no address', async () => {
    const { bridge } = await show({ webSearchEndpoint: '' })
    expect(screen.queryByLabelText('API key')).toBeNull()
    await type('Search service', 'https://me:word@searx.example')
    expect(screen.getByText(/^Leave the user name and the password out/)).toBeTruthy()
    expect(bridge.inputsOf('settings.update')).toEqual([])
    await type('Search service', 'https://searx.example')
    expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { webSearchEndpoint: 'https://searx.example' } }])
  })

  it('asks for no key where the address that is stored is none', async () => {
    await show({ webSearchEndpoint: 'nowhere' })
    expect(screen.queryByLabelText('API key')).toBeNull()
  })
})
