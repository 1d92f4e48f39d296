import type { ClineMessage } from '../../../shared/messages'
import { ok } from '../../../shared/result'
import type { SubagentItem, SubagentRun } from '../../../shared/subagents'
import { LONG_URL } from './mcp-rows'
import { ago, chat } from './sample-rows'
import { base, waits } from './sample-state'
import type { Sample } from './samples'
import { showSection } from './show-section'

const agent = (index: number, more: Partial<SubagentItem>): SubagentItem => ({
  index,
  prompt: 'Find every place that rounds an amount, and say for each whether it rounds half up or half even.',
  status: 'completed',
  toolCalls: 12,
  inputTokens: 48_000,
  outputTokens: 1_900,
  totalCost: 0.08,
  contextTokens: 31_000,
  contextWindow: 200_000,
  ...more,
})
const run = (seconds: number, data: Partial<SubagentRun>): ClineMessage => ({
  ts: ago(seconds),
  type: 'say',
  say: 'subagent',
  data: { prompts: ['a', 'b', 'c'], status: 'done', ...data },
})
const found = '## Places\n\n- `src/sum.js:12` rounds half up\n- `src/invoice.js:40` rounds half even\n\nBoth should round half even.'

const rows: readonly ClineMessage[] = [
  run(60, {
    status: 'done',
    items: [
      agent(1, { result: found }),
      agent(2, {
        status: 'failed',
        error: `It went past its limit of 60 requests. Its last step was reading ${LONG_URL}.`,
        totalCost: undefined,
      }),
      agent(3, { status: 'cancelled', toolCalls: 1 }),
    ],
  }),
  run(40, {
    prompts: ['راجع التغييرات في src/sum.js'],
    agentName: 'reviewer-of-invoices-and-orders-with-a-rather-long-name',
    items: [agent(1, { result: found, prompt: 'راجع التغييرات في src/sum.js' })],
  }),
  run(5, {
    prompts: ['a', 'b', 'c', 'd'],
    status: 'running',
    items: [
      agent(1, { status: 'running', latestToolCall: `web_fetch ${LONG_URL}` }),
      agent(2, {
        status: 'running',
        prompt: `Read ${'everything there is, and '.repeat(20)}say what it is.`,
        latestToolCall: 'search_files: toFixed in src',
      }),
      agent(3, { result: found }),
      agent(4, { status: 'pending', toolCalls: 0, inputTokens: 0, outputTokens: 0, totalCost: 0 }),
    ],
  }),
]

const working = { ...base, clineMessages: [...chat.slice(0, 1), ...rows], taskState: { kind: 'streaming' as const, turn: 4 } }

export const agentSamples: readonly Sample[] = [
  { name: 'agents', state: working },
  {
    name: 'agents-result',
    state: { ...working, clineMessages: [...chat.slice(0, 1), ...rows.slice(0, 1)] },
    steps: (page) => page.getByRole('button', { name: 'Show result of agent 1' }).first().click(),
  },
  {
    name: 'agent-log',
    state: working,
    play: (bridge) => bridge.answerWith('subagent.open', () => ok({ rows: [...chat], seq: 0 })),
    steps: (page) => page.getByRole('button', { name: 'Log of agent 2' }).last().click(),
  },
  {
    name: 'agents-waiting',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'use_subagents',
        data: {
          prompts: [
            'Find every place that rounds an amount.\n\n- Say **where**.\n- Say how.',
            `Read ${'everything there is, and '.repeat(20)}say what it is.`,
            'راجع التغييرات في src/sum.js',
          ],
          status: 'awaiting_approval',
        },
        approval: { summary: 'Start 3 agents', reason: 'Agents are not approved by your settings' },
      },
      'awaiting_approval',
      'Start 3 agents',
    ),
  },
  {
    name: 'agent-asks',
    state: {
      ...waits(
        {
          ts: ago(4),
          type: 'ask',
          ask: 'command',
          data: { command: 'npm test -- --run', cwd: '/home/mira/projects/orders', status: 'awaiting_approval' },
          approval: { summary: 'Run npm test -- --run', reason: 'Commands are not approved by your settings' },
          subagent: { ts: ago(5), index: 2 },
        },
        'awaiting_approval',
        'Run npm test -- --run',
      ),
    },
  },
  { name: 'agents-settings', state: base, steps: (page) => showSection(page, 'Subagents') },
]
