// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClineMessage } from '../../../../shared/messages'
import { LogRow } from '../../../../renderer/features/chat/log-row'
import { renderWithApp } from '../../../support/render-with-app'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const cwd = '/home/mira/orders'
const drawn = (rows: ClineMessage[], rest = {}) => {
  const [{ ts }] = rows
  return renderWithApp(<LogRow entry={{ kind: 'row', ts }} position={1} />, {
    currentSessionId: 's1',
    cwd,
    homeDir: '/home/mira',
    clineMessages: rows,
    ...rest,
  })
}
const edit = (change: object): ClineMessage => ({
  ts: 1,
  type: 'ask',
  ask: 'tool',
  data: { tool: 'editedExistingFile', path: `${cwd}/src/sum.js`, diff: '@@ -1 +1 @@\n-a\n+b\n', added: 1, removed: 1, status: 'done' },
  ...change,
})

test('an edit names its file, counts its lines, shows its diff and says who let it happen', async () => {
  const { bridge } = await drawn([edit({ answer: { response: 'yesButtonClicked' } })])
  const row = screen.getByRole('article', { name: /^Edited .*src\/sum\.js\. Approved by you$/ })
  expect(row.textContent).toContain('Approved by you')
  expect(row.textContent).toContain('1 line added, 1 removed')
  expect(screen.getByRole('group', { name: 'Changes to src/sum.js' }).textContent).toContain('Removed:')
  await userEvent.click(screen.getByRole('button', { name: 'Show in folder' }))
  expect(bridge.inputsOf('file.reveal')).toEqual([{ sessionId: 's1', path: `${cwd}/src/sum.js` }])
})

test('an edit that waits is one line in the log and no region; its diff stands in the card that is answered', async () => {
  await drawn([
    edit({ data: { tool: 'editedExistingFile', path: `${cwd}/src/sum.js`, diff: '@@ -1 +1 @@\n-a\n+b\n', status: 'awaiting_approval' } }),
  ])
  expect(screen.getByRole('article', { name: /^Edit .*waiting for you$/ })).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByRole('group', { name: /Changes to/ })).toBeNull()
})

test('a rejection leaves the words that went with it to the message that follows', async () => {
  await drawn([edit({ answer: { response: 'noButtonClicked', text: 'Not this way.' } })])
  expect(screen.getByText('Rejected by you')).toBeTruthy()
  expect(screen.queryByText('Not this way.')).toBeNull()
})

test('words in place of an approval are a rejection', async () => {
  await drawn([edit({ answer: { response: 'messageResponse', text: 'Not this way.' } })])
  expect(screen.getByText('Rejected by you')).toBeTruthy()
})

test('what was refused is not said to be allowed', async () => {
  const data = { command: 'touch a', cwd, status: 'denied', note: 'Not run: plan mode changes no files.' } as const
  await drawn([{ ts: 1, type: 'say', say: 'command', data }])
  expect(screen.getByText(/^Not run/)).toBeTruthy()
  expect(screen.queryByText('Allowed by settings')).toBeNull()
})

test('a command that was told to end has not failed', async () => {
  const data = { command: 'npm start', cwd, status: 'done', signal: 'SIGTERM' } as const
  await drawn([{ ts: 1, type: 'say', say: 'command', data }])
  expect(screen.getByText('Stopped (SIGTERM)')).toBeTruthy()
  expect(screen.queryByText('Failed')).toBeNull()
})

test('an edit that nobody was asked about says that the settings allowed it', async () => {
  await drawn([{ ts: 1, type: 'say', say: 'tool', data: { tool: 'newFileCreated', path: `${cwd}/a.js`, status: 'done' } }])
  expect(screen.getByText('Allowed by settings')).toBeTruthy()
})

test('a call that a rule allowed names the rule', async () => {
  const allowedBy = 'your rule allows npm test with any arguments'
  await drawn([{ ts: 1, type: 'say', say: 'command', data: { command: 'npm test', cwd, status: 'done', exitCode: 0 }, allowedBy }])
  expect(screen.getByText('Your rule allows npm test with any arguments')).toBeTruthy()
  expect(screen.queryByText('Allowed by settings')).toBeNull()
})

test('a note that only repeats the count of lines is left out, any other is shown', async () => {
  const data = { tool: 'editedExistingFile', path: 'a.js', diff: '@@ -1 +1 @@\n-a\n+b\n', added: 1, removed: 1, status: 'done' }
  await drawn([edit({ data: { ...data, note: '+1 −1' } })])
  expect(screen.queryByText('+1 −1')).toBeNull()
  cleanup()
  await drawn([edit({ data: { ...data, note: 'Matched without regard to spaces.' } })])
  expect(screen.getByText('Matched without regard to spaces.')).toBeTruthy()
})

test('a long diff shows its beginning and its length, and all of it when asked', async () => {
  const diff = `@@ -0,0 +1,60 @@\n${Array.from({ length: 60 }, (_, index) => `+line ${index}`).join('\n')}\n`
  await drawn([edit({ data: { tool: 'newFileCreated', path: 'a.js', diff, status: 'done' }, answer: { response: 'yesButtonClicked' } })])
  expect(screen.queryByText('line 59')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 61 lines' }))
  expect(screen.getByText('line 59')).toBeTruthy()
})

test('a command shows where it runs, how it ended and the end of its output', async () => {
  const output = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
  await drawn([
    {
      ts: 1,
      type: 'ask',
      ask: 'command',
      data: { command: 'npm test', cwd: `${cwd}/web`, status: 'done', exitCode: 2 },
      answer: { response: 'yesButtonClicked' },
    },
    { ts: 2, type: 'say', say: 'command_output', text: output, data: { commandTs: 1 } },
  ])
  const row = screen.getByRole('article', { name: /^Command: npm test, exit 2/ })
  expect(row.textContent).toContain('In web')
  expect(screen.getByText('Exit 2')).toBeTruthy()
  expect(row.textContent).toContain('line 29')
  expect(row.textContent).not.toContain('line 3\n')
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 lines' }))
  expect(row.textContent).toContain('line 3\n')
})

test('no character of a command or a path can hide', async () => {
  await drawn([{ ts: 1, type: 'say', say: 'command', data: { command: 'echo \u202egpj.exe\u202c\u200b', cwd, status: 'done' } }])
  const command = screen.getByText(/RLO/).closest('code')
  expect(command?.textContent).toContain('RLO')
  expect(command?.textContent).not.toContain('\u202e')
  cleanup()
  await drawn([edit({ data: { tool: 'editedExistingFile', path: `${cwd}/a\u202ejs.txt`, status: 'done' } })])
  expect(screen.getByText('RLO')).toBeTruthy()
})

test('no character can hide in what a server or a page says of a call', async () => {
  const call = { type: 'use_mcp_tool', serverName: 'helper', toolName: 'say' } as const
  const fetched = { tool: 'webFetch', path: 'https://a.test/', status: 'failed' } as const
  await drawn([{ ts: 1, type: 'say', say: 'use_mcp_server', data: { ...call, status: 'running', progress: 'half\u202e (50 %)' } }])
  expect(screen.getByText('RLO')).toBeTruthy()
  cleanup()
  await drawn([{ ts: 1, type: 'say', say: 'use_mcp_server', data: { ...call, status: 'failed', note: 'The MCP server helper: no\u202e' } }])
  expect(screen.getByText('RLO')).toBeTruthy()
  cleanup()
  await drawn([{ ts: 1, type: 'say', say: 'tool', data: { ...fetched, note: 'It says\u202e no.' } }])
  expect(screen.getByText('RLO')).toBeTruthy()
})

test('an error is one sentence; its detail comes when asked for', async () => {
  await drawn([
    {
      ts: 1,
      type: 'say',
      say: 'error',
      data: { kind: 'busy', message: 'The provider is busy.', detail: '{"type":"overloaded"}', status: 529, requestId: 'req_1' },
    },
  ])
  expect(screen.getByRole('article', { name: 'Error: The provider is busy.' })).toBeTruthy()
  expect(screen.queryByText(/overloaded/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show details' }))
  expect(screen.getByRole('group', { name: 'Error details' }).textContent).toBe('Status: 529\nRequest: req_1\n{"type":"overloaded"}')
})

const retry: ClineMessage = {
  ts: 1,
  type: 'say',
  say: 'error_retry',
  data: { attempt: 2, maxAttempts: 3, delaySeconds: 10, errorMessage: 'The provider is busy.' },
}
const retrying = (resumeAt: number) => ({
  taskState: { kind: 'retrying' as const, turn: 1, attempt: 2, resumeAt, cause: { kind: 'busy' as const, message: 'busy' } },
})

test('a retry counts down, and can be hurried or stopped', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { bridge } = await drawn([retry], retrying(1_010_000))
  expect(screen.getByRole('timer').textContent).toBe('Attempt 2 of 3 starts in 10 s')
  await act(() => vi.advanceTimersByTime(3_000))
  expect(screen.getByRole('timer').textContent).toBe('Attempt 2 of 3 starts in 7 s')
  act(() => screen.getByRole('button', { name: 'Retry now' }).click())
  act(() => screen.getByRole('button', { name: 'Stop waiting' }).click())
  expect(bridge.inputsOf('retry.now')).toEqual([{ sessionId: 's1' }])
  expect(bridge.inputsOf('retry.stop')).toEqual([{ sessionId: 's1' }])
})

test('a retry that is over has no buttons', async () => {
  await drawn([retry], { taskState: { kind: 'streaming', turn: 1 } })
  expect(screen.queryByRole('button')).toBeNull()
})

test('thinking is folded and says so', async () => {
  await drawn([{ ts: 1, type: 'say', say: 'reasoning', reasoning: 'First I read the file. '.repeat(20) }])
  expect(screen.queryByRole('group', { name: 'Thinking' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Thought/ }))
  expect(screen.getByRole('group', { name: 'Thinking' })).toBeTruthy()
})

test('an answered question shows which of its answers was chosen', async () => {
  await drawn([
    {
      ts: 1,
      type: 'ask',
      ask: 'followup',
      data: { question: 'Which?', options: ['One', 'Two'] },
      answer: { response: 'messageResponse', text: 'Two' },
    },
  ])
  expect(screen.getByRole('article', { name: 'Question: Which? Answered by you' })).toBeTruthy()
  expect(screen.getByLabelText('Chosen').closest('li')?.textContent).toBe('Two')
})

test('a finished task lists the files it changed and leads to them', async () => {
  const { parts } = await drawn([
    {
      ts: 1,
      type: 'say',
      say: 'completion_result',
      text: 'Done.',
      data: { changes: [{ path: `${cwd}/src/sum.js`, added: 2, removed: 1 }] },
    },
  ])
  expect(screen.getByText('1 changed file')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }))
  expect(parts.store.getState().ui).toMatchObject({ sidePanelOpen: true, sidePanelTab: 'changes' })
})

test('a run of reads is one line, and each read with its result when opened', async () => {
  const read = (ts: number, content?: string): ClineMessage => ({
    ts,
    type: 'say',
    say: 'tool',
    data: { tool: 'readFile', path: `${cwd}/f${ts}.js`, status: 'done', ...(content ? { content } : {}) },
  })
  await renderWithApp(<LogRow entry={{ kind: 'reads', ts: 1, rows: [1, 2, 3] }} position={1} />, {
    cwd,
    clineMessages: [read(1), { ts: 2, type: 'say', say: 'reasoning', reasoning: 'hm' }, read(3, 'the content')],
  })
  expect(screen.getByRole('article', { name: 'Read 2 files' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read 2 files' }))
  expect(screen.getByText('f1.js')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /f3\.js/ }))
  expect(screen.getByText('the content')).toBeTruthy()
})

beforeEach(() => vi.useRealTimers())

test('a run of reads says how many of them failed, and in words', async () => {
  const read = (ts: number, status: 'done' | 'failed'): ClineMessage => ({
    ts,
    type: 'say',
    say: 'tool',
    data: { tool: 'readFile', path: `${cwd}/${ts}.js`, status },
  })
  const draw = (...statuses: ('done' | 'failed')[]) =>
    renderWithApp(<LogRow entry={{ kind: 'reads', ts: 1, rows: statuses.map((_, index) => index + 1) }} position={1} />, {
      cwd,
      clineMessages: statuses.map((status, index) => read(index + 1, status)),
    })
  await draw('done', 'failed')
  expect(screen.getByRole('button', { name: 'Read 1 file, 1 failed' }).querySelectorAll('svg')).toHaveLength(2)
  cleanup()
  await draw('failed', 'failed')
  expect(screen.getByRole('article', { name: 'Tried 2 reads, 2 failed' })).toBeTruthy()
})

test('a command that waits is a short line in the log: it is read in the card that is answered', async () => {
  await drawn([{ ts: 1, type: 'ask', ask: 'command', data: { command: 'rm -rf build', cwd, status: 'awaiting_approval' } }])
  const row = screen.getByRole('article', { name: 'Command: rm -rf build, waiting for you' })
  expect(row.textContent).not.toContain('rm -rf')
})

test('a new file counts no removed lines', async () => {
  await drawn([edit({ data: { tool: 'newFileCreated', path: 'a.js', added: 2, removed: 0, status: 'done' } })])
  expect(screen.getByText('+2')).toBeTruthy()
  expect(screen.queryByText('−0')).toBeNull()
})

test('a summary that waits is one line of the log; once agreed to it says so, and is folded', async () => {
  const summary: ClineMessage = { ts: 1, type: 'ask', ask: 'condense', text: 'We found **pears**.' }
  await drawn([summary], { taskState: { turn: 1, kind: 'awaiting_answer', askTs: 1 } })
  expect(screen.getByRole('article').textContent).toContain('Waiting for youSummary of the conversation')
  expect(screen.queryByText('pears')).toBeNull()
  cleanup()
  await drawn([summary, { ts: 2, type: 'ask', ask: 'resume_task' }], { taskState: { turn: 1, kind: 'cancelled', askTs: 2 } })
  expect(screen.getByRole('article').textContent).toContain('CancelledSummary of the conversation')
  cleanup()
  await drawn([{ ...summary, answer: { response: 'yesButtonClicked' } }])
  expect(screen.getByRole('article').textContent).toContain('The model goes on from it')
  expect(screen.queryByText('pears')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Summary/ }))
  expect(screen.getByText('pears').tagName).toBe('STRONG')
})
