import type { Page } from 'playwright-core'
import type { McpDetails, McpTool } from '../../../shared/mcp'
import { ok } from '../../../shared/result'
import type { FakeBridge } from '../fake-bridge'
import { LONG_URL, mcpRows, mcpServers } from './mcp-rows'
import { ago, chat } from './sample-rows'
import { base, waits } from './sample-state'
import type { Sample } from './samples'
import { showSection } from './show-section'

const tool = (name: string, more: Partial<McpTool> = {}): McpTool => ({
  name,
  description: 'Finds issues by words in their title and text. The newest come first.',
  parameters: [
    { name: 'query', required: true, description: 'Words that must all stand in the issue. Quotes keep a phrase together.' },
    { name: 'limit', required: false, description: '' },
  ],
  enabled: true,
  autoApprove: false,
  lapsed: false,
  readOnly: false,
  ...more,
})
const LOG_LINES = 12_000

const details: McpDetails = {
  tools: [
    tool('find_issues', { readOnly: true, autoApprove: true }),
    tool('create_issue', { lapsed: true, description: `Makes an issue. ${'It takes many fields, each with its own rules. '.repeat(12)}` }),
    tool(`a_tool_with_a_name_that_nobody_would_ever_shorten_${'x'.repeat(30)}`, { enabled: false, parameters: [] }),
    tool('delete_project', { broken: 'its input is described in a way that is not understood' }),
  ],
  resources: [
    { uri: 'tracker://issues/open', name: 'Open issues' },
    { uri: LONG_URL, name: LONG_URL },
  ],
  prompts: [
    {
      name: 'triage',
      description: 'Sorts the new issues of the day.',
      arguments: [{ name: 'since', description: 'A day, as 2026-01-31.', required: true }],
    },
  ],
}

const log = Array.from(
  { length: LOG_LINES },
  (_, index) =>
    `${new Date(ago(LOG_LINES - index)).toISOString()} ${index % 40 === 7 ? `GET ${LONG_URL} \u001b[31m500\u001b[0m` : `[info] request ${index} was answered in 12 ms, cache miss, pool 4/10`}`,
).join('\n')

function answerMcp(bridge: FakeBridge): void {
  bridge.answerWith('mcp.open', () => ok({ settingsPath: '/home/mira/.config/countersign/cline_mcp_settings.json' }))
  bridge.answerWith('mcp.details', () => ok(details))
  bridge.answerWith('mcp.log', () => ok(log))
}

const servers = { ...base, mcpServers }
const showServers = async (page: Page) => showSection(page, 'MCP servers')
const more = async (page: Page, name: string) => {
  await showServers(page)
  await page.getByRole('button', { name: `More about ${name}` }).click()
}

const asking = waits(
  {
    ts: ago(4),
    type: 'ask',
    ask: 'use_mcp_server',
    data: {
      type: 'use_mcp_tool',
      serverName: 'tracker',
      toolName: 'create_issue',
      arguments: JSON.stringify(
        {
          title: 'Total is wrong by some cents',
          body: 'It is.\nSee \u202egpj.exe',
          labels: ['bug', 'invoice'],
          link: LONG_URL,
          urgent: true,
        },
        undefined,
        2,
      ),
      status: 'awaiting_approval',
    },
    approval: {
      summary: 'Call create_issue of the MCP server tracker',
      reason: 'calls of MCP servers ask, unless you let the tool run without asking',
      letRun: 'as-shown',
    },
  },
  'awaiting_approval',
  'Call create_issue of tracker',
)

export const mcpSamples: readonly Sample[] = [
  { name: 'mcp-calls', state: { ...base, clineMessages: [...chat.slice(0, 1), ...mcpRows], taskState: { kind: 'streaming', turn: 4 } } },
  {
    name: 'mcp-call-open',
    state: { ...base, clineMessages: [...chat.slice(0, 1), ...mcpRows.slice(0, 4)], taskState: { kind: 'streaming', turn: 4 } },
    steps: async (page) => {
      await page
        .getByRole('button', { name: /find_issues/, expanded: false })
        .nth(1)
        .click()
      await page
        .getByRole('button', { name: /find_issues/, expanded: false })
        .first()
        .click()
    },
  },
  { name: 'mcp-waiting', state: asking },
  {
    name: 'mcp-always',
    state: asking,
    steps: (page) => page.locator('button:enabled', { hasText: 'Always…' }).click(),
  },
  { name: 'mcp-none', state: base, play: answerMcp, steps: showServers },
  { name: 'mcp-servers', state: servers, play: answerMcp, steps: showServers },
  {
    name: 'mcp-servers-end',
    state: servers,
    play: answerMcp,
    steps: async (page) => {
      await showServers(page)
      await page.getByRole('button', { name: 'Add servers' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'mcp-server-open', state: servers, play: answerMcp, steps: async (page) => more(page, 'tracker') },
  {
    name: 'mcp-log',
    state: servers,
    play: answerMcp,
    steps: async (page) => {
      await showServers(page)
      await page.getByRole('button', { name: 'Log of tracker' }).click()
    },
  },
  {
    name: 'mcp-add',
    state: { ...servers, mcpServers: mcpServers.slice(0, 1) },
    play: answerMcp,
    steps: async (page) => {
      await showServers(page)
      await page.getByRole('button', { name: 'Add servers' }).click()
      await page.getByRole('button', { name: 'Add server', exact: true }).click()
    },
  },
  {
    name: 'mcp-form',
    state: {
      ...base,
      clineMessages: [...chat],
      mcpForms: [
        {
          id: 'f1',
          server: 'tracker',
          message: 'Which project shall the issue go to? \u202eelif\u202c A long message can follow here, and take more than a line.',
          fields: [
            { name: 'project', label: 'Project', description: 'By its short name.', required: true, kind: 'text' },
            { name: 'count', label: 'How many people are affected', description: '', required: false, kind: 'integer', default: 3 },
            {
              name: 'severity',
              label: 'Severity',
              description: 'As the team uses it.',
              required: true,
              kind: 'choice',
              choices: [
                { value: '1', label: 'Blocks work' },
                { value: '2', label: 'Is a nuisance' },
              ],
            },
            {
              name: 'teams',
              label: 'Teams that are told',
              description: 'They get a mail at once.',
              required: false,
              kind: 'choices',
              choices: [
                { value: 'orders', label: 'Orders' },
                { value: 'invoices', label: 'Invoices' },
              ],
              default: ['orders'],
            },
            { name: 'public', label: 'Customers may read it', description: '', required: false, kind: 'boolean' },
          ],
        },
      ],
    },
    play: (bridge) => bridge.answerWith('mcp.answerForm', () => ok({ accepted: false, problem: 'Fill in Project: it is required.' })),
    steps: (page) => page.getByRole('button', { name: 'Send', exact: true }).last().click(),
  },
]
