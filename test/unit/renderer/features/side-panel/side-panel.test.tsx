// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ClineMessage, ToolStatus } from '../../../../../shared/messages'
import { SidePanel } from '../../../../../renderer/features/side-panel/side-panel'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const edit = (ts: number, path: string, status: ToolStatus = 'done'): ClineMessage => ({
  ts,
  type: 'say',
  say: 'tool',
  data: { tool: 'editedExistingFile', path: `/p/${path}`, diff: `@@ -1 +1 @@\n-old ${ts}\n+new ${ts}\n`, added: 1, removed: 1, status },
})

test('lists each changed file once, with the sum of its edits and each of their diffs', async () => {
  await renderWithApp(<SidePanel isDrawer={false} />, {
    cwd: '/p',
    clineMessages: [edit(1, 'a.js'), edit(2, 'b.js'), edit(3, 'a.js'), edit(4, 'c.js', 'denied')],
  })
  expect(screen.getByText('2 changed files')).toBeTruthy()
  expect(screen.getByText('3 lines added, 3 removed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /a\.js/ }))
  const diffs = screen.getAllByRole('group', { name: 'Changes to a.js' })
  expect(diffs.map((diff) => /new (\d)/.exec(diff.textContent)?.[1])).toEqual(['1', '3'])
  expect(screen.queryByText(/c\.js/)).toBeNull()
})

test('a file appears as soon as its edit is done', async () => {
  const { push } = await renderWithApp(<SidePanel isDrawer={false} />, { cwd: '/p', clineMessages: [edit(1, 'a.js', 'running')] })
  expect(screen.getByText(/No file was changed yet/)).toBeTruthy()
  await push((bridge) => bridge.pushOps({ op: 'row.patch', ts: 1, patch: { data: { status: 'done' } } }))
  expect(screen.getByText('1 changed file')).toBeTruthy()
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
