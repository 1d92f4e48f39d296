import type { ClineMessage } from '../../../shared/messages'

export const NOW = Date.now()
export const CWD = '/home/mira/projects/orders'

/** A row `seconds` before now. */
export const ago = (seconds: number): number => NOW - seconds * 1000

export const diff = `@@ -1,9 +1,12 @@ export function sum
 import { round } from './round'
${' '}
-export function sum(prices) {
-  let total = 0
-  for (let i = 0; i <= prices.length; i++) total += prices[i]
-  return total
+/** The sum of all prices, to the cent. */
+export function sum(prices) {
+  let total = 0
+  for (const price of prices) total += price
+  return round(total)
 }
${' '}
 export const average = (prices) => sum(prices) / prices.length
@@ -40,3 +43,3 @@ export function format
 export function format(amount) {
-  return '$' + amount.toFixed(1)
+  return '$' + amount.toFixed(2)
 }
`

export const longDiff = `@@ -0,0 +1,64 @@\n${Array.from({ length: 64 }, (_, index) => `+test('adds case ${index + 1}', () => expect(sum([${index}, 1])).toBe(${index + 1}))`).join('\n')}\n`

const task: ClineMessage = {
  ts: ago(600),
  type: 'say',
  say: 'task',
  text: 'The total on the invoice is wrong by some cents. Find out why, mend it, and make sure that the tests pass.',
  files: [`${CWD}/test/invoice-example.pdf`],
}

const reads: ClineMessage[] = [
  { ts: ago(590), type: 'say', say: 'api_req_started', data: { tokensIn: 8_000, tokensOut: 200 } },
  {
    ts: ago(589),
    type: 'say',
    say: 'reasoning',
    reasoning:
      'The invoice total is computed in src/sum.js. A loop bound or missing rounding would explain a few cents.\n\nI read that first.',
  },
  {
    ts: ago(585),
    type: 'say',
    say: 'tool',
    data: {
      tool: 'listFilesTopLevel',
      path: `${CWD}/src`,
      status: 'done',
      note: '14 entries',
      content: 'src/sum.js\nsrc/round.js\nsrc/invoice.js',
    },
  },
  { ts: ago(584), type: 'say', say: 'tool', data: { tool: 'readFile', path: `${CWD}/src/sum.js`, status: 'done' } },
  {
    ts: ago(580),
    type: 'say',
    say: 'tool',
    data: { tool: 'readFile', path: `${CWD}/src/round.js`, status: 'done', readLineStart: 1, readLineEnd: 40 },
  },
  {
    ts: ago(578),
    type: 'say',
    say: 'tool',
    data: {
      tool: 'searchFiles',
      path: CWD,
      regex: 'toFixed\\(1\\)',
      filePattern: '*.js',
      status: 'done',
      note: '2 matches in 1 file',
      content: 'src/sum.js:42: toFixed(1)',
    },
  },
]

const reply: ClineMessage = {
  ts: ago(570),
  type: 'say',
  say: 'text',
  text: [
    'There are **two** faults, both in `src/sum.js`:',
    '',
    '1. The loop runs one step too far (`i <= prices.length`), so `undefined` is added and the sum becomes `NaN` for some lists.',
    '2. `format` keeps one digit: `$12.5` instead of `$12.50`.',
    '',
    '```js',
    'const total = prices.reduce((sum, price) => sum + price, 0) // what it should do',
    'return `$${total.toFixed(2)}`',
    '```',
    '',
    '| input | before | after |',
    '| --- | --- | --- |',
    '| `[1.25, 2.5]` | `NaN` | `3.75` |',
    '| `[]` | `NaN` | `0.00` |',
    '',
    'I mend both and then run the tests. See the [notes on rounding](https://example.org/rounding).',
  ].join('\n'),
}

const edit: ClineMessage = {
  ts: ago(560),
  type: 'ask',
  ask: 'tool',
  data: { tool: 'editedExistingFile', path: `${CWD}/src/sum.js`, diff, added: 6, removed: 5, status: 'done' },
  approval: { summary: 'Edit 2 places in src/sum.js', reason: 'Edits are not approved by your settings' },
  answer: { response: 'yesButtonClicked' },
}

const command: ClineMessage[] = [
  {
    ts: ago(540),
    type: 'ask',
    ask: 'command',
    data: { command: 'npm test -- --run', cwd: CWD, status: 'done', exitCode: 1 },
    approval: { summary: 'Run npm test -- --run', reason: 'Commands are not approved by your settings' },
    answer: { response: 'yesButtonClicked', text: 'Only the unit tests, please.' },
  },
  {
    ts: ago(539),
    type: 'say',
    say: 'command_output',
    data: { commandTs: ago(540) },
    text: [
      '> orders@2.3.0 test',
      '> vitest --run',
      '',
      ...Array.from({ length: 18 }, (_, index) => ` ✓ test/sum.test.js > case ${index + 1}`),
      ' ✗ test/format.test.js > formats whole amounts',
      '   Expected "$12.00", received "$12.0"',
      '',
      ' Tests  1 failed | 18 passed (19)',
    ].join('\n'),
  },
]

/** A chat that has come some way: the beginning of nearly every sample. */
export const chat: readonly ClineMessage[] = [task, ...reads, reply, edit, ...command]

export const rejected: ClineMessage = {
  ts: ago(500),
  type: 'ask',
  ask: 'tool',
  data: { tool: 'newFileCreated', path: `${CWD}/test/sum.test.js`, diff: longDiff, added: 64, removed: 0, status: 'denied' },
  answer: { response: 'noButtonClicked', text: 'Not 64 cases. Three are enough: empty, one price, many prices.' },
}

export const created: ClineMessage = {
  ts: ago(480),
  type: 'say',
  say: 'tool',
  data: { tool: 'newFileCreated', path: `${CWD}/test/sum.test.js`, diff: longDiff, added: 64, removed: 0, status: 'done' },
}

export const completed: ClineMessage = {
  ts: ago(60),
  type: 'say',
  say: 'completion_result',
  text: 'Both faults are mended. The sum no longer reads past the end of the list, amounts have two digits, and all 19 tests pass.',
  data: {
    changes: [
      { path: `${CWD}/src/sum.js`, added: 6, removed: 5 },
      { path: `${CWD}/test/sum.test.js`, added: 64, removed: 0 },
    ],
  },
}
