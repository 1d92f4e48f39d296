// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from '../../../../renderer/ui/button'
import { Menu, MenuItem } from '../../../../renderer/ui/menu'
import { eventually } from '../../../support/eventually'

describe('a menu', () => {
  afterEach(cleanup)

  it('opens by key at its first action, runs one and closes, without a style element', async () => {
    const chosen: string[] = []
    render(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => chosen.push('open')}>Open</MenuItem>
        <MenuItem danger onSelect={() => chosen.push('delete')}>
          Delete
        </MenuItem>
      </Menu>,
    )
    const trigger = screen.getByRole('button', { name: 'More' })
    trigger.focus()
    await act(async () => fireEvent.keyDown(trigger, { key: 'Enter' }))
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Open' }))
    expect(document.querySelectorAll('style')).toHaveLength(0)
    await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' }))
    // The focus walks on in a task of its own.
    await eventually(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' })))
    await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' }))
    expect(chosen).toEqual(['delete'])
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
