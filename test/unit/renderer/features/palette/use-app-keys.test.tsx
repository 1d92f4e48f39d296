// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useAppKeys } from '../../../../../renderer/features/palette/use-app-keys'
import { renderWithApp } from '../../../../support/render-with-app'

function Keys() {
  useAppKeys()
  return <input aria-label="A field" />
}

const press = (more: object, target: Element = document.body) => act(async () => fireEvent.keyDown(target, more))

describe('the keyboard of the window', () => {
  afterEach(cleanup)

  it('opens and closes the sidebar, the panel, the settings and the palette', async () => {
    const { parts } = await renderWithApp(<Keys />, { currentSessionId: 's1' })
    const ui = () => parts.store.getState().ui
    const before = ui().sidebarOpen ?? window.innerWidth >= 900
    await press({ key: 'b', ctrlKey: true })
    expect(ui().sidebarOpen).toBe(!before)
    await press({ key: 'j', ctrlKey: true })
    expect(ui().sidePanelOpen).toBe(true)
    await press({ key: ',', ctrlKey: true })
    expect(ui().view).toBe('settings')
    await press({ key: 'k', ctrlKey: true })
    expect(ui().paletteOpen).toBe(true)
  })

  it('works from inside a text field, where the key does not edit', async () => {
    const { parts, getByLabelText } = await renderWithApp(<Keys />, { currentSessionId: 's1' })
    await press({ key: 'j', ctrlKey: true }, getByLabelText('A field'))
    expect(parts.store.getState().ui.sidePanelOpen).toBe(true)
  })

  it('lets other chords, compositions and held keys pass', async () => {
    const { parts } = await renderWithApp(<Keys />, { currentSessionId: 's1' })
    for (const more of [{ altKey: true }, { shiftKey: true }, { isComposing: true }, { repeat: true }]) {
      await press({ key: 'j', ctrlKey: true, ...more })
    }
    await press({ key: 'j' })
    expect(parts.store.getState().ui.sidePanelOpen).toBe(false)
  })

  it('stops the browser from doing what the key does elsewhere', async () => {
    await renderWithApp(<Keys />, { currentSessionId: 's1' })
    // `fireEvent` answers false when the default was prevented.
    expect(await act(async () => fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true }))).toBe(false)
    expect(await act(async () => fireEvent.keyDown(document.body, { key: 'y', ctrlKey: true }))).toBe(true)
    // A key that is held does nothing more, here or in the application's menu.
    expect(await act(async () => fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true, repeat: true }))).toBe(false)
  })
})
