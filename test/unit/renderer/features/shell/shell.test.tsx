// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Shell } from '../../../../../renderer/features/shell/shell'
import { ErrorBoundary } from '../../../../../renderer/features/shell/error-boundary'
import { BrokenWindow } from '../../../../../renderer/features/shell/broken-window'
import { renderWithApp } from '../../../../support/render-with-app'

declare const happyDOM: { setViewport(size: { width: number; height: number }): void }

beforeEach(() => resize(1200))
afterEach(cleanup)

const resize = (width: number) => happyDOM.setViewport({ width, height: 800 })
const state = { welcomeViewCompleted: true, currentSessionId: 's1', cwd: '/p', taskState: { kind: 'streaming' as const, turn: 1 } }
const sidebar = () => screen.queryByRole('navigation', { name: 'Sessions' })
const panel = () => screen.queryByRole('complementary', { name: 'Side panel' })

test('a wide window has the sidebar beside the chat, a narrow one only when asked for', async () => {
  await renderWithApp(<Shell />, state)
  expect(sidebar()).toBeTruthy()
  cleanup()
  resize(800)
  await renderWithApp(<Shell />, state)
  expect(sidebar()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show or hide the sidebar' }))
  expect(sidebar()).toBeTruthy()
  expect(document.activeElement).toBe(sidebar())
})

test('a drawer that closes gives the focus back to what opened it', async () => {
  resize(480)
  await renderWithApp(<Shell />, state)
  const toggle = screen.getByRole('button', { name: 'Show or hide the side panel' })
  await userEvent.click(toggle)
  expect(document.activeElement).toBe(panel())
  await userEvent.keyboard('{Escape}')
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(toggle)
})

test('a narrow window without a task still has a way to the sessions', async () => {
  resize(480)
  const { currentSessionId: _none, ...noSession } = state
  await renderWithApp(<Shell />, noSession)
  await userEvent.click(screen.getByRole('button', { name: 'Show the sidebar' }))
  expect(sidebar()).toBeTruthy()
})

test('the title says how many sessions wait', async () => {
  await renderWithApp(<Shell />, {
    ...state,
    sessions: [{ sessionId: 's2', title: 'x', cwd: '/q', state: 'awaiting_answer', ts: 1 }],
  })
  expect(document.title).toBe('1 waiting for you · p · Countersign')
})

test('what cannot be drawn does not take the rest of the window with it', async () => {
  const Broken = () => {
    throw new Error('no such row')
  }
  await renderWithApp(
    <>
      <p>The rest</p>
      <ErrorBoundary fallback={(error) => <BrokenWindow error={error} />}>
        <Broken />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByText('The rest')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('no such row')
})

test('the key for another project opens a dialog in which a path can be typed, and it goes once the folder is open', async () => {
  const { bridge, parts } = await renderWithApp(<Shell />, state)
  act(() => parts.actions.setFolderDialog(true))
  const dialog = screen.getByRole('dialog', { name: 'Open a project' })
  const path = within(dialog).getByRole('textbox', { name: 'Folder path' })
  expect(document.activeElement).toBe(path)
  await userEvent.type(path, '~/projects/orders{Enter}')
  expect(bridge.inputsOf('session.new')).toEqual([{ cwd: '/home/mira/projects/orders' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})
