import type { Page } from 'playwright-core'
import { type ExtensionState, noUsage } from '../../../shared/extension-state'
import type { ClineMessage } from '../../../shared/messages'
import type { FakeBridge } from '../fake-bridge'
import { accountSamples } from './account-samples'
import { agentSamples } from './agent-samples'
import { approvalSamples } from './approval-samples'
import { browserSamples } from './browser-samples'
import { panelSamples } from './panel-samples'
import { settingsSamples } from './settings-samples'
import { trustSamples } from './trust-samples'
import { playCommand, playReply } from './plays'
import { cardSamples } from './card-samples'
import { mcpSamples } from './mcp-samples'
import { longWords, rightToLeft } from './odd-texts'
import { CWD, NOW, ago, chat, completed, created, diff, rejected } from './sample-rows'
import { base, session, waits } from './sample-state'

export interface Sample {
  readonly name: string
  readonly state: Partial<ExtensionState>
  /** What happens once it is shown. */
  readonly play?: (bridge: FakeBridge) => void
  /** Keys that are pressed before a picture is made. */
  readonly keys?: string
  /** What is done in the page before a picture is made. */
  readonly steps?: (page: Page) => Promise<void>
}

/** The sample of a name, or the first. */
export const sampleNamed = (name: string): Sample => samples.find((sample) => sample.name === name) ?? samples[0]

const thousands = (): ClineMessage[] =>
  Array.from({ length: 10_000 }, (_, index): ClineMessage => {
    const ts = ago(100_000 - index * 5)
    if (index % 9 === 3)
      return {
        ts,
        type: 'say',
        say: 'tool',
        data: { tool: 'editedExistingFile', path: `${CWD}/src/file-${index}.js`, diff, added: 6, removed: 5, status: 'done' },
      }
    if (index % 4 === 1)
      return { ts, type: 'say', say: 'tool', data: { tool: 'readFile', path: `${CWD}/src/file-${index}.js`, status: 'done' } }
    return { ts, type: 'say', say: 'text', text: `Step ${index}. ${'It goes on like this for a while. '.repeat(index % 7)}` }
  })

const providerError = {
  kind: 'busy' as const,
  message: 'Anthropic is overloaded and refused the request three times. Try again in a few minutes.',
  detail: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  status: 529,
  requestId: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  providerId: 'anthropic',
  modelId: 'claude-sonnet-4-5',
}

export const samples: readonly Sample[] = [
  {
    name: 'streaming',
    state: { ...base, clineMessages: [...chat], taskState: { kind: 'streaming', turn: 4 } },
    play: playReply,
  },
  {
    name: 'empty',
    state: {
      ...base,
      sessions: [session('s1', { taskId: undefined, title: '', state: 'idle', totalCost: undefined })],
      taskHistory: [],
      currentTaskItem: undefined,
      usage: noUsage,
      clineMessages: [],
    },
  },
  {
    name: 'new-task',
    state: {
      ...base,
      sessions: [session('s1', { taskId: undefined, title: '', state: 'idle', totalCost: undefined })],
      currentTaskItem: undefined,
      usage: noUsage,
      clineMessages: [],
    },
  },
  { name: 'first-run', state: { homeDir: '/home/mira', platform: 'linux', version: '0.1.0' } },
  { name: 'no-project', state: { ...base, currentSessionId: undefined, cwd: undefined, currentTaskItem: undefined, sessions: [] } },
  {
    name: 'waiting-edit',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'tool',
        data: { tool: 'editedExistingFile', path: `${CWD}/src/sum.js`, diff, added: 6, removed: 5, status: 'awaiting_approval' },
        approval: { summary: 'Edit 2 places in src/sum.js', reason: 'Edits are not approved by your settings' },
      },
      'awaiting_approval',
      'Edit src/sum.js',
    ),
  },
  {
    name: 'waiting-command',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'command',
        data: {
          command: 'cd web && npm test -- --run \u202e# gpj.exe\u202c && rm -rf "$HOME/cache" > /dev/null',
          cwd: `${CWD}/web`,
          status: 'awaiting_approval',
        },
        approval: { summary: 'Run in web/: npm test and rm', reason: 'Deletes outside the project: ~/cache' },
      },
      'awaiting_approval',
      'Run npm test and rm',
    ),
  },
  {
    name: 'question',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'followup',
        data: {
          question: 'Should amounts be rounded **half up** or *half even*?',
          options: ['Half up, as people do it', 'Half even, as banks do it'],
        },
      },
      'awaiting_answer',
      'A question about rounding',
    ),
  },
  {
    name: 'plan',
    state: {
      ...waits(
        {
          ts: ago(4),
          type: 'ask',
          ask: 'plan_mode_respond',
          data: { response: 'First the sum:\n\n1. Stop at the last price.\n2. Round to the cent.\n\nThen its test.' },
        },
        'awaiting_answer',
        'A plan',
      ),
      sessionMode: 'plan',
      draft: { text: 'Leave the test as it is', images: [], files: ['/home/mira/projects/orders/notes.txt'] },
    },
  },
  { name: 'settings', keys: 'Control+,', state: base },
  { name: 'palette', keys: 'Control+k', state: { ...base, clineMessages: [...chat], taskState: { kind: 'streaming', turn: 4 } } },
  { name: 'command-running', state: commandRunning(), play: playCommand },
  {
    name: 'completed',
    state: {
      ...base,
      sessions: [session('s1', { state: 'completed' })],
      clineMessages: [...chat, rejected, created, completed, { ts: ago(59), type: 'ask', ask: 'completion_result' }],
      taskState: { kind: 'completed', turn: 9, askTs: ago(59) },
      usage: { ...base.usage!, cost: undefined, contextTokens: 191_000 },
    },
  },
  {
    name: 'error',
    state: {
      ...base,
      notices: [
        {
          id: 'n1',
          level: 'warning',
          code: 'journal',
          text: '2 damaged records were skipped in the history of “Upgrade the test runner”. Everything else of it is there.',
        },
        {
          id: 'n2',
          level: 'error',
          code: 'settings',
          text: 'The settings could not be written to ~/.countersign/settings.json: the disk is full. They are tried again every minute.',
        },
      ],
      clineMessages: [...chat, { ts: ago(5), type: 'ask', ask: 'api_req_failed', data: providerError }],
      taskState: { kind: 'awaiting_answer', turn: 4, askTs: ago(5) },
    },
  },
  {
    name: 'cancelled',
    state: {
      ...base,
      sessions: [session('s1', { state: 'cancelled' })],
      clineMessages: [...chat, { ts: ago(5), type: 'ask', ask: 'resume_task', text: 'Run npm test -- --run', cancelled: true }],
      taskState: { kind: 'cancelled', turn: 4, askTs: ago(5) },
    },
  },
  {
    name: 'retrying',
    state: {
      ...base,
      clineMessages: [
        ...chat,
        {
          ts: ago(2),
          type: 'say',
          say: 'error_retry',
          data: { attempt: 2, maxAttempts: 3, delaySeconds: 8, resumeAt: NOW + 8_000, errorMessage: 'Anthropic is overloaded.' },
        },
      ],
      taskState: { kind: 'retrying', turn: 4, attempt: 2, resumeAt: NOW + 60_000, cause: providerError },
      queuedMessages: [{ id: 'q1', text: 'When you are done, also bump the version.', images: [], files: [] }],
    },
  },
  {
    name: 'side-panel',
    keys: 'Control+j',
    state: { ...base, clineMessages: [...chat, created], taskState: { kind: 'streaming', turn: 4 } },
  },
  { name: 'drawer', keys: 'Control+b', state: { ...base, clineMessages: [...chat], taskState: { kind: 'preparing', turn: 4 } } },
  { name: 'long-words', state: longWords() },
  { name: 'right-to-left', state: rightToLeft() },
  ...approvalSamples,
  ...browserSamples,
  ...panelSamples,
  ...settingsSamples,
  ...mcpSamples,
  ...trustSamples,
  ...agentSamples,
  ...accountSamples,
  ...cardSamples,
  { name: 'ten-thousand', state: { ...base, clineMessages: thousands(), taskState: { kind: 'streaming', turn: 4 } }, play: playReply },
]

function commandRunning(): Partial<ExtensionState> {
  return {
    ...base,
    sessions: [session('s1', { state: 'running_tool' })],
    clineMessages: [
      ...chat.slice(0, 8),
      {
        ts: ago(3),
        type: 'ask',
        ask: 'command',
        data: { command: 'npm install && npm run build', cwd: CWD, status: 'running', terminalId: 't1' },
        answer: { response: 'yesButtonClicked' },
      },
    ],
    taskState: { kind: 'running_tool', turn: 3, tool: 'execute_command', startedAt: ago(3) },
  }
}
