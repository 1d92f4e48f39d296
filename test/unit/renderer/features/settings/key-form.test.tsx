// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KeyForm } from '../../../../../renderer/features/settings/key-form'
import { failed, ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const field = () => screen.getByLabelText<HTMLInputElement>('API key')
const type = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }))
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('a key', () => {
  afterEach(cleanup)

  it('is hidden while it is typed, and leaves the window once it is stored', async () => {
    const { bridge, container } = await renderWithApp(<KeyForm provider="anthropic" />)
    expect(field().type).toBe('password')
    await type(' sk-canary ')
    await click('Save key')
    expect(bridge.inputsOf('secret.set')).toEqual([{ provider: 'anthropic', key: 'sk-canary' }])
    expect(field().value).toBe('')
    expect(container.innerHTML).not.toContain('canary')
  })

  it('is kept nowhere before the person has said where, when there is no keychain', async () => {
    let saved = 0
    const { bridge } = await renderWithApp(<KeyForm provider="anthropic" onSaved={() => (saved += 1)} />)
    bridge.answerWith('secret.set', ({ keep }) => ok(keep ? { outcome: 'saved', backend: keep } : { outcome: 'needs_consent' }))
    await type('sk-canary')
    await click('Save key')
    expect(saved).toBe(0)
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Where to keep the key' }))
    await click('Only until you quit')
    expect(bridge.inputsOf('secret.set').at(-1)).toEqual({ provider: 'anthropic', key: 'sk-canary', keep: 'memory' })
    expect(saved).toBe(1)
    expect(document.activeElement).toBe(field())
  })

  it('stays in the field when it could not be stored, with the reason', async () => {
    const { bridge } = await renderWithApp(<KeyForm provider="anthropic" />)
    bridge.answerWith('secret.set', () => failed({ code: 'failed', message: 'The keychain is locked. Unlock it and save again.' }))
    await type('sk-canary')
    await click('Save key')
    expect(screen.getByRole('alert').textContent).toBe('The keychain is locked. Unlock it and save again.')
    expect(field().value).toBe('sk-canary')
  })

  it('is asked for before anything is sent', async () => {
    const { bridge } = await renderWithApp(<KeyForm provider="anthropic" />)
    await click('Save key')
    expect(bridge.inputsOf('secret.set')).toEqual([])
    expect(screen.getByRole('alert').textContent).toMatch(/^Paste the key first/)
  })

  it('can be forgotten', async () => {
    const { bridge } = await renderWithApp(<KeyForm provider="anthropic" />, {
      providers: [{ id: 'anthropic', label: 'Anthropic', needsKey: true, hasKey: true, keyHint: 'x9Qa', keyBackend: 'file', models: [] }],
    })
    expect(screen.getByText('The key that ends in x9Qa is kept in a file that only you can read.')).toBeTruthy()
    await click('Forget key')
    expect(bridge.inputsOf('secret.delete')).toEqual([{ provider: 'anthropic' }])
  })
})
