// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGE_BOX_ID } from '../../../../../renderer/features/composer/composer-focus'
import { QueuedMessages } from '../../../../../renderer/features/queue/queued-messages'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const queued = [
  { id: 'q1', text: 'First', images: [], files: [] },
  { id: 'q2', text: 'Second', images: ['x'], files: ['/a'] },
]
const draw = () => renderWithApp(<QueuedMessages />, { currentSessionId: 's1', queuedMessages: queued })
const click = (name: string, at = 0) => act(async () => fireEvent.click(screen.getAllByRole('button', { name })[at]))

describe('queued messages', () => {
  afterEach(cleanup)

  it('that are sent while they are being changed leave the change and the focus to the message box', async () => {
    const { parts, push } = await renderWithApp(
      <>
        <QueuedMessages />
        <input id={MESSAGE_BOX_ID} />
      </>,
      { currentSessionId: 's1', queuedMessages: queued },
    )
    await click('Edit queued message')
    await act(async () => fireEvent.change(screen.getByLabelText('Queued message'), { target: { value: 'First, but better' } }))
    await push((bridge) => bridge.pushState({ currentSessionId: 's1', queuedMessages: queued.slice(1) }))
    const { ui } = parts.store.getState()
    expect(ui.toasts.map(({ text }) => text)).toEqual(['This message was already sent as it was. Your change stands in the message box.'])
    expect(ui.drafts.get('s1')?.text).toBe('First, but better')
    expect(document.activeElement?.id).toBe(MESSAGE_BOX_ID)
  })

  it('that are changed and saved say nothing when they are sent', async () => {
    const { parts, push } = await draw()
    await click('Edit queued message')
    await act(async () => fireEvent.change(screen.getByLabelText('Queued message'), { target: { value: 'First, but better' } }))
    await click('Save change')
    await push((bridge) => bridge.pushState({ currentSessionId: 's1', queuedMessages: [] }))
    expect(parts.store.getState().ui).toMatchObject({ toasts: [], drafts: new Map() })
  })

  it('are listed with their attachments', async () => {
    await draw()
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['First', 'Second2 attachments'])
  })

  it('are not there when nothing waits', async () => {
    const { container } = await renderWithApp(<QueuedMessages />, { currentSessionId: 's1' })
    expect(container.textContent).toBe('')
  })

  it('are changed in place', async () => {
    const { bridge } = await draw()
    await click('Edit queued message', 1)
    const box = screen.getByRole('textbox', { name: 'Queued message' })
    expect(document.activeElement).toBe(box)
    await act(async () => fireEvent.change(box, { target: { value: 'Second, better' } }))
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
    expect(bridge.inputsOf('message.edit')).toEqual([{ sessionId: 's1', id: 'q2', text: 'Second, better' }])
  })

  it('stay as they were after Escape', async () => {
    const { bridge } = await draw()
    await click('Edit queued message')
    const box = screen.getByRole('textbox', { name: 'Queued message' })
    await act(async () => fireEvent.change(box, { target: { value: 'Other' } }))
    await act(async () => fireEvent.keyDown(box, { key: 'Escape' }))
    expect(bridge.inputsOf('message.edit')).toEqual([])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('are taken back, or said to be sent already', async () => {
    const { bridge, parts } = await draw()
    bridge.answerWith('message.unqueue', () => ok({ accepted: false }))
    await click('Remove from queue')
    expect(bridge.inputsOf('message.unqueue')).toEqual([{ sessionId: 's1', id: 'q1' }])
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual(['This message was already sent with a request.'])
  })
})
