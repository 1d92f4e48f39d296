// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApprovalCard } from '../../../../../renderer/features/approval/approval-card'
import { DEAF_MS } from '../../../../../renderer/features/approval/arming'
import { Composer } from '../../../../../renderer/features/composer/composer'
import { CommandPalette } from '../../../../../renderer/features/palette/command-palette'
import { Announcer } from '../../../../../renderer/ui/announcer'
import type { ExtensionState } from '../../../../../shared/extension-state'
import type { ClineAskMessage } from '../../../../../shared/messages'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

const facts = { summary: 'Edit 2 places in src/sum.js', reason: 'writes to the project' }
const edit: ClineAskMessage = {
  type: 'ask',
  ask: 'tool',
  ts: 5,
  data: { tool: 'editedExistingFile', path: '/p/src/sum.js', diff: '@@ -1 +1 @@\n-a\n+b\n', status: 'awaiting_approval' },
  approval: facts,
}
const command: ClineAskMessage = {
  type: 'ask',
  ask: 'command',
  ts: 9,
  data: { command: 'npm test\u202e && rm x', cwd: '/home/mira/p/web', status: 'awaiting_approval' },
  approval: { summary: 'Run in web/: npm test', reason: 'may change files' },
}
const waiting = (
  row: ClineAskMessage,
  kind: 'awaiting_approval' | 'awaiting_answer' | 'completed' | 'cancelled' = 'awaiting_approval',
): Partial<ExtensionState> => ({
  currentSessionId: 's1',
  cwd: '/p',
  homeDir: '/home/mira',
  taskState: { kind, turn: 1, askTs: row.ts },
  clineMessages: [row],
})

const draw = (state: Partial<ExtensionState>) =>
  renderWithApp(
    <Announcer>
      <ApprovalCard />
      <Composer />
      <CommandPalette />
    </Announcer>,
    state,
  )
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const arm = () => pass(DEAF_MS)
const press = (key: string, more = {}) =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true, ...more }))
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const type = (value: string) => act(async () => fireEvent.change(messageBox(), { target: { value } }))

describe('the approval card', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('is a region that says what would happen and why it asks', async () => {
    await draw(waiting(edit))
    const card = screen.getByRole('region', { name: 'Waiting for you' })
    expect(card.textContent).toContain(facts.summary)
    expect(card.textContent).toContain('Writes to the project')
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy()
  })

  it('is announced at once, with what would happen', async () => {
    await draw(waiting(command))
    expect(document.querySelector('[aria-live="assertive"]')?.textContent).toBe('Waiting for you: Run in web/: npm test. May change files')
  })

  it('is deaf for half a second: to a click, to a key, and says so by being disabled', async () => {
    const { bridge } = await draw(waiting(edit))
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Reject' })).toHaveProperty('disabled', true)
    await click('Save')
    await press('Enter')
    await press('Backspace')
    await pass(DEAF_MS - 1)
    await press('Enter')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    await pass(1)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
  })

  it('does not take the focus', async () => {
    const { push } = await draw({ currentSessionId: 's1' })
    messageBox().focus()
    await push((bridge) => bridge.pushState(waiting(edit)))
    await arm()
    expect(document.activeElement).toBe(messageBox())
  })

  it('answers exactly its own ask', async () => {
    const { bridge } = await draw(waiting(edit))
    await arm()
    await click('Save')
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 5, answer: { response: 'yesButtonClicked' } }])
  })

  it('answers once, however often it is clicked before main has said anything', async () => {
    const { bridge } = await draw(waiting(edit))
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof accepted>>()
    bridge.answerWith('ask.answer', () => promise)
    await arm()
    await click('Reject')
    await click('Reject')
    await press('Enter')
    await act(async () => resolve(accepted()))
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 5, answer: { response: 'noButtonClicked' } }])
  })

  it('is deaf to the click that brings the window to the front', async () => {
    const { bridge } = await draw(waiting(edit))
    await arm()
    const save = screen.getByRole('button', { name: 'Save' })
    await act(async () => window.dispatchEvent(new Event('blur')))
    expect(save).toHaveProperty('disabled', true)
    await pass(60_000)
    await act(async () => {
      fireEvent.pointerDown(save)
      fireEvent.click(save, { detail: 1 })
    })
    await arm()
    // A press that began while it was deaf stays without effect, however long it is held.
    await act(async () => fireEvent.click(save, { detail: 1 }))
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    await act(async () => {
      fireEvent.pointerDown(save)
      fireEvent.click(save, { detail: 1 })
    })
    expect(bridge.inputsOf('ask.answer')).toHaveLength(1)
  })

  it('hands its focus to the message box when it leaves', async () => {
    const { push } = await draw(waiting(edit))
    await arm()
    screen.getByRole('button', { name: 'Reject' }).focus()
    await push((bridge) => bridge.pushState({ currentSessionId: 's1', taskState: { kind: 'streaming', turn: 1 } }))
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
    expect(document.activeElement).toBe(messageBox())
  })

  it('keeps deaf and apart the next card, even when it comes at once', async () => {
    const { push, bridge } = await draw(waiting(edit))
    await arm()
    await push((port) => port.pushState(waiting(command)))
    expect(screen.getByRole('button', { name: 'Run Command' })).toHaveProperty('disabled', true)
    await press('Enter')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    await arm()
    await press('Enter')
    expect(bridge.inputsOf('ask.answer').map(({ ts }) => ts)).toEqual([9])
  })

  it('is approved and rejected by key while the composer is empty', async () => {
    const { bridge, push } = await draw(waiting(edit))
    await arm()
    messageBox().focus()
    await press('Backspace')
    await push((port) => port.pushState(waiting(command)))
    await arm()
    await press('Enter')
    expect(bridge.inputsOf('ask.answer').map(({ ts, answer }) => [ts, answer.response])).toEqual([
      [5, 'noButtonClicked'],
      [9, 'yesButtonClicked'],
    ])
  })

  it('is answered with the words in the composer by Mod+Enter, and Mod+Backspace edits them', async () => {
    const { bridge } = await draw(waiting(edit))
    await arm()
    messageBox().focus()
    await type('Use a constant')
    await press('Backspace')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    await press('Enter')
    expect(bridge.inputsOf('ask.answer')).toEqual([
      { sessionId: 's1', ts: 5, answer: { response: 'messageResponse', text: 'Use a constant' } },
    ])
    expect(messageBox().value).toBe('')
  })

  it('says so and keeps the words when the answer came too late', async () => {
    const { bridge, parts } = await draw(waiting(edit))
    bridge.answerWith('ask.answer', () => ok({ accepted: false }))
    await arm()
    await type('Use a constant')
    await click('Save')
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual([
      'This question is no longer open, so the answer changed nothing.',
    ])
    expect(messageBox().value).toBe('Use a constant')
  })

  it('answers a question by one of its options', async () => {
    const row: ClineAskMessage = {
      type: 'ask',
      ask: 'followup',
      ts: 5,
      data: { question: 'Which one?', options: ['The first', 'The second'] },
    }
    const { bridge } = await draw(waiting(row, 'awaiting_answer'))
    await arm()
    await click('The second')
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 5, answer: { response: 'messageResponse', text: 'The second' } }])
  })

  it('offers a completed task to be left, without claiming to wait', async () => {
    const { bridge } = await draw(waiting({ type: 'ask', ask: 'completion_result', ts: 5 }, 'completed'))
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
    await arm()
    await press('Enter')
    await click('Start New Task')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    expect(bridge.inputsOf('task.clear')).toEqual([{ sessionId: 's1' }])
  })

  it('says of a task that the person cancelled that it was cancelled, and of another one that it was interrupted', async () => {
    const offer: ClineAskMessage = { type: 'ask', ask: 'resume_task', ts: 5, text: 'Run npm test', cancelled: true }
    const { push } = await draw(waiting(offer, 'cancelled'))
    const heading = () => screen.getByRole('heading', { level: 2 }).textContent
    expect(heading()).toBe('Task cancelled')
    expect(screen.getByText('Cancelled at this step: Run npm test')).toBeTruthy()
    await push((bridge) => bridge.pushState(waiting({ type: 'ask', ask: 'resume_task', ts: 5, text: 'Run npm test' }, 'cancelled')))
    expect(heading()).toBe('Task interrupted')
  })

  it('looks like a failure where a request failed, and like nothing of the kind elsewhere', async () => {
    const failure: ClineAskMessage = { type: 'ask', ask: 'api_req_failed', ts: 5, data: { kind: 'busy', message: 'Overloaded.' } }
    const { push } = await draw(waiting(failure, 'awaiting_answer'))
    const card = () => screen.getByRole('region', { name: 'Waiting for you' })
    expect(card().dataset['tone']).toBe('failed')
    await push((bridge) => bridge.pushState(waiting(edit)))
    expect(card().dataset['tone']).toBe('waiting')
  })

  it('resumes an interrupted task and names the step', async () => {
    const { bridge } = await draw(waiting({ type: 'ask', ask: 'resume_task', ts: 5, text: 'Run npm test' }, 'cancelled'))
    expect(screen.getByRole('region', { name: 'Waiting for you' }).textContent).toContain('Run npm test')
    await arm()
    await click('Resume Task')
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 5, answer: { response: 'yesButtonClicked' } }])
  })

  it('retries without taking the words along', async () => {
    const row: ClineAskMessage = { type: 'ask', ask: 'api_req_failed', ts: 5, data: { kind: 'auth', message: 'The key was refused.' } }
    const { bridge } = await draw(waiting(row, 'awaiting_answer'))
    await arm()
    await type('for later')
    await click('Retry')
    expect(bridge.inputsOf('ask.answer')).toEqual([{ sessionId: 's1', ts: 5, answer: { response: 'yesButtonClicked' } }])
    expect(messageBox().value).toBe('for later')
  })

  it('says before what becomes of words: the answers take them along, Enter rejects with them', async () => {
    await draw(waiting(edit))
    await arm()
    expect(screen.getByRole('button', { name: 'Answer' })).toBeTruthy()
    await type('Use a constant')
    const send = screen.getByRole('button', { name: 'Reject with this' })
    expect(send.title).toMatch(/^Enter rejects what waits/)
    expect(messageBox().getAttribute('aria-describedby')).toBe('composer-hint')
    expect(document.getElementById('composer-hint')?.textContent).toMatch(/^Enter rejects what waits/)
    expect(screen.getByText('Save takes your words along. Enter rejects with them.')).toBeTruthy()
  })

  it('holds back words that come before it can have been read, and says so', async () => {
    const { bridge, parts } = await draw(waiting(edit))
    messageBox().focus()
    await type('And add a test')
    await press('Enter', { ctrlKey: false })
    await press('Enter')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    const said = parts.store.getState().ui.toasts.map(({ text }) => text)
    expect(new Set(said)).toEqual(new Set(['Not sent yet: the question has only just appeared.']))
    await arm()
    await press('Enter', { ctrlKey: false })
    expect(bridge.inputsOf('ask.answer').map(({ answer }) => answer.text)).toEqual(['And add a test'])
  })

  it('holds back the key that answers, with words to a question as well, and says so', async () => {
    const question: ClineAskMessage = { type: 'ask', ask: 'followup', ts: 5, data: { question: 'Which colour?' } }
    const { bridge, parts } = await draw(waiting(question, 'awaiting_answer'))
    messageBox().focus()
    await type('Green')
    await press('Enter')
    expect(bridge.inputsOf('ask.answer')).toEqual([])
    expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual(['Not sent yet: the question has only just appeared.'])
    await arm()
    await press('Enter')
    expect(bridge.inputsOf('ask.answer').map(({ answer }) => answer.text)).toEqual(['Green'])
  })

  it('leaves planning with the words in the composer', async () => {
    const row: ClineAskMessage = { type: 'ask', ask: 'plan_mode_respond', ts: 5, data: { response: 'First this.' } }
    const { bridge } = await draw({ ...waiting(row, 'awaiting_answer'), sessionMode: 'plan' })
    await arm()
    await type('Go')
    await click('Switch to Act')
    expect(bridge.inputsOf('mode.set')).toEqual([{ sessionId: 's1', mode: 'act', text: 'Go', images: [], files: [] }])
    expect(bridge.inputsOf('ask.answer')).toEqual([])
  })

  it('is not approved by key from another text field', async () => {
    const { bridge } = await draw(waiting(edit))
    await arm()
    const other = document.createElement('input')
    document.body.append(other)
    other.focus()
    await press('Enter')
    await press('Backspace')
    other.remove()
    expect(bridge.inputsOf('ask.answer')).toEqual([])
  })
})

const accepted = () => ok({ accepted: true })
