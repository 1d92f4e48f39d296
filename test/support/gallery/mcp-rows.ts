import type { McpServer } from '../../../shared/mcp'
import type { ClineMessage } from '../../../shared/messages'
import { mcpServer } from '../mcp/mcp-server'
import { ago } from './sample-rows'

type McpRow = Extract<ClineMessage, { say: 'use_mcp_server' }>

export const LONG_URL = `https://issues.example.org/browse/${'averylongpathsegment-'.repeat(10)}?${'query=value&'.repeat(8)}`
const LONG_NAME = 'the-company-wide-issue-tracker-of-the-department-for-invoices-and-orders'

const call = (seconds: number, data: Partial<McpRow['data']>): McpRow => ({
  ts: ago(seconds),
  type: 'say',
  say: 'use_mcp_server',
  data: {
    type: 'use_mcp_tool',
    serverName: 'tracker',
    toolName: 'find_issues',
    arguments: '{\n  "query": "total wrong",\n  "limit": 20\n}',
    status: 'done',
    ...data,
  },
})

/** A call of an MCP server in each of its states. */
export const mcpRows: readonly ClineMessage[] = [
  call(60, { status: 'drafting', arguments: '{"query": "tot' }),
  call(55, { response: 'ISSUE-12  Total is wrong by some cents\nISSUE-40  Rounding of Swiss francs', note: '2 lines' }),
  call(50, {
    serverName: LONG_NAME,
    toolName: `create_issue_with_a_name_that_nobody_would_ever_shorten_${'x'.repeat(40)}`,
    response: `${'A long answer that goes on and on. '.repeat(40)}\n`.repeat(30),
    note: '30 lines, 42 kB',
  }),
  call(45, {
    status: 'failed',
    note: `The server answered with an error: the issue could not be made, because the field "customer" is not known to the project at ${LONG_URL}.`,
    response: '{"code": -32602, "message": "unknown field"}',
  }),
  call(40, {
    status: 'failed',
    note: 'The MCP server tracker is not running: it ended with exit code 1. Look at its log in the settings, and start it again there.',
  }),
  call(36, { type: 'access_mcp_resource', toolName: undefined, arguments: undefined, uri: LONG_URL, response: 'text', note: '1 line' }),
  call(30, { status: 'denied' }),
  call(28, { status: 'cancelled', note: 'Cancelled after 4 s.' }),
  call(25, { toolName: 'ابحث_عن_المشاكل', serverName: 'متتبع', response: 'مشكلة ١٢', note: '1 line' }),
  {
    ts: ago(20),
    type: 'say',
    say: 'mcp_notification',
    data: { serverName: LONG_NAME },
    text: 'The index is being made anew; searches may miss issues of the last hour.',
  },
  call(10, { status: 'running', progress: '412 of 1,204: reading the issues of the project orders' }),
]

const facts = { transport: 'stdio' as const, variables: [], headers: [], autoApprove: [] }
const server = (name: string, more: Partial<McpServer>): McpServer =>
  mcpServer(name, 'connected', {
    launch: { ...facts, command: 'npx', args: ['-y', `@example/${name}`], cwd: '/home/mira/projects/orders' },
    launchId: name,
    ...more,
  })
const http = (url: string, headers: string[] = []) => ({
  transport: 'streamableHttp' as const,
  url,
  variables: [],
  headers,
  autoApprove: [],
})

/** A server in each of its states. */
export const mcpServers: McpServer[] = [
  server('tracker', { tools: 14, brokenTools: 1 }),
  server('files', { status: 'connecting' }),
  server('search', { status: 'slow', problem: 'It has not answered for 20 seconds. The chat goes on without it until it does.' }),
  server('database', { status: 'idle' }),
  server('chat', { status: 'waiting', restartAt: ago(-8), problem: 'It ended with exit code 1. It is started again in 8 seconds.' }),
  server('weather', {
    status: 'failed',
    problem:
      'After 3 starts within a minute it is not started again by itself. It ended with exit code 1. It said last:\nError: Cannot find module ‘/home/mira/weather/dist/index.js’\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1383:15)\nNode.js v24.3.0',
  }),
  server('mail', { status: 'needs_auth', launch: http('https://mcp.mail.example/v1'), problem: 'It wants a sign-in before it answers.' }),
  server('calendar', { launch: http('https://mcp.calendar.example/v1'), signedIn: true, tools: 3 }),
  server(LONG_NAME, {
    status: 'unapproved',
    launch: {
      ...facts,
      command: '/opt/company/tools/bin/start-issue-tracker-bridge',
      args: ['--project', 'orders and invoices', '--address', LONG_URL],
      cwd: '/home/mira/projects/orders',
      variables: ['TRACKER_TOKEN', 'HTTPS_PROXY'],
      autoApprove: ['find_issues', 'read_issue'],
    },
    approved: {
      ...facts,
      command: '/opt/company/tools/bin/start-issue-tracker-bridge',
      args: ['--project', 'orders'],
      cwd: '/home/mira/projects/orders',
      variables: ['TRACKER_TOKEN'],
      autoApprove: [],
    },
    changedValues: ['TRACKER_TOKEN'],
  }),
  server('printer', {
    status: 'failed',
    needsPrivateConsent: true,
    launch: http('http://192.168.1.40:8080/mcp', ['Authorization']),
    problem: '192.168.1.40 is an address of a private network, so nothing was sent there.',
  }),
  server('متتبع المشاكل', { status: 'disabled' }),
  server('old', {
    status: 'broken',
    launch: undefined,
    launchId: undefined,
    problem: 'Its entry in the settings file cannot be used: command is not what is expected there.',
  }),
]
