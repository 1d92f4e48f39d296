import { expect, test } from 'vitest'
import { ClineAskMessage, type ClineMessage, ClineSayMessage } from '../../../../shared/messages'
import { rowLabel } from '../../../../renderer/cards/row-label'

const command = { command: 'ls', cwd: '/', status: 'done' as const, exitCode: 0 }
const mcp = { type: 'use_mcp_tool' as const, serverName: 'everything', toolName: 'echo', status: 'done' as const }
const report = { title: 'It broke', what_happened: '', steps_to_reproduce: '', api_request_output: '', additional_context: '' }
const rows: readonly [ClineMessage, string][] = [
  [{ ts: 1, type: 'say', say: 'task', text: 'Mend it' }, 'Task: Mend it'],
  [{ ts: 1, type: 'say', say: 'user_feedback', text: 'Go on' }, 'Your message: Go on'],
  [{ ts: 1, type: 'say', say: 'text', text: 'I read\nthe file' }, 'Reply: I read the file'],
  [{ ts: 1, type: 'say', say: 'reasoning', reasoning: 'x' }, 'Thinking'],
  [{ ts: 1, type: 'say', say: 'error', data: { kind: 'bug', message: 'It broke.' } }, 'Error: It broke.'],
  [
    { ts: 1, type: 'say', say: 'error_retry', data: { attempt: 1, maxAttempts: 3, delaySeconds: 1, errorMessage: 'Busy.' } },
    'Retry: Busy.',
  ],
  [{ ts: 1, type: 'say', say: 'api_req_started', data: {} }, 'Request that ended early'],
  [{ ts: 1, type: 'say', say: 'completion_result', text: 'All done', data: { changes: [] } }, 'Task completed: All done'],
  [{ ts: 1, type: 'say', say: 'command', data: command }, 'Command: ls, exit 0'],
  [{ ts: 1, type: 'say', say: 'command_output', data: { commandTs: 0 } }, 'Command output'],
  [{ ts: 1, type: 'say', say: 'tool', data: { tool: 'readFile', path: 'a.js', status: 'failed' } }, 'Read a.js, failed'],
  [{ ts: 1, type: 'say', say: 'use_mcp_server', data: mcp }, 'Called echo of everything'],
  [{ ts: 1, type: 'say', say: 'mcp_notification', text: 'Hello', data: { serverName: 'everything' } }, 'Note of everything: Hello'],
  [{ ts: 1, type: 'say', say: 'browser_action', data: { action: 'click', coordinate: '1,2', status: 'done' } }, 'Browser: click 1,2'],
  [{ ts: 1, type: 'say', say: 'subagent', data: { prompts: ['Look'], status: 'running' } }, '1 agent, running'],
  [
    { ts: 1, type: 'say', say: 'hook_status', data: { hookName: 'TaskStart', status: 'completed', scripts: [] } },
    'Hook: TaskStart, completed',
  ],
  [
    { ts: 1, type: 'say', say: 'generate_explanation', data: { title: 'Sums', fromRef: 'HEAD', status: 'complete' } },
    'Explanation: Sums, complete',
  ],
  [{ ts: 1, type: 'say', say: 'info', text: 'Note this' }, 'Note: Note this'],
  [{ ts: 1, type: 'say', say: 'task_progress', text: 'Half' }, 'Note: Half'],
  [{ ts: 1, type: 'ask', ask: 'followup', data: { question: 'Which?' } }, 'Question: Which?'],
  [{ ts: 1, type: 'ask', ask: 'plan_mode_respond', data: { response: 'First' } }, 'Plan: First'],
  [{ ts: 1, type: 'ask', ask: 'command', data: command, answer: { response: 'noButtonClicked' } }, 'Command: ls, exit 0. Rejected by you'],
  [{ ts: 1, type: 'ask', ask: 'command_output' }, 'Command output'],
  [
    { ts: 1, type: 'ask', ask: 'tool', data: { tool: 'fileDeleted', path: 'a.js', status: 'awaiting_approval' } },
    'Delete a.js, waiting for you',
  ],
  [
    { ts: 1, type: 'ask', ask: 'use_mcp_server', data: { ...mcp, type: 'access_mcp_resource', toolName: undefined, uri: 'a://b' } },
    'Read a://b of everything',
  ],
  [
    { ts: 1, type: 'ask', ask: 'browser_action_launch', data: { action: 'launch', url: 'http://a', status: 'done' } },
    'Browser: open http://a',
  ],
  [{ ts: 1, type: 'ask', ask: 'use_subagents', data: { prompts: ['a', 'b'], status: 'awaiting_approval' } }, '2 agents, waiting for you'],
  [{ ts: 1, type: 'ask', ask: 'new_task', text: 'Go on there' }, 'New task: Go on there'],
  [{ ts: 1, type: 'ask', ask: 'condense', text: 'So far' }, 'Summary: So far'],
  [{ ts: 1, type: 'ask', ask: 'report_bug', data: report }, 'Report: It broke'],
  [{ ts: 1, type: 'ask', ask: 'api_req_failed', data: { kind: 'auth', message: 'No key.' } }, 'Error: No key.'],
  [{ ts: 1, type: 'ask', ask: 'mistake_limit_reached' }, 'Error: several mistakes in a row'],
  [{ ts: 1, type: 'ask', ask: 'completion_result', text: 'Done' }, 'Task completed: Done'],
  [{ ts: 1, type: 'ask', ask: 'resume_task' }, 'Interruption'],
  [{ ts: 1, type: 'ask', ask: 'resume_completed_task' }, 'Interruption'],
]

test.each(rows)('names a row by what it is: %#', (row, label) => {
  expect(rowLabel(row)).toBe(label)
})

test('every kind of row has a name', () => {
  const kinds = new Set(rows.map(([row]) => (row.type === 'ask' ? `ask ${row.ask}` : `say ${row.say}`)))
  const asks = ClineAskMessage.options.map((option) => `ask ${option.shape.ask.value}`)
  const says = ClineSayMessage.options.map((option) => `say ${option.shape.say.value}`)
  expect([...kinds].sort()).toEqual([...asks, ...says].sort())
})

test('a name stays short, however long the text is', () => {
  expect(rowLabel({ ts: 1, type: 'say', say: 'text', text: 'word '.repeat(10_000) }).length).toBeLessThan(100)
})
