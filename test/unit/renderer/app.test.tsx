// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExtensionState } from '../../../shared/extension-state'
import { App } from '../../../renderer/app'
import { connect } from '../../../renderer/connect'
import { AppProvider } from '../../../renderer/store/app-context'
import { giveElementsSizes } from '../../support/element-sizes'
import { fakeBridge } from '../../support/fake-bridge'
import { partsOn, renderWithApp } from '../../support/render-with-app'

let restore: () => void
beforeAll(() => {
  restore = giveElementsSizes()
})
afterAll(() => restore())
beforeEach(() => {
  delete document.documentElement.dataset['ready']
})
afterEach(cleanup)

const ready = () => document.documentElement.dataset['ready']
const state: Partial<ExtensionState> = {
  welcomeViewCompleted: true,
  currentSessionId: 's1',
  cwd: '/home/mira/orders',
  homeDir: '/home/mira',
  sessions: [{ sessionId: 's1', taskId: 't1', title: 'Mend the total', cwd: '/home/mira/orders', state: 'streaming', ts: 1 }],
  clineMessages: [{ ts: 1, type: 'say', say: 'task', text: 'Mend the total' }],
  taskState: { kind: 'streaming', turn: 1 },
}

test('draws nothing before the first state, then the window, and says that it is ready', async () => {
  const port = fakeBridge()
  const parts = partsOn(port)
  connect(parts.bridge, parts.store, (run) => run())
  render(
    <AppProvider parts={parts}>
      <App />
    </AppProvider>,
  )
  expect(ready()).toBeUndefined()
  expect(screen.queryByRole('main')).toBeNull()
  await act(async () => port.pushState(state))
  expect(screen.getByRole('log', { name: 'Chat' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy()
  expect(ready()).toBe('true')
})

test('says so when the app does not tell how things are, and asks again when told to', async () => {
  const port = fakeBridge()
  port.answerWith('state.request', () => ({ ok: false, error: { code: 'failed', message: 'The app is busy starting.' } }))
  const parts = partsOn(port)
  connect(parts.bridge, parts.store, (run) => run())
  render(
    <AppProvider parts={parts}>
      <App />
    </AppProvider>,
  )
  expect(await screen.findByText('The app is busy starting.')).toBeTruthy()
  port.answerWith('state.request', () => {
    port.pushState(state)
    return { ok: true, value: null }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('log')).toBeTruthy()
})

test('shows the first run until it is done, without sessions beside it', async () => {
  await renderWithApp(<App />, {})
  expect(screen.getByRole('region', { name: 'Welcome' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Sessions' })).toBeNull()
})

test('a session without a task says where it works and what may happen there', async () => {
  await renderWithApp(<App />, { ...state, clineMessages: [], taskState: { kind: 'idle' } })
  expect(screen.getByRole('heading', { name: 'New task in orders', level: 2 })).toBeTruthy()
  expect(screen.getByText(/reading in this folder and commands known to be safe need no approval/)).toBeTruthy()
})

test('notices stand above the chat until they are dismissed', async () => {
  const { bridge } = await renderWithApp(<App />, {
    ...state,
    notices: [{ id: 'n1', level: 'error', code: 'disk', text: 'The disk is full.' }],
  })
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(bridge.inputsOf('notice.dismiss')).toEqual([{ id: 'n1' }])
})

test('a refused action is said in a toast', async () => {
  const { bridge, parts } = await renderWithApp(<App />, state)
  bridge.answerWith('task.cancel', () => ({ ok: false, error: { code: 'refused', message: 'There is nothing to cancel.' } }))
  await act(async () => parts.actions.cancelTask())
  expect(screen.getByText('There is nothing to cancel.', { selector: 'li *' })).toBeTruthy()
})

test('the keyboard shows and hides the sidebar and the side panel', async () => {
  await renderWithApp(<App />, state)
  expect(screen.getByRole('navigation', { name: 'Sessions' })).toBeTruthy()
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(screen.queryByRole('navigation', { name: 'Sessions' })).toBeNull()
  await userEvent.keyboard('{Control>}j{/Control}')
  expect(screen.getByRole('complementary', { name: 'Side panel' })).toBeTruthy()
})

test('settings leave the chat mounted, with what was typed', async () => {
  await renderWithApp(<App />, state)
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'half a thought')
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  expect(screen.getByRole('region', { name: 'Settings' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Back to the task/ }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('half a thought')
})
