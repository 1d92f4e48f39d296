// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BrowserSection } from '../../../../../renderer/features/settings/browser-section'
import { defaultBrowserSettings } from '../../../../../shared/browser'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

test('each setting is saved with the others as they are', async () => {
  const { bridge } = await renderWithApp(<BrowserSection />, { currentSessionId: 's1' })
  await userEvent.click(screen.getByRole('switch', { name: 'Let the agent use a browser' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Size of its pages' }), 'Mobile, 360 × 640')
  await userEvent.type(screen.getByRole('textbox', { name: 'Program' }), '/opt/chrome{Enter}')
  expect(bridge.inputsOf('settings.update').map(({ patch }) => patch.browserSettings)).toEqual([
    { ...defaultBrowserSettings, disableToolUse: true },
    { ...defaultBrowserSettings, viewport: { width: 360, height: 640 } },
    { ...defaultBrowserSettings, chromeExecutablePath: '/opt/chrome' },
  ])
})

test('the address of a browser that runs is asked for only where it is used, and must be one', async () => {
  const { bridge, push } = await renderWithApp(<BrowserSection />, { currentSessionId: 's1' })
  expect(screen.queryByRole('textbox', { name: 'Its address' })).toBeNull()
  const browserSettings = { ...defaultBrowserSettings, remoteBrowserEnabled: true }
  await push((main) => main.pushState({ currentSessionId: 's1', browserSettings }))
  const field = screen.getByRole('textbox', { name: 'Its address' })
  await userEvent.clear(field)
  await userEvent.type(field, 'file:///tmp{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('http://localhost:9222')
  expect(bridge.inputsOf('settings.update')).toEqual([])
})

test('which browser is used is told when it is asked for', async () => {
  await renderWithApp(<BrowserSection />, { currentSessionId: 's1' })
  await userEvent.click(screen.getByRole('button', { name: 'Look which browser is used' }))
  expect((await screen.findByText('Pages are opened in /usr/bin/chromium.')).getAttribute('role')).toBe('status')
})
