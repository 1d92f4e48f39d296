// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SubagentLog } from '../../../../../renderer/features/subagents/subagent-log'
import type { ClineMessage } from '../../../../../shared/messages'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

it('shows of a log what the chat would show: no request that went well, and the reason of one that did not', async () => {
  const rows: ClineMessage[] = [
    { ts: 1, type: 'say', say: 'task', text: 'find the plums' },
    { ts: 2, type: 'say', say: 'api_req_started', data: { tokensIn: 5 } },
    { ts: 3, type: 'say', say: 'text', text: 'I look.' },
    { ts: 4, type: 'say', say: 'task_progress', text: '- [ ] look' },
    { ts: 5, type: 'say', say: 'api_req_started', data: { cancelReason: 'streaming_failed', streamingFailedMessage: 'It was cut.' } },
  ]
  const { bridge, parts } = await renderWithApp(<SubagentLog />, { currentSessionId: 's' })
  bridge.answerWith('subagent.open', () => ok({ rows, seq: 1 }))
  act(() => parts.actions.openSubagentLog({ ts: 1, index: 2 }))
  await screen.findByText('I look.')
  expect(screen.getAllByRole('article').map((article) => article.textContent)).toEqual(['find the plums', 'I look.', 'It was cut.'])
})

it('says that a subagent waits for its model, and lets it try at once', async () => {
  const data = { attempt: 1, maxAttempts: 4, delaySeconds: 60, resumeAt: Date.now() + 60_000, errorMessage: 'The provider is busy.' }
  const { bridge, parts } = await renderWithApp(<SubagentLog />, { currentSessionId: 's' })
  bridge.answerWith('subagent.open', () => ok({ rows: [{ ts: 1, type: 'say', say: 'error_retry', data }], seq: 1 }))
  act(() => parts.actions.openSubagentLog({ ts: 1, index: 2 }))
  expect((await screen.findByRole('timer')).textContent).toMatch(/^Attempt 1 of 4 starts in \d+ s$/)
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(bridge.inputsOf('retry.now')).toEqual([{ sessionId: 's', subagent: { ts: 1, index: 2 } }])
  expect(screen.queryByRole('button', { name: 'Stop waiting' })).toBeNull()
})
