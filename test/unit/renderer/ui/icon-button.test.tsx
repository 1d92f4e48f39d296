// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { X } from 'lucide-react'
import { afterEach, describe, expect, it } from 'vitest'
import { IconButton } from '../../../../renderer/ui/icon-button'

describe('an icon button', () => {
  afterEach(cleanup)

  it('has a name and tells its key', () => {
    render(<IconButton label="Close" shortcut="Mod+K" icon={<X aria-hidden />} />)
    expect(screen.getByRole('button', { name: 'Close' }).getAttribute('aria-keyshortcuts')).toMatch(/^(Control|Meta)\+K$/)
  })

  it('shows its name when it gets the focus, without saying it twice', async () => {
    render(<IconButton label="Close" icon={<X aria-hidden />} />)
    const button = screen.getByRole('button', { name: 'Close' })
    await act(async () => button.focus())
    expect(screen.getByRole('tooltip').textContent).toBe('Close')
    expect(button.getAttribute('aria-describedby')).toBeNull()
  })
})
