// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { HistoryItem, SessionSummary } from '../../../../../shared/extension-state'
import { MESSAGE_BOX_ID } from '../../../../../renderer/features/composer/composer-focus'
import { Sidebar } from '../../../../../renderer/features/sidebar/sidebar'
import { mcpServer } from '../../../../support/mcp/mcp-server'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const session = (sessionId: string, change: Partial<SessionSummary>): SessionSummary => ({
  sessionId,
  taskId: `task-${sessionId}`,
  title: `Title of ${sessionId}`,
  cwd: '/home/mira/orders',
  state: 'streaming',
  ts: Date.now(),
  ...change,
})
const past: HistoryItem = {
  id: 'old',
  ts: Date.now() - 3_600_000,
  task: 'An old task',
  cwd: '/home/mira/shop',
  status: 'failed',
  tokensIn: 9,
  tokensOut: 9,
  cacheReads: 0,
  cacheWrites: 0,
  totalCost: 0.004,
}
const state = {
  cwd: '/home/mira/orders',
  homeDir: '/home/mira',
  currentSessionId: 'a',
  recentFolders: ['/home/mira/orders', '/home/mira/shop'],
  sessions: [session('a', {}), session('b', { state: 'awaiting_approval', waitsFor: 'Run npm test', totalCost: 1.5 })],
  taskHistory: [past],
}

test('lists what waits for the person by itself, with its count and with what it waits for', async () => {
  await renderWithApp(<Sidebar isDrawer={false} />, state)
  const waiting = screen.getByRole('list', { name: 'Sessions waiting for you' })
  expect(within(waiting).getAllByRole('listitem')).toHaveLength(1)
  expect(waiting.textContent).toContain('Run npm test')
  expect(waiting.textContent).toContain('Waiting for your approval')
  expect(waiting.textContent).toContain('$1.50')
  expect(screen.getByRole('heading', { name: /Waiting for you 1|Waiting for you1/ })).toBeTruthy()
})

test('the list is not there while nothing waits', async () => {
  await renderWithApp(<Sidebar isDrawer={false} />, { ...state, sessions: [session('a', {})] })
  expect(screen.queryByRole('list', { name: 'Sessions waiting for you' })).toBeNull()
})

test('opens a session and a task of the history, and marks the one that is open', async () => {
  const { bridge } = await renderWithApp(<Sidebar isDrawer={false} />, state)
  expect(screen.getByRole('button', { name: /^Running.*Title of a/, current: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Waiting for your approval.*Title of b/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Failed.*An old task/ }))
  expect(bridge.inputsOf('session.open')).toEqual([{ sessionId: 'b' }])
  expect(bridge.inputsOf('task.open')).toEqual([{ taskId: 'old' }])
})

test('says the project of a task only where it is another one', async () => {
  await renderWithApp(<Sidebar isDrawer={false} />, state)
  expect(screen.getByRole('button', { name: /^Failed.*An old task/ }).textContent).toContain('shop')
  expect(screen.getByRole('button', { name: /^Waiting.*Title of b/ }).textContent).not.toContain('orders')
  expect(screen.getByRole('button', { name: /^Failed.*An old task/ }).textContent).toContain('under $0.01')
})

test('deletes a task only after it was asked about', async () => {
  const { bridge } = await renderWithApp(<Sidebar isDrawer={false} />, state)
  await userEvent.click(screen.getByRole('button', { name: 'More for An old task' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete task…' }))
  expect(bridge.inputsOf('task.delete')).toEqual([])
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Delete this task' })).getByRole('button', { name: 'Delete task' }))
  expect(bridge.inputsOf('task.delete')).toEqual([{ taskId: 'old' }])
})

test('keeps the focus with a session that moves to another group, and hands it on when the session goes', async () => {
  const { push } = await renderWithApp(
    <>
      <Sidebar isDrawer={false} />
      <input id={MESSAGE_BOX_ID} />
    </>,
    state,
  )
  screen.getByRole('button', { name: /^Running.*Title of a/ }).focus()
  await push((bridge) => bridge.pushState({ ...state, sessions: [session('a', { state: 'awaiting_answer' })] }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Waiting.*Title of a/ }))
  screen.getByRole('button', { name: 'More for Title of a' }).focus()
  await push((bridge) => bridge.pushState({ ...state, sessions: [session('a', { state: 'awaiting_answer', waitsFor: 'An answer' })] }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Title of a' }))
  await push((bridge) => bridge.pushState({ ...state, sessions: [] }))
  expect(document.activeElement?.id).toBe(MESSAGE_BOX_ID)
})

test('goes to another project from the list of the last ones', async () => {
  const { bridge } = await renderWithApp(<Sidebar isDrawer={false} />, state)
  await userEvent.click(screen.getByRole('button', { name: 'Project orders' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '~/shop' }))
  expect(bridge.inputsOf('session.new')).toEqual([{ cwd: '/home/mira/shop' }])
})

test('without any task it says what will be there', async () => {
  await renderWithApp(<Sidebar isDrawer={false} />, { ...state, sessions: [], taskHistory: [] })
  expect(screen.getByText(/Your tasks will stand here/)).toBeTruthy()
})

test('a drawer closes when the focus goes beneath it, but not when its own menu takes it', async () => {
  const { parts } = await renderWithApp(
    <>
      <Sidebar isDrawer />
      <input aria-label="Beneath" />
    </>,
    state,
  )
  parts.actions.setSidebar(true)
  await userEvent.click(screen.getByRole('button', { name: 'Project orders' }))
  expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true)
  expect(parts.store.getState().ui.sidebarOpen).toBe(true)
  await userEvent.keyboard('{Escape}')
  screen.getByLabelText('Beneath').focus()
  expect(parts.store.getState().ui.sidebarOpen).toBe(false)
})

test('a drawer closes with Escape and when a session was chosen', async () => {
  const { parts } = await renderWithApp(<Sidebar isDrawer />, state)
  parts.actions.setSidebar(true)
  screen.getByRole('navigation', { name: 'Sessions' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(parts.store.getState().ui.sidebarOpen).toBe(false)
  parts.actions.setSidebar(true)
  await userEvent.click(screen.getByRole('button', { name: /^Waiting.*Title of b/ }))
  expect(parts.store.getState().ui.sidebarOpen).toBe(false)
})

test('tells of MCP servers that wait or failed, and goes to them', async () => {
  const { parts } = await renderWithApp(<Sidebar isDrawer={false} />, {
    ...state,
    mcpServers: [mcpServer('new', 'unapproved'), mcpServer('bad', 'failed')],
  })
  await userEvent.click(screen.getByRole('button', { name: 'MCP servers: 1 waits for you, 1 failed' }))
  expect(parts.store.getState().ui.view).toBe('settings')
})
