import { expect, test } from 'vitest'
import { runExport } from '../../../../main/headless/export-command'
import { FIRST_TASK, listen, openServices, SECOND_TASK, storeTask } from './support/stored-tasks'

const rows = [
  { ts: 1, type: 'say', say: 'task', text: 'Make it pass.\n```\n# not a heading of ours' },
  { ts: 2, type: 'say', say: 'api_req_started', data: { tokensIn: 900, tokensOut: 100, cost: 0.02 } },
  { ts: 3, type: 'say', say: 'reasoning', reasoning: 'Hm.' },
  { ts: 4, type: 'say', say: 'text', text: 'I look.\n\n```js\nnever closed' },
  { ts: 5, type: 'say', say: 'tool', data: { tool: 'readFile', path: 'a`b.js', status: 'done', readLineStart: 1, readLineEnd: 9 } },
  {
    ts: 6,
    type: 'ask',
    ask: 'tool',
    data: { tool: 'editedExistingFile', path: 'README.md', status: 'done', diff: '@@ -1 +1,2 @@\n+```\n+````\n', added: 2, removed: 0 },
    approval: { summary: 'Edit README.md', reason: 'writes a file in the project' },
    answer: { response: 'yesButtonClicked' },
  },
  {
    ts: 7,
    type: 'ask',
    ask: 'command',
    data: { command: 'npm test', cwd: '/home/ada/sum', status: 'done', exitCode: 1 },
    answer: { response: 'yesButtonClicked' },
  },
  { ts: 8, type: 'say', say: 'command_output', text: 'not ok\u001b[2J\n', data: { commandTs: 7 } },
  { ts: 9, type: 'ask', ask: 'followup', data: { question: 'Which?', options: ['This', 'That *one*'], selected: 'This' } },
  { ts: 10, type: 'ask', ask: 'api_req_failed', data: { kind: 'busy', message: 'Busy.', detail: '529' } },
  { ts: 11, type: 'say', say: 'completion_result', text: 'Done.', data: { changes: [] } },
  { ts: 12, type: 'ask', ask: 'completion_result' },
]
const change = {
  k: 'change',
  path: 'README.md',
  real: '/home/ada/sum/README.md',
  by: 'agent',
  before: null,
  after: 'hash',
  added: 2,
  removed: 0,
} as const

const transcript = `# Make it pass. \\\`\\\`\\\` \\# not a heading of ours

- Task: \`${FIRST_TASK}\`
- Folder: \`/home/ada/sum\`
- Status: completed
- Used: 900 tokens in, 100 out, $0.02
- Changed: \`README.md\` +2 −0

## You

> Make it pass.
> \`\`\`
> # not a heading of ours

## Model, thinking

> Hm.

## Model

> I look.
>
> \`\`\`js
> never closed

### Read a\\\`b.js (lines 1–9)

### Edited README.md +2 −0

Approved. It was asked because: writes a file in the project.

\`\`\`\`\`diff
@@ -1 +1,2 @@
+\`\`\`
+\`\`\`\`
\`\`\`\`\`

### Ran npm test · exit 1

Approved.

In \`/home/ada/sum\`:

\`\`\`sh
npm test
\`\`\`

\`\`\`text
not ok\u241b[2J
\`\`\`

## Question

> Which?

- This (chosen)
- That \\*one\\*

## Error

> Busy.

\`\`\`text
529
\`\`\`

## Result

> Done.
`

test('writes a transcript that reads well and that nothing in it can break', async () => {
  const services = await openServices()
  await storeTask(services, FIRST_TASK, rows, [change])
  const { heard, write } = listen()
  expect(await runExport(services, FIRST_TASK, 'md', write)).toBe(0)
  expect(heard.out).toBe(transcript)
})

test('gives all that is known as JSON', async () => {
  const services = await openServices()
  const turn = { role: 'assistant', content: [{ type: 'text', text: 'I look.' }], providerId: 'demo', modelId: 'demo-script' } as const
  await storeTask(services, FIRST_TASK, rows, [change, { k: 'assistant', turn }])
  const { heard, write } = listen()
  expect(await runExport(services, FIRST_TASK, 'json', write)).toBe(0)
  expect(JSON.parse(heard.out)).toEqual({
    taskId: FIRST_TASK,
    ts: 12,
    task: 'Make it pass.\n```\n# not a heading of ours',
    cwd: '/home/ada/sum',
    status: 'completed',
    tokensIn: 900,
    tokensOut: 100,
    cacheReads: 0,
    cacheWrites: 0,
    modelId: 'demo-script',
    cost: 0.02,
    mode: 'act',
    changes: [{ path: 'README.md', added: 2, removed: 0 }],
    rows,
    turns: [turn],
  })
})

test.each([
  ['an unknown task', SECOND_TASK, `There is no task ${SECOND_TASK}.\n`],
  ['what is no id', '../x', 'That is not the id of a task: it has 26 letters and digits.\n'],
])('refuses %s with one line on stderr', async (_, taskId, line) => {
  const { heard, write } = listen()
  expect(await runExport(await openServices(), taskId, 'md', write)).toBe(2)
  expect(heard).toEqual({ out: '', complaints: line })
})

test('refuses a task that never got as far as its first words', async () => {
  const services = await openServices()
  await storeTask(services, FIRST_TASK, [])
  const { heard, write } = listen()
  expect(await runExport(services, FIRST_TASK, 'json', write)).toBe(2)
  expect(heard.complaints).toBe(`The task ${FIRST_TASK} holds nothing that could be exported.\n`)
})
