// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApprovalCard } from '../../../../../renderer/features/approval/approval-card'
import { DEAF_MS } from '../../../../../renderer/features/approval/arming'
import { CommandPalette } from '../../../../../renderer/features/palette/command-palette'
import type { ExtensionState } from '../../../../../shared/extension-state'
import { renderWithApp } from '../../../../support/render-with-app'
import { eventually } from '../../../../support/eventually'

const busy = { currentSessionId: 's1', cwd: '/p', taskState: { kind: 'streaming', turn: 1 } } as const
const key = (more: object) => act(async () => fireEvent.keyDown(document.activeElement ?? document.body, more))
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

describe('the palette', () => {
  afterEach(cleanup)

  it('opens by key and lists what can be done now, with keys', async () => {
    await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find an action' }))
    expect(options()).toContain('Cancel the taskCtrl+.')
    expect(options()).not.toContain('Approve what waitsCtrl+Enter')
  })

  it('finds an action by its words and runs it when it has gone', async () => {
    const { bridge } = await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value: 'task cancel' } }))
    expect(options()).toEqual(['Cancel the taskCtrl+.'])
    await key({ key: 'Enter' })
    expect(screen.queryByRole('combobox')).toBeNull()
    // The dialog tells of its going a moment after it went.
    await eventually(() => expect(bridge.inputsOf('task.cancel')).toEqual([{ sessionId: 's1' }]))
  })

  it('is walked by the arrows, round its ends', async () => {
    await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await key({ key: 'ArrowUp' })
    const all = screen.getAllByRole('option')
    expect(screen.getByRole('option', { selected: true })).toBe(all.at(-1))
    await key({ key: 'ArrowDown' })
    expect(screen.getByRole('option', { selected: true })).toBe(all[0])
    expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(all[0].id)
  })

  it('closes by Escape and cancels nothing', async () => {
    const { bridge } = await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await key({ key: 'Escape' })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(bridge.inputsOf('task.cancel')).toEqual([])
  })

  it('keeps other keys quiet while it is open', async () => {
    const { bridge } = await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await key({ key: '.', ctrlKey: true })
    expect(bridge.inputsOf('task.cancel')).toEqual([])
  })

  it('says when no action is called so', async () => {
    await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value: 'zzz' } }))
    expect(screen.getByText('No action is called that. Try another word.')).toBeTruthy()
  })

  it('answers only the question that stood there when it was opened', async () => {
    vi.useFakeTimers()
    const asks = (ts: number): Partial<ExtensionState> => ({
      currentSessionId: 's1',
      taskState: { kind: 'awaiting_approval', turn: 1, askTs: ts },
      clineMessages: [{ type: 'ask', ask: 'command', ts, data: { command: 'ls', cwd: '/p', status: 'awaiting_approval' } }],
    })
    const arm = () => act(async () => vi.advanceTimersByTime(DEAF_MS))
    const { bridge, parts, push } = await renderWithApp(
      <>
        <ApprovalCard />
        <CommandPalette />
      </>,
      asks(5),
    )
    await arm()
    await key({ key: 'k', ctrlKey: true })
    await push((port) => port.pushState(asks(9)))
    await arm()
    const choose = () => act(async () => fireEvent.click(screen.getByRole('option', { name: /^Approve what waits/ })))
    await choose()
    await arm()
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual([
      'What waited when the list was opened is gone, so nothing was answered.',
    ])
    await key({ key: 'k', ctrlKey: true })
    await choose()
    await arm()
    expect(bridge.inputsOf('ask.answer')).toMatchObject([{ ts: 9 }])
    vi.useRealTimers()
  })

  it('approves what waits by that name also with words in the message box, which go along', async () => {
    vi.useFakeTimers()
    const { bridge } = await renderWithApp(
      <>
        <ApprovalCard />
        <CommandPalette />
      </>,
      {
        currentSessionId: 's1',
        taskState: { kind: 'awaiting_approval', turn: 1, askTs: 5 },
        clineMessages: [{ type: 'ask', ask: 'command', ts: 5, data: { command: 'ls', cwd: '/p', status: 'awaiting_approval' } }],
        draft: { text: 'And look closely', images: [], files: [] },
      },
    )
    await act(async () => vi.advanceTimersByTime(DEAF_MS))
    await key({ key: 'k', ctrlKey: true })
    await act(async () => fireEvent.click(screen.getByRole('option', { name: /^Approve what waits/ })))
    await act(async () => vi.advanceTimersByTime(DEAF_MS))
    expect(bridge.inputsOf('ask.answer')).toMatchObject([{ ts: 5, answer: { response: 'yesButtonClicked', text: 'And look closely' } }])
    vi.useRealTimers()
  })

  it('lists no answer where nothing waits', async () => {
    await renderWithApp(<CommandPalette />, { currentSessionId: 's1', draft: { text: 'A task', images: [], files: [] } })
    await key({ key: 'k', ctrlKey: true })
    expect(options().filter((option) => option?.includes('what waits'))).toEqual([])
  })

  it('hears no application menu while a dialog has the keyboard', async () => {
    const { parts, push } = await renderWithApp(<CommandPalette />, busy)
    await key({ key: 'k', ctrlKey: true })
    await push((port) => port.push('app.command', { command: 'settings.open' }))
    expect(parts.store.getState().ui.view).toBe('task')
    await push((port) => port.push('app.command', { command: 'palette.open' }))
    expect(parts.store.getState().ui.paletteOpen).toBe(false)
  })

  it('does what the application menu asks for', async () => {
    const { bridge, push } = await renderWithApp(<CommandPalette />, busy)
    await push((port) => port.push('app.command', { command: 'task.cancel' }))
    expect(bridge.inputsOf('task.cancel')).toEqual([{ sessionId: 's1' }])
  })
})
