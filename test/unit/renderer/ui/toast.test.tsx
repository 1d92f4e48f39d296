// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../../../renderer/ui/announcer'
import { type ToastContent, Toasts } from '../../../../renderer/ui/toast'

const draw = (toasts: readonly ToastContent[]) => {
  const dismissed: number[] = []
  render(
    <Announcer>
      <Toasts
        toasts={toasts}
        onDismiss={(id) => dismissed.push(id)}
        onCopy={(words) => copied.push(words)}
        onFocusLost={() => (lost += 1)}
      />
    </Announcer>,
  )
  return dismissed
}
let copied: string[] = []
let lost = 0

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    copied = []
    lost = 0
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('are read out politely', () => {
    draw([{ id: 1, level: 'info', text: 'Copied' }])
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('Copied')
  })

  it('go by themselves, but for errors', () => {
    const dismissed = draw([
      { id: 1, level: 'info', text: 'Copied' },
      { id: 2, level: 'error', text: 'The disk is full.' },
    ])
    act(() => {
      vi.advanceTimersByTime(60_000)
    })
    expect(dismissed).toEqual([1])
  })

  it('are dismissed by hand', () => {
    const dismissed = draw([{ id: 2, level: 'error', text: 'The disk is full.' }])
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(dismissed).toEqual([2])
  })

  it('copy what is behind them', () => {
    draw([{ id: 2, level: 'error', text: 'The disk is full.', detail: 'ENOSPC' }])
    fireEvent.click(screen.getByRole('button', { name: 'Copy the details' }))
    expect(copied).toEqual(['The disk is full.\nENOSPC'])
  })

  it('hand on the focus that they take with them, and only that', () => {
    draw([{ id: 2, level: 'error', text: 'The disk is full.' }])
    cleanup()
    expect(lost).toBe(0)
    draw([{ id: 2, level: 'error', text: 'The disk is full.' }])
    screen.getByRole('button', { name: 'Dismiss' }).focus()
    cleanup()
    expect(lost).toBe(1)
  })
})
