// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AskBody } from '../../../../../renderer/features/approval/ask-body'
import type { ClineAskMessage } from '../../../../../shared/messages'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)
const draw = (row: ClineAskMessage) =>
  renderWithApp(<AskBody row={row} canAnswer onOption={() => undefined} />, { cwd: '/p', homeDir: '/home/mira' })

it('draws a question as the log does, and each answer that is offered, also twice the same', async () => {
  await draw({ type: 'ask', ask: 'followup', ts: 5, data: { question: 'Which **colour**?', options: ['Red', 'Red', 'Blue'] } })
  expect(screen.getByText('colour').tagName).toBe('STRONG')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Red', 'Red', 'Blue'])
})

it('shows the folder, the command and the characters that hide in it', async () => {
  const { container } = await draw({
    type: 'ask',
    ask: 'command',
    ts: 9,
    data: { command: 'npm test\u202e && rm x', cwd: '/home/mira/p/web', status: 'awaiting_approval' },
  })
  const shown = screen.getByRole('group', { name: 'Command' })
  expect(shown.textContent).toBe('npm testRLO && rm x')
  expect(shown.querySelectorAll('mark')).toHaveLength(1)
  expect(container.textContent).toContain('~/p/web')
})

it('says so when the details of an error cannot be copied', async () => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.reject(new Error('denied')) } })
  const { parts } = await draw({ type: 'ask', ask: 'api_req_failed', ts: 5, data: { kind: 'busy', message: 'Overloaded.', detail: 'raw' } })
  await act(async () => fireEvent.click(screen.getByText('Copy details')))
  expect(parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual([expect.stringMatching(/^Could not copy/)])
  Reflect.deleteProperty(navigator, 'clipboard')
})
