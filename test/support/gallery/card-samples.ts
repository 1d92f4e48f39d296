import type { ClineMessage, ClineSayTool } from '../../../shared/messages'
import { LONG_URL } from './mcp-rows'
import { ago, chat } from './sample-rows'
import { base, waits } from './sample-state'
import type { Sample } from './samples'

type Explanation = Extract<ClineMessage, { say: 'generate_explanation' }>['data']
const explanation = (seconds: number, data: Partial<Explanation>): ClineMessage => ({
  ts: ago(seconds),
  type: 'say',
  say: 'generate_explanation',
  data: { title: 'Totals to the cent', fromRef: 'HEAD~1', status: 'complete', ...data },
})
const explanations: readonly ClineMessage[] = [
  explanation(60, {
    note: '3 comments on 2 files',
    toRef: 'HEAD',
    comments: [
      { path: 'src/sum.js', line: 4, text: 'The loop ran **one step too far**: `prices[prices.length]` is `undefined`.' },
      { path: 'src/sum.js', line: 43, text: 'Two digits, as money has them.' },
      {
        path: 'packages/very-long-package-name-for-testing/src/components/invoice/presentation/formatting/currency/format-currency-with-locale.ts',
        line: 1204,
        text: `${'It goes on for a while. '.repeat(12)}\n\n\`\`\`js\nconst total = prices.reduce((sum, price) => sum + price, 0)\n\`\`\``,
      },
    ],
  }),
  explanation(50, {
    title: 'شرح التغييرات',
    status: 'error',
    note: 'There is no commit of the name HEAD~400. Name one that git log shows.',
  }),
  explanation(5, { title: `A long title of what changed ${'and why it changed '.repeat(8)}`, fromRef: 'main', status: 'generating' }),
]

const web = (seconds: number, data: Partial<ClineSayTool>): ClineMessage => ({
  ts: ago(seconds),
  type: 'say',
  say: 'tool',
  data: { tool: 'webFetch', content: 'Fetching URL: https://example.org/rounding', status: 'done', ...data },
})
const webRows: readonly ClineMessage[] = [
  web(60, { note: '12 kB of text' }),
  web(55, { content: `Fetching URL: ${LONG_URL}`, note: '12 kB of text' }),
  web(50, { status: 'failed', note: 'example.org answered with status 404: there is no such page.' }),
  web(45, {
    tool: 'webSearch',
    content: 'Searching for: how banks round half cents',
    allowedDomains: ['example.org', 'docs.example.com'],
    note: '8 results',
  }),
  web(40, {
    tool: 'webSearch',
    content: 'Searching for: كيف تقرب البنوك',
    status: 'failed',
    note: 'The search service refused the key: look at it in the settings.',
  }),
  web(35, { status: 'denied' }),
  web(5, { status: 'running' }),
]

const seen = (name: string, rows: readonly ClineMessage[]): Sample => ({
  name,
  state: { ...base, clineMessages: [...chat.slice(0, 1), ...rows], taskState: { kind: 'streaming', turn: 4 } },
})

const webAsk = (name: string, data: Partial<ClineSayTool>, summary: string, reason: string): Sample => ({
  name,
  state: waits(
    {
      ts: ago(4),
      type: 'ask',
      ask: 'tool',
      data: { tool: 'webFetch', status: 'awaiting_approval', ...data },
      approval: { summary, reason },
    },
    'awaiting_approval',
    summary,
  ),
})

export const cardSamples: readonly Sample[] = [
  seen('explanations', explanations),
  seen('web-rows', webRows),
  webAsk('web-fetch-waiting', { content: `Fetching URL: ${LONG_URL}` }, `Fetch ${LONG_URL}`, 'reaches issues.example.org'),
  webAsk(
    'web-search-waiting',
    { tool: 'webSearch', content: 'Searching for: how banks round half cents', blockedDomains: ['example.com'] },
    'Search the web for how banks round half cents',
    'sends these words to api.search.brave.com',
  ),
  {
    name: 'bug-report',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'report_bug',
        data: {
          title: 'The total jumps while a reply streams',
          what_happened: 'The cost in the header jumped by 40 px.\nIt came back with the next request.',
          steps_to_reproduce: '1. Start a task.\n2. Look at the header.\n3. Wait.',
          api_request_output: `${LONG_URL}\nstatus 200`,
          additional_context: '',
          provider_and_model: 'anthropic / claude-sonnet-4-5',
          operating_system: 'Linux 6.8 x64',
          system_info: 'Electron 38, 16 GB',
          app_version: '0.1.0',
        },
      },
      'awaiting_answer',
      'Report a problem',
    ),
  },
]
