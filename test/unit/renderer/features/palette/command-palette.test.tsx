// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CommandPalette } from '../../../../../renderer/features/palette/command-palette'
import { renderWithApp } from '../../../../support/render-with-app'

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
    expect(bridge.inputsOf('task.cancel')).toEqual([{ sessionId: 's1' }])
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

  it('does what the application menu asks for', async () => {
    const { bridge, push } = await renderWithApp(<CommandPalette />, busy)
    await push((port) => port.push('app.command', { command: 'task.cancel' }))
    expect(bridge.inputsOf('task.cancel')).toEqual([{ sessionId: 's1' }])
  })
})
