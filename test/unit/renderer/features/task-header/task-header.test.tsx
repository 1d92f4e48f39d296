// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { TaskHeader } from '../../../../../renderer/features/task-header/task-header'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const usage = {
  tokensIn: 1_200,
  tokensOut: 340,
  cacheReads: 5_000,
  cacheWrites: 60,
  cost: 0.123,
  contextTokens: 61_000,
  contextWindow: 200_000,
}
const state = {
  sessionMode: 'plan' as const,
  taskState: { kind: 'streaming' as const, turn: 1 },
  apiConfiguration: { actModeApiModelId: 'some-model' },
  currentTaskItem: {
    id: 't',
    ts: 1,
    task: 'Mend the total\nand more',
    cwd: '/p',
    status: 'running' as const,
    tokensIn: 1,
    tokensOut: 1,
    cacheReads: 0,
    cacheWrites: 0,
  },
  usage,
}

test('says which task this is, in which mode and with which model', async () => {
  await renderWithApp(<TaskHeader />, state)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mend the total')
  expect(screen.getByText('Plan')).toBeTruthy()
  expect(screen.getByText('some-model')).toBeTruthy()
})

test('opens all numbers by key', async () => {
  await renderWithApp(<TaskHeader />, state)
  const button = screen.getByRole('button', { name: 'Tokens and cost. Context: 61,000 of 200,000 tokens. Cost: $0.12' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const details = screen.getByRole('dialog', { name: 'Tokens and cost' })
  expect(details.textContent).toContain('31 %')
  expect(details.textContent).toContain('5,000 tokens')
})

test('an unknown price is no zero, and an unknown window has no ring', async () => {
  const { cost: _price, contextWindow: _size, ...unknown } = usage
  await renderWithApp(<TaskHeader />, { ...state, usage: unknown })
  const button = screen.getByRole('button', { name: /Tokens and cost/ })
  expect(button.textContent).toContain('unknown price')
  expect(button.textContent).toContain('61k tokens')
})

test('before the first request there is nothing to count', async () => {
  await renderWithApp(<TaskHeader />, { ...state, usage: { ...usage, tokensIn: 0, tokensOut: 0 } })
  expect(screen.queryByRole('button', { name: /Tokens and cost/ })).toBeNull()
})

test('says in red for as long as nothing is asked, and ends it', async () => {
  const { bridge, push } = await renderWithApp(<TaskHeader />, state)
  expect(screen.queryByRole('region', { name: 'Nothing is asked' })).toBeNull()
  await push((port) => port.pushState({ ...state, autoApproveAllToggled: true }))
  expect(screen.getByRole('status').textContent).toBe('Everything runs without asking you.')
  await push((port) => port.pushState({ ...state, yoloModeToggled: true }))
  expect(screen.getByRole('status').textContent).toBe('Yolo mode is on: everything runs without asking you.')
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(bridge.inputsOf('settings.update')).toEqual([{ patch: { yoloModeToggled: false, autoApproveAllToggled: false } }])
})

test('counts the commands in the background, says that one waits, and leads to them', async () => {
  const job = { name: 'x', command: 'x', cwd: '/p', lastLine: '', startedAt: 1 }
  const jobs = [
    { ...job, terminalId: 't1', state: 'running' as const },
    { ...job, terminalId: 't2', state: 'waiting' as const },
    { ...job, terminalId: 't3', state: 'ended' as const },
  ]
  const { parts } = await renderWithApp(<TaskHeader />, { ...state, currentSessionId: 's1', jobs })
  await userEvent.click(screen.getByRole('button', { name: '2 commands in the background, 1 waiting for input' }))
  expect(parts.store.getState().ui).toMatchObject({ sidePanelOpen: true, sidePanelTab: 'terminal' })
})

test('shows how far the checklist is, and its items by key', async () => {
  const list = (ts: number, text: string) => ({ ts, type: 'say' as const, say: 'task_progress' as const, text })
  await renderWithApp(<TaskHeader />, { ...state, clineMessages: [list(1, '- [ ] read'), list(2, '- [x] read\n- [ ] mend')] })
  screen.getByRole('button', { name: 'Checklist: 1 of 2 done' }).focus()
  await userEvent.keyboard('{Enter}')
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => `${item.querySelector('svg')?.getAttribute('aria-label')} ${item.textContent}`)).toEqual([
    'Done: read',
    'Open: mend',
  ])
})
