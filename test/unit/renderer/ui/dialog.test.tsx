// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from '../../../../renderer/ui/button'
import { Dialog } from '../../../../renderer/ui/dialog'
import { eventually } from '../../../support/eventually'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open it</Button>
      <Dialog open={open} onOpenChange={setOpen} title="A title" description="What it is about" footer={<Button>Fine</Button>} />
    </>
  )
}

async function opened() {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open it' })
  opener.focus()
  await act(async () => fireEvent.click(opener))
  return { opener, dialog: screen.getByRole('dialog', { name: 'A title' }) }
}

describe('a dialog', () => {
  afterEach(cleanup)

  it('has a name and a description, and the focus inside', async () => {
    const { dialog } = await opened()
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('What it is about')
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  it('hides the page behind it from assistive technology', async () => {
    const { opener } = await opened()
    expect(opener.closest('[aria-hidden="true"]')).not.toBeNull()
  })

  it('closes by Escape and hands the focus back', async () => {
    const { opener } = await opened()
    await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await eventually(() => expect(document.activeElement).toBe(opener))
  })

  it('writes no style element, which the policy of the page would refuse', async () => {
    await opened()
    expect(document.querySelectorAll('style')).toHaveLength(0)
  })
})
