// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { LinkDialog } from '../../../../../renderer/features/links/link-dialog'
import { renderWithApp } from '../../../../support/render-with-app'

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the link dialog', () => {
  afterEach(cleanup)

  it('opens an address only after the person said so', async () => {
    const { parts, bridge } = await renderWithApp(<LinkDialog />)
    await act(async () => parts.actions.askToOpenLink('https://example.com/a'))
    expect(screen.getByRole('dialog', { name: 'Open in your browser' }).textContent).toContain('example.com')
    expect(bridge.inputsOf('link.open')).toEqual([])
    await click('Open link')
    expect(bridge.inputsOf('link.open')).toEqual([{ url: 'https://example.com/a' }])
  })

  it('opens nothing when the person stays', async () => {
    const { parts, bridge } = await renderWithApp(<LinkDialog />)
    await act(async () => parts.actions.askToOpenLink('https://example.com/a'))
    await click('Stay here')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputsOf('link.open')).toEqual([])
  })

  it('offers no way to open what is no web address', async () => {
    const { parts } = await renderWithApp(<LinkDialog />)
    await act(async () => parts.actions.askToOpenLink('file:///etc/passwd'))
    expect(screen.queryByRole('button', { name: 'Open link' })).toBeNull()
  })
})
