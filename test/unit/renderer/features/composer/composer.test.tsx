// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Composer } from '../../../../../renderer/features/composer/composer'
import { SAVE_EVERY_MS } from '../../../../../renderer/features/composer/drafts'
import { CommandPalette } from '../../../../../renderer/features/palette/command-palette'
import type { ExtensionState } from '../../../../../shared/extension-state'
import { failed, ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const idle: Partial<ExtensionState> = { currentSessionId: 's1', cwd: '/p' }
const streaming: Partial<ExtensionState> = { ...idle, taskState: { kind: 'streaming', turn: 1 } }

const draw = (state: Partial<ExtensionState>) =>
  renderWithApp(
    <>
      <Composer />
      <CommandPalette />
    </>,
    state,
  )
const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const type = (value: string) => act(async () => fireEvent.change(messageBox(), { target: { value } }))
const key = (more: object) => act(async () => fireEvent.keyDown(messageBox(), more))

describe('the composer', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('starts a task with Enter and is empty afterwards', async () => {
    const { bridge } = await draw(idle)
    await type('  Fix the sum  ')
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false)
    await key({ key: 'Enter' })
    expect(bridge.inputsOf('task.start')).toEqual([{ sessionId: 's1', text: 'Fix the sum', images: [], files: [] }])
    expect(messageBox().value).toBe('')
  })

  it.each([false, true])('sends a message once, however often it is sent before main has taken it (with Ctrl: %s)', async (ctrlKey) => {
    const { bridge } = await draw(idle)
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<{ taskId: string }>>>()
    bridge.answerWith('task.start', () => promise)
    await type('Fix the sum')
    await key({ key: 'Enter', ctrlKey })
    await key({ key: 'Enter', ctrlKey })
    expect(bridge.inputsOf('task.start')).toHaveLength(1)
    await act(async () => resolve(ok({ taskId: 't' })))
    await type('And the average')
    await key({ key: 'Enter', ctrlKey })
    expect(bridge.inputsOf('task.start')).toHaveLength(2)
  })

  it('starts a new line with Shift+Enter and sends nothing', async () => {
    const { bridge } = await draw(idle)
    await type('Fix')
    await key({ key: 'Enter', shiftKey: true })
    expect(bridge.inputsOf('task.start')).toEqual([])
  })

  it('sends nothing by the Enter that confirms a composition', async () => {
    const { bridge } = await draw(idle)
    await type('日本')
    await key({ key: 'Enter', isComposing: true })
    await key({ key: 'Enter', keyCode: 229 })
    expect(bridge.inputsOf('task.start')).toEqual([])
    await key({ key: 'Enter', keyCode: 13 })
    expect(bridge.inputsOf('task.start')).toHaveLength(1)
  })

  it('sends nothing while there is nothing but blanks', async () => {
    const { bridge } = await draw(idle)
    await type(' \n ')
    await key({ key: 'Enter' })
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
    expect(bridge.inputsOf('task.start')).toEqual([])
  })

  it('keeps the words when main refuses them', async () => {
    const { bridge } = await draw(idle)
    bridge.answerWith('task.start', () => failed({ code: 'failed', message: 'The disk is full.' }))
    await type('Fix the sum')
    await key({ key: 'Enter' })
    expect(messageBox().value).toBe('Fix the sum')
  })

  it('sends a message once, however often Enter is pressed before it was taken', async () => {
    const { bridge } = await draw(idle)
    const { promise, resolve } = Promise.withResolvers<void>()
    bridge.answerWith('task.start', async () => {
      await promise
      return ok({ taskId: 't1' })
    })
    await type('Fix the sum')
    await key({ key: 'Enter' })
    await key({ key: 'Enter' })
    await type('Fix the sum and more')
    await act(async () => resolve())
    expect(bridge.inputsOf('task.start')).toHaveLength(1)
    expect(messageBox().value).toBe('and more')
  })

  it('queues while the agent works, and offers to cancel elsewhere', async () => {
    const { bridge } = await draw(streaming)
    await type('And the tests')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Queue' })))
    expect(bridge.inputsOf('message.queue')).toEqual([{ sessionId: 's1', text: 'And the tests', images: [], files: [] }])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
    expect(bridge.inputsOf('task.cancel')).toEqual([{ sessionId: 's1' }])
  })

  it('says that it is cancelling until that is done', async () => {
    const { bridge } = await draw(streaming)
    const { promise, resolve } = Promise.withResolvers<void>()
    bridge.answerWith('task.cancel', async () => {
      await promise
      return ok(null)
    })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
    expect(screen.getByText('Cancelling')).toBeTruthy()
    await act(async () => resolve())
    expect(screen.queryByText('Cancelling')).toBeNull()
  })

  it('gives its focus to the message box when Cancel goes with what ran', async () => {
    const { push } = await draw(streaming)
    screen.getByRole('button', { name: 'Cancel' }).focus()
    await push((bridge) => bridge.pushState(idle))
    expect(document.activeElement).toBe(messageBox())
  })

  it('never cancels by Escape', async () => {
    const { bridge } = await draw(streaming)
    await key({ key: 'Escape' })
    expect(bridge.inputsOf('task.cancel')).toEqual([])
  })

  it('answers a question that waits, with the words', async () => {
    const { bridge } = await draw({
      ...idle,
      taskState: { kind: 'awaiting_answer', turn: 1, askTs: 4 },
      clineMessages: [{ type: 'ask', ask: 'followup', ts: 4, data: { question: 'Which?' } }],
    })
    await type('The second')
    expect(screen.getByRole('button', { name: 'Answer' })).toBeTruthy()
    await key({ key: 'Enter' })
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 4, answer: { response: 'messageResponse', text: 'The second' } }])
  })

  it('resumes an interrupted task with the words', async () => {
    const { bridge } = await draw({
      ...idle,
      taskState: { kind: 'cancelled', turn: 1, askTs: 4 },
      clineMessages: [{ type: 'ask', ask: 'resume_task', ts: 4 }],
    })
    await type('Go on, but slowly')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
    expect(bridge.inputsOf('ask.answer')).toEqual([
      { sessionId: 's1', ts: 4, answer: { response: 'yesButtonClicked', text: 'Go on, but slowly' } },
    ])
  })

  it('shows the draft that main kept and saves what is typed, soon but not with every key', async () => {
    const { bridge } = await draw({ ...idle, draft: { text: 'Half a', images: [], files: [] } })
    expect(messageBox().value).toBe('Half a')
    await type('Half a t')
    await type('Half a th')
    await type('Half a thought')
    expect(bridge.inputsOf('draft.save')).toEqual([{ sessionId: 's1', draft: { text: 'Half a t', images: [], files: [] } }])
    await act(async () => vi.advanceTimersByTime(SAVE_EVERY_MS))
    expect(bridge.inputsOf('draft.save').map(({ draft }) => draft.text)).toEqual(['Half a t', 'Half a thought'])
  })

  it('saves at once when it is left and when the page goes', async () => {
    const { bridge } = await draw(idle)
    await type('a')
    await type('ab')
    await act(async () => fireEvent.blur(messageBox()))
    await type('abc')
    await type('abcd')
    await act(async () => window.dispatchEvent(new Event('pagehide')))
    expect(bridge.inputsOf('draft.save').map(({ draft }) => draft.text)).toEqual(['a', 'ab', 'abc', 'abcd'])
  })

  it('keeps a draft for each session', async () => {
    const { push } = await draw(idle)
    await type('for the first')
    await push((bridge) => bridge.pushState({ ...idle, currentSessionId: 's2' }))
    expect(messageBox().value).toBe('')
    await push((bridge) => bridge.pushState(idle))
    expect(messageBox().value).toBe('for the first')
  })

  const dropFile = (name: string) => {
    const file = new File(['hello'], name, { type: 'text/plain' })
    const drop = createEvent.drop(messageBox())
    Object.defineProperty(drop, 'dataTransfer', { value: { files: [file], types: ['Files'] } })
    vi.useRealTimers()
    fireEvent(messageBox(), drop)
  }

  it('keeps a dropped file and shows it as a chip that can be removed', async () => {
    const { bridge } = await draw(idle)
    bridge.answerWith('attachment.save', () => ok({ path: '/data/notes.txt' }))
    await act(async () => {
      dropFile('notes.txt')
      await vi.waitUntil(() => bridge.inputsOf('attachment.save').length > 0)
    })
    expect(bridge.inputsOf('attachment.save')).toEqual([{ sessionId: 's1', name: 'notes.txt', bytes: 'aGVsbG8=' }])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove notes.txt' })))
    expect(screen.queryByText('notes.txt')).toBeNull()
    expect(document.activeElement).toBe(messageBox())
  })

  it('keeps a file for the session it was dropped in, also when another is opened meanwhile', async () => {
    const { bridge, push } = await draw({ ...idle, draft: { text: 'kept', images: [], files: [] } })
    bridge.answerWith('attachment.save', () => ok({ path: '/data/notes.txt' }))
    await act(async () => dropFile('notes.txt'))
    await push(() => bridge.pushState({ ...idle, currentSessionId: 's2', draft: { text: 'other', images: [], files: [] } }))
    await act(async () => vi.waitUntil(() => bridge.inputsOf('attachment.save').length > 0))
    expect(bridge.inputsOf('attachment.save')).toMatchObject([{ sessionId: 's1' }])
    expect(screen.queryByText('notes.txt')).toBeNull()
    await push(() => bridge.pushState(idle))
    expect(screen.getByText('notes.txt')).toBeTruthy()
    expect(messageBox().value).toBe('kept')
  })

  it('holds words back while what goes along is still being read, and says so', async () => {
    const { bridge, parts } = await draw(idle)
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<{ path: string }>>>()
    bridge.answerWith('attachment.save', () => promise)
    await type('Look at this')
    await act(async () => {
      dropFile('notes.txt')
      await vi.waitUntil(() => bridge.inputsOf('attachment.save').length > 0)
    })
    await key({ key: 'Enter' })
    expect(bridge.inputsOf('task.start')).toEqual([])
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual(['Not sent yet: an attachment is still being read.'])
    await act(async () => resolve(ok({ path: '/data/notes.txt' })))
    await key({ key: 'Enter' })
    expect(bridge.inputsOf('task.start')).toEqual([{ sessionId: 's1', text: 'Look at this', images: [], files: ['/data/notes.txt'] }])
  })

  it('switches the mode with the words, and clears them with their attachments when they were taken', async () => {
    const { bridge } = await draw({ ...idle, draft: { text: 'Go', images: ['data:image/png;base64,AA=='], files: [] } })
    bridge.answerWith('mode.set', () => ok({ consumed: true }))
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Plan' })))
    expect(bridge.inputsOf('mode.set')).toEqual([
      { sessionId: 's1', mode: 'plan', text: 'Go', images: ['data:image/png;base64,AA=='], files: [] },
    ])
    expect(messageBox().value).toBe('')
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
  })

  it('switches the mode by key and keeps words that were not taken', async () => {
    const { bridge } = await draw(idle)
    await type('later')
    await key({ key: 'A', ctrlKey: true, shiftKey: true })
    expect(bridge.inputsOf('mode.set').map(({ mode }) => mode)).toEqual(['plan'])
    expect(messageBox().value).toBe('later')
  })

  it('says that a password belongs elsewhere while a command asks for one', async () => {
    await draw({
      ...idle,
      taskState: { kind: 'running_tool', turn: 1, tool: 'execute_command', startedAt: 1 },
      clineMessages: [
        {
          type: 'say',
          say: 'command',
          ts: 3,
          data: { command: 'sudo ls', cwd: '/p', status: 'running', terminalId: 't1', waitsForInput: 'hidden' },
        },
      ],
    })
    expect(messageBox().placeholder).toMatch(/goes to the model/)
  })

  it('lets a running command go on', async () => {
    const { bridge } = await draw({
      ...idle,
      taskState: { kind: 'running_tool', turn: 1, tool: 'execute_command', startedAt: 1 },
      clineMessages: [
        { type: 'say', say: 'command', ts: 3, data: { command: 'npm start', cwd: '/p', status: 'running', terminalId: 't1' } },
      ],
    })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Proceed While Running' })))
    expect(bridge.inputsOf('command.detach')).toEqual([{ sessionId: 's1', terminalId: 't1' }])
  })
})
