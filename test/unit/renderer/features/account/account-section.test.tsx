// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { AccountSection } from '../../../../../renderer/features/account/account-section'
import type { AccountState } from '../../../../../shared/account'
import { failed } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const show = (account: AccountState) => renderWithApp(<AccountSection />, { account })
const user = { id: 'usr-1', displayName: 'Ada Example', email: 'ada@example.test' }

describe('the Cline account in the settings', () => {
  afterEach(cleanup)

  it('offers to sign in and says why the last time came to nothing', async () => {
    const { bridge } = await show({ kind: 'signed_out', problem: 'The sign-in was not completed: They said no.' })
    expect(screen.getByRole('status').textContent).toBe('The sign-in was not completed: They said no.')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in to Cline' }))
    expect(bridge.inputsOf('account.signIn')).toEqual([null])
  })

  it('can be left while the browser is open', async () => {
    const { bridge } = await show({ kind: 'signing_in' })
    expect(screen.getByRole('status').textContent).toContain('Go on in your browser')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the sign-in' }))
    expect(bridge.inputsOf('account.cancelSignIn')).toEqual([null])
  })

  it('says where to go when no browser could be opened', async () => {
    await show({ kind: 'signing_in', address: 'https://app.example/login?state=x' })
    expect(screen.getByRole('status').textContent).toContain('No browser could be opened here.')
    expect(screen.getByText('https://app.example/login?state=x')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy()
  })

  it.each([
    [{ id: '' }, 'Signed in.'],
    [{ id: 'usr-1' }, 'Signed in as usr-1.'],
    [{ id: 'usr-1', email: 'ada@example.test' }, 'Signed in as ada@example.test.'],
  ])('names who is signed in by what is known: %o', async (known, words) => {
    await show({ kind: 'signed_in', user: known, keptIn: 'file' })
    expect(screen.getByRole('status').textContent).toBe(words)
  })

  it('shows who is signed in and what is left, asks anew when it is opened, and signs out', async () => {
    const { bridge } = await show({ kind: 'signed_in', user, keptIn: 'file', balance: 12.345678 })
    expect(screen.getByRole('status').textContent).toBe('Signed in as Ada Example (ada@example.test).')
    expect(screen.getByText('$12.35')).toBeTruthy()
    expect(screen.getByText('in a file that only you can read')).toBeTruthy()
    expect(bridge.inputsOf('account.refresh')).toEqual([null])
    expect(screen.queryByRole('button', { name: /Stay signed in/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add credits' }))
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(bridge.calls.map(({ name }) => name).slice(-2)).toEqual(['account.openDashboard', 'account.signOut'])
  })

  it('offers to keep a sign-in that would end with the app, and says what did not work', async () => {
    const { bridge, parts } = await show({ kind: 'signed_in', user: { id: 'usr-1' }, keptIn: 'memory' })
    expect(screen.getByText('Not known')).toBeTruthy()
    bridge.answerWith('account.keep', () => failed({ code: 'failed', message: 'The disk is full.' }))
    await userEvent.click(screen.getByRole('button', { name: /Stay signed in/ }))
    expect(JSON.stringify(parts.store.getState())).toContain('The disk is full.')
  })

  it('says so where a token of the environment is used', async () => {
    await show({ kind: 'token' })
    expect(screen.getByText(/CLINE_API_KEY/)).toBeTruthy()
  })
})
