// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SubagentsCard } from '../../../../renderer/cards/subagents-card'
import type { SubagentItem } from '../../../../shared/subagents'
import { renderWithApp } from '../../../support/render-with-app'

afterEach(() => cleanup())

const item = (change: Partial<SubagentItem>): SubagentItem => ({
  index: 1,
  prompt: 'Look for pears.',
  status: 'running',
  toolCalls: 2,
  inputTokens: 1_500,
  outputTokens: 500,
  contextTokens: 900,
  ...change,
})
const card = (items: SubagentItem[], status: 'running' | 'done') => (
  <SubagentsCard row={{ ts: 7, type: 'say', say: 'subagent', data: { prompts: items.map(({ prompt }) => prompt), items, status } }} />
)
const drawn = (items: SubagentItem[], status: 'running' | 'done') => renderWithApp(card(items, status), { currentSessionId: 's1' })

test('each agent says how it stands, and one that works can be stopped', async () => {
  const { bridge } = await drawn(
    [
      item({ latestToolCall: 'read_file(path=a.ts)' }),
      item({ index: 2, prompt: 'Look for plums.', status: 'failed', error: 'It went round.' }),
    ],
    'running',
  )
  expect(screen.getByText('read_file(path=a.ts)')).toBeTruthy()
  expect(screen.getAllByText('2 tool calls · 2k tokens · unknown price')).toHaveLength(2)
  expect(screen.getByText('It went round.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stop agent 1' }))
  expect(bridge.inputsOf('subagent.stop')).toEqual([{ sessionId: 's1', ts: 7, index: 1 }])
  expect(screen.queryByRole('button', { name: 'Stop agent 2' })).toBeNull()
})

test('nothing of a call that is over can be stopped, whatever an agent says of itself', async () => {
  await drawn([item({})], 'done')
  expect(screen.queryByRole('button', { name: /Stop/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Log of agent 1' })).toBeTruthy()
})

test('the focus stays with an agent that was stopped', async () => {
  const { redraw } = await drawn([item({})], 'running')
  screen.getByRole('button', { name: 'Stop agent 1' }).focus()
  redraw(card([item({ status: 'cancelled' })], 'running'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log of agent 1' }))
})

test('a result is folded until it is asked for', async () => {
  await drawn([item({ status: 'completed', result: 'Pears are **red**.' })], 'done')
  expect(screen.queryByText('red')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show result of agent 1' }))
  expect(screen.getByText('red').tagName).toBe('STRONG')
})

test('the agents are numbered as the questions name them, and the one that asks waits for the person', async () => {
  await renderWithApp(card([item({}), item({ index: 2, prompt: 'Look for plums.' })], 'running'), {
    currentSessionId: 's1',
    taskState: { turn: 1, kind: 'awaiting_approval', askTs: 9 },
    clineMessages: [
      {
        ts: 9,
        type: 'ask',
        ask: 'command',
        subagent: { ts: 7, index: 2 },
        data: { command: 'ls', cwd: '/w', status: 'awaiting_approval' },
      },
    ],
  })
  const stands = screen.getAllByRole('listitem').map((each) => each.querySelector('div')?.textContent)
  expect(stands).toEqual([expect.stringMatching(/^Running1 Look for pears/), expect.stringMatching(/^Waiting for you2 Look for plums/)])
})
