import type { Page } from 'playwright-core'
import { ok } from '../../../shared/result'
import type { TaskChange } from '../../../shared/task-changes'
import type { FakeBridge } from '../fake-bridge'
import { CWD, ago, chat, completed, diff } from './sample-rows'
import { base, session } from './sample-state'
import type { Sample } from './samples'

const change = (id: string, path: string, more: Partial<TaskChange> = {}): TaskChange => ({
  id,
  path,
  kind: 'edited',
  by: 'agent',
  added: 6,
  removed: 5,
  state: 'present',
  ...more,
})
const changes: readonly TaskChange[] = [
  change('c1', 'src/sum.js', { state: 'changed_since' }),
  change('c2', 'packages/very-long-package-name/src/components/invoice/presentation/format-currency-with-locale.ts', {
    kind: 'created',
    added: 64,
    removed: 0,
  }),
  change('c3', 'src/old.js', { kind: 'deleted', added: 0, removed: 12, state: 'reverted' }),
  change('c4', 'package-lock.json', { by: 'command', added: 1_204, removed: 988 }),
  change('c5', 'dist/bundle.wasm', {
    by: 'command',
    kind: 'created',
    added: undefined,
    removed: undefined,
    state: 'kept',
    why: 'dist/bundle.wasm is larger than 10 MB, so what it held before was not kept.',
  }),
  change('c6', 'README.md', { by: 'person', added: 1, removed: 0 }),
]

function answerChanges(bridge: FakeBridge): void {
  bridge.answerWith('changes.list', () => ok([...changes]))
  bridge.answerWith('changes.diff', () => ok({ diff }))
  bridge.answerWith('changes.preview', ({ id }) =>
    ok(
      id === 'c1'
        ? {
            kind: 'conflict',
            diff,
            message: 'src/sum.js was changed since in the same place, at line 4: undoing it would give those changes up.',
          }
        : { kind: 'ready', diff },
    ),
  )
}

const working = { ...base, clineMessages: [...chat], taskState: { kind: 'streaming' as const, turn: 4 } }
const showPanel = async (page: Page, tab: string) => {
  await page.keyboard.press('Control+j')
  await page.getByRole('tab', { name: tab }).click()
}

function answerTerminal(bridge: FakeBridge): void {
  const data = '\u001b[32m VITE\u001b[0m ready in 312 ms\r\n\r\n  Local: http://localhost:5173/\r\n  press h + enter to show help\r\n'
  bridge.answerWith('terminal.open', () => ok({ data, offset: data.length, cols: 80, rows: 24 }))
}

export const panelSamples: readonly Sample[] = [
  { name: 'changes', state: working, play: answerChanges, steps: (page) => showPanel(page, 'Changes') },
  {
    name: 'changes-open',
    state: working,
    play: answerChanges,
    steps: async (page) => {
      await showPanel(page, 'Changes')
      await page.getByRole('button', { name: 'Edited src/sum.js', exact: true }).click()
    },
  },
  {
    name: 'undo-conflict',
    state: working,
    play: answerChanges,
    steps: async (page) => {
      await showPanel(page, 'Changes')
      await page.getByRole('button', { name: 'Undo the change of src/sum.js' }).click()
    },
  },
  {
    name: 'undo-all',
    state: {
      ...base,
      clineMessages: [...chat, completed, { ts: ago(59), type: 'ask', ask: 'completion_result' }],
      taskState: { kind: 'completed', turn: 9, askTs: ago(59) },
    },
    play: answerChanges,
    steps: (page) => page.getByRole('button', { name: 'Undo all' }).click(),
  },
  {
    name: 'jobs',
    state: {
      ...working,
      jobs: [
        {
          terminalId: 't1',
          name: 'npm run dev',
          command: 'npm run dev -- --host',
          cwd: `${CWD}/web`,
          state: 'running',
          port: 5173,
          lastLine: '  press h + enter to show help',
          startedAt: ago(12_000),
        },
        {
          terminalId: 't2',
          name: 'npm login',
          command: 'npm login',
          cwd: CWD,
          state: 'waiting',
          lastLine: 'Password:',
          startedAt: ago(40),
        },
        {
          terminalId: 't3',
          name: 'npm test 2',
          command: 'npm test -- --watch',
          cwd: CWD,
          state: 'ended',
          exitCode: 1,
          lastLine: `Tests  1 failed | 18 passed ${'and so on '.repeat(12)}`,
          startedAt: ago(400),
        },
      ],
    },
    play: answerTerminal,
    steps: async (page) => {
      await showPanel(page, 'Terminal')
      await page.getByRole('button', { name: /npm run dev/ }).click()
    },
  },
  {
    name: 'command-asks',
    state: {
      ...base,
      sessions: [session('s1', { state: 'running_tool' })],
      clineMessages: [
        ...chat.slice(0, 8),
        {
          ts: ago(3),
          type: 'ask',
          ask: 'command',
          data: { command: 'npm login --scope=@orders', cwd: CWD, status: 'running', terminalId: 't1', waitsForInput: 'hidden' },
          answer: { response: 'yesButtonClicked' },
        },
      ],
      taskState: { kind: 'running_tool', turn: 3, tool: 'execute_command', startedAt: ago(3) },
    },
    play: (bridge) =>
      bridge.answerWith('terminal.open', () => ok({ data: 'Username: mira\r\nPassword: ', offset: 26, cols: 80, rows: 24 })),
  },
]
