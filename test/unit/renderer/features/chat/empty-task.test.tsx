// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { HistoryItem } from '../../../../../shared/extension-state'
import { EmptyTask } from '../../../../../renderer/features/chat/empty-task'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const done = (id: string, cwd: string, ts: number): HistoryItem => ({
  id,
  ts,
  task: `Task ${id}`,
  cwd,
  status: 'completed',
  tokensIn: 1,
  tokensOut: 1,
  cacheReads: 0,
  cacheWrites: 0,
})
const state = { currentSessionId: 's1', cwd: '/p/orders', homeDir: '/home/mira' }

test('a new task offers the last tasks of its own folder, newest first', async () => {
  const taskHistory = [done('old', '/p/orders', 1), done('elsewhere', '/p/shop', 3), done('new', '/p/orders', 2)]
  const { bridge } = await renderWithApp(<EmptyTask />, { ...state, taskHistory })
  const rows = within(screen.getByRole('region', { name: 'Recent tasks in this project' })).getAllByRole('button')
  expect(rows.map((row) => /Task (?:new|old|elsewhere)/.exec(row.textContent ?? '')?.[0])).toEqual(['Task new', 'Task old'])
  await userEvent.click(rows[0])
  expect(bridge.inputsOf('task.open')).toEqual([{ taskId: 'new' }])
})

test('a folder in which nothing was done yet says what to do and no more', async () => {
  await renderWithApp(<EmptyTask />, state)
  expect(screen.getByText(/^Write below what should be done/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
