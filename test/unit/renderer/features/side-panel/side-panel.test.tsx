// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SidePanel } from '../../../../../renderer/features/side-panel/side-panel'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

test('begins with the changes of the task', async () => {
  await renderWithApp(<SidePanel isDrawer={false} />, { currentSessionId: 's1' })
  expect(screen.getByRole('tab', { name: 'Changes' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText(/No file was changed yet/)).toBeTruthy()
})

test('its other tab says what the model has been given', async () => {
  await renderWithApp(<SidePanel isDrawer={false} />, {
    usage: { tokensIn: 10, tokensOut: 20, cacheReads: 30, cacheWrites: 40, contextTokens: 100, contextWindow: 1000 },
  })
  await userEvent.click(screen.getByRole('tab', { name: 'Context' }))
  expect(screen.getByRole('tabpanel').textContent).toContain('10 %')
})

test('closes with Escape', async () => {
  const { parts } = await renderWithApp(<SidePanel isDrawer />, {})
  parts.actions.setSidePanel(true)
  screen.getByRole('complementary', { name: 'Side panel' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(parts.store.getState().ui.sidePanelOpen).toBe(false)
})
