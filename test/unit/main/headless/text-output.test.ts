import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeadlessEvent } from '../../../../main/headless/events'
import { createTextOutput } from '../../../../main/headless/text-output'
import { ClineMessage } from '../../../../shared/messages'
import { command, inProject, message, print, tool } from './support/print-events'

const file = fileURLToPath(new URL('fixtures/fix-the-sum.jsonl', import.meta.url))
const recorded = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): HeadlessEvent => JSON.parse(line))

const whole = `Task 01K7ZQ4Z4V6R7C9V4J3T0X5N2B · anthropic/claude-sonnet-4-5 · act mode · /home/ada/sum
› Make npm test pass.
  Change as little as you can.

Thinking: The tests are in test/. I should read them first.

I will look at the code first.

read src/sum.js (lines 1–40)
searched test for sum\\( in *.js · 3 matches in 1 file
edited src/sum.js +2 −1
  @@ -1,3 +1,4 @@
   export function sum(a, b) {
  -  return a
  +  // both
  +  return a + b
   }

  $ npm test
    in /home/ada/sum
Run npm test – runs a command: npm can run anything

ran npm test · exit 1
  > test

  not ok 1 sum\u241b[2J adds

warning: The settings could not be saved: the disk is full.
The provider is busy. Trying again in 3 s (attempt 2 of 5).

Should sum take strings too?
  1  Yes
  2  No, numbers only

› Numbers are enough.

sum adds both numbers now.

Completed · 3 turns · 12.4k tokens in (10k from the cache), 350 out · $0.02
  src/sum.js +2 −1
`

const withColour = `[dim]Task 01K7ZQ4Z4V6R7C9V4J3T0X5N2B · anthropic/claude-sonnet-4-5 · act mode · /home/ada/sum[/]
[cyan]›[/c] [bold]Make npm test pass.[/]
  [bold]Change as little as you can.[/]

[dim]Thinking: The tests are in[/][dim] test/. I should read them[/][dim] first.[/]

I will look at the code first.

read [bold]src/sum.js[/] (lines 1–40)
searched [bold]test[/] for sum\\( in *.js[dim] · 3 matches in 1 file[/]
edited [bold]src/sum.js[/] [green]+2[/c] [red]−1[/c]
  [dim]@@ -1,3 +1,4 @@[/]
   export function sum(a, b) {
  [red]-  return a[/c]
  [green]+  // both[/c]
  [green]+  return a + b[/c]
   }

[dim]  $ [/][bold]npm test[/]
[dim]    in /home/ada/sum[/]
[bold]Run npm test[/][dim] – runs a command: npm can run anything[/]

ran [bold]npm test[/] · [red]exit 1[/c]
[dim]  > test[/]

[dim]  not ok 1 sum\u241b[2J adds[/]

[yellow]warning:[/c] The settings could not be saved: the disk is full.

Should sum take strings too?
  [bold]1[/]  Yes
  [bold]2[/]  No, numbers only

[cyan]›[/c] [bold]Numbers are enough.[/]

sum adds both numbers now.

[bold][green]Completed[/c][/] · 3 turns · 12.4k tokens in (10k from the cache), 350 out · $0.02
  src/sum.js [green]+2[/c] [red]−1[/c]
`

const STYLES: Readonly<Record<string, string>> = {
  1: '[bold]',
  2: '[dim]',
  22: '[/]',
  31: '[red]',
  32: '[green]',
  33: '[yellow]',
  36: '[cyan]',
  39: '[/c]',
}
const ESC = '\u001b'
const readable = (text: string): string => text.replaceAll(new RegExp(`${ESC}\\[(\\d+)m`, 'g'), (_, code: string) => STYLES[code] ?? '[?]')
/** What a terminal shows in the end: a line that was rewritten stands as it was last. */
const settled = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split(`\r${ESC}[K`).at(-1) ?? '')
    .join('\n')

describe('a recorded run', () => {
  test('reads well in a pipe, with nothing rewritten and no colour', () => {
    expect(print(recorded)).toBe(whole)
    expect(print(recorded, { colour: true })).toBe(whole)
  })

  test('reads well on a terminal, where nothing stays of what was only for the moment', () => {
    expect(settled(readable(print(recorded, { isTTY: true, colour: true })))).toBe(withColour)
  })

  test('has no colour on a terminal that wants none', () => {
    expect(print(recorded, { isTTY: true })).not.toMatch(new RegExp(`${ESC}\\[\\d+m`))
  })

  test('does not repeat the words that a person typed on this very screen', () => {
    expect(print(recorded, { isAnsweredHere: true })).toBe(whole.replace('\n› Numbers are enough.\n', ''))
  })
})

describe('a text that streams', () => {
  const stream = (pieces: readonly string[]): HeadlessEvent[] => [
    message({ ts: 5, type: 'say', say: 'text', text: '', partial: true }),
    ...pieces.map((append): HeadlessEvent => ({ type: 'delta', ts: 5, field: 'text', append })),
    message({ ts: 5, type: 'say', say: 'text', text: pieces.join('') }),
  ]

  test('is printed as it comes', () => {
    expect(print(stream(['one ', 'two']).slice(0, 2))).toBe('one')
    expect(print(stream(['one ', 'two']).slice(0, 3))).toBe('one two')
  })

  test('is printed once, however it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', 'é', '\ud83d', '\ude00', '\u001b', '\u202e') })),
        (pieces) => {
          const text = pieces.join('')
          const once = print([message({ ts: 5, type: 'say', say: 'text', text })])
          expect(print(stream(pieces))).toBe(once)
        },
      ),
    )
  })

  test('is printed anew when it turned out to be another', () => {
    const events = [...stream(['wrong']).slice(0, 2), message({ ts: 5, type: 'say', say: 'text', text: 'right' })]
    expect(print(events)).toBe('wrong\n\nright\n')
  })

  test('is drawn as Markdown on a terminal with colours, however it was cut, and stays as it is elsewhere', () => {
    const text = '# Done\n\nRan `npm test`: **all** pass.\n\n```js\nconst a = 1\n```\n'
    const drawn = '[bold]Done[/]\n\nRan [cyan]npm test[/c]: [bold]all[/] pass.\n\n  [cyan]const a = 1[/c]\n'
    const terminal = { isTTY: true, colour: true }
    for (const events of [stream([text]), stream(Array.from(text)), [message({ ts: 5, type: 'say', say: 'text', text })]])
      expect(readable(print(events, terminal))).toBe(drawn)
    for (const target of [{ isTTY: true }, { colour: true }]) expect(print(stream([text]), target)).toBe(text)
  })

  test('starts a paragraph of its own after another one', () => {
    expect(print([message({ ts: 1, type: 'say', say: 'text', text: 'one' }), ...stream(['two'])])).toBe('one\n\ntwo\n')
  })

  test('goes on below what came in between', () => {
    const notice: HeadlessEvent = { type: 'notice', level: 'info', code: 'x', text: 'Slow.' }
    const [begin, first, second, end] = stream(['one', ' two'])
    expect(print([begin, first, notice, second, end])).toBe('one\n\nnote: Slow.\n\n two\n')
  })

  test('shows only the beginning of a long thought', () => {
    const thought = message({ ts: 5, type: 'say', say: 'reasoning', reasoning: 'word '.repeat(500) })
    const printed = print([thought])
    expect(printed).toMatch(/^Thinking: (word )+… *\n$|^Thinking: (word )+wor? …\n$/)
    expect(printed.length).toBeLessThan(260)
  })
})

describe('what came from outside', () => {
  const harmful = fc.string({
    unit: fc.constantFrom('a', '\u001b', '[2J', '\u0007', '\r', '\n', '\b', '\u009b', '\u202e', '\u2066', '\u200b', '\u007f'),
  })

  test('reaches the screen without a control character', () => {
    fc.assert(
      fc.property(harmful, (text) => {
        const approval = { summary: text, reason: text }
        const events = [
          { ...inProject, model: text, cwd: text },
          message({ ts: 1, type: 'say', say: 'task', text }),
          message({ ts: 2, type: 'say', say: 'text', text }),
          message({ ts: 3, type: 'say', say: 'reasoning', reasoning: text }),
          tool({ path: text, note: text, diff: text, status: 'done' }),
          tool({ path: text, note: text, status: 'failed' }),
          tool({ tool: 'searchFiles', path: text, regex: text, filePattern: text, note: text }),
          message({ ts: 4, type: 'say', say: 'command_output', text, data: { commandTs: 1 } }),
          command({ command: text, cwd: text, note: text, exitCode: 0 }),
          message({
            ts: 5,
            type: 'say',
            say: 'error',
            data: { kind: 'network', message: text, detail: text, requestId: text, modelId: text },
          }),
          message({ ts: 5, type: 'say', say: 'info', text }),
          ...(['command', 'followup'] as const).map((ask): HeadlessEvent => {
            const data = { command: text, cwd: text, status: 'awaiting_approval', question: text, options: [text] }
            return { type: 'ask', ts: 6, ask, message: ClineMessage.parse({ ts: 6, type: 'ask', ask, data, approval }), actions: [] }
          }),
          { type: 'notice', level: 'error', code: 'x', text },
          {
            type: 'result',
            status: 'failed',
            taskId: 'T',
            text,
            turns: 1,
            usage: { tokensIn: 0, tokensOut: 0, cacheReads: 0, cacheWrites: 0, contextTokens: 0 },
            changes: [{ path: text, added: 1, removed: 0 }],
            error: { code: 'x', message: text },
          },
        ] satisfies HeadlessEvent[]
        expect(print(events)).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u)
      }),
    )
  })
})

describe('on a terminal', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }))
  afterEach(() => vi.useRealTimers())

  const clear = `\r${ESC}[K`
  const retry = (data: object) =>
    message({
      ts: 3,
      type: 'say',
      say: 'error_retry',
      data: { attempt: 1, maxAttempts: 5, delaySeconds: 2, errorMessage: 'Busy.', ...data },
    })

  test('the wait for a retry counts down on one line, which goes', () => {
    let text = ''
    const output = createTextOutput({ write: (more) => void (text += more), isTTY: true, colour: false })
    output.tell(retry({ resumeAt: 2000 }))
    vi.advanceTimersByTime(2000)
    output.tell(message({ ts: 4, type: 'say', say: 'text', text: 'Here.' }))
    vi.advanceTimersByTime(5000)
    expect(text.split(clear)).toEqual([
      '',
      'Busy. Trying again in 2 s (attempt 2 of 5).',
      'Busy. Trying again in 1 s (attempt 2 of 5).',
      'Busy. Trying again now (attempt 2 of 5).',
      'Here.\n',
    ])
  })

  test('a wait whose reason is long keeps the reason above, once, and counts down below', () => {
    let text = ''
    const output = createTextOutput({ write: (more) => void (text += more), isTTY: true, colour: false, columns: 60 })
    const errorMessage = 'The provider has refused the request, since too many came within one minute from this key.'
    output.tell(retry({ resumeAt: 1000, delaySeconds: 1, errorMessage }))
    vi.advanceTimersByTime(1000)
    output.tell(retry({ resumeAt: 2000, delaySeconds: 1, errorMessage, attempt: 2 }))
    expect(text.split(clear)).toEqual([
      `${errorMessage}\n`,
      'Trying again in 1 s (attempt 2 of 5).',
      'Trying again now (attempt 2 of 5).',
      '',
      'Trying again in 1 s (attempt 3 of 5).',
    ])
  })

  test('a running command shows its time and its last line, cut to the width', () => {
    let text = ''
    const output = createTextOutput({ write: (more) => void (text += more), isTTY: true, colour: false, columns: 30 })
    output.tell(command({ status: 'running' }))
    output.tell(message({ ts: 2, type: 'say', say: 'command_output', text: 'one\n', partial: true, data: { commandTs: 1 } }))
    output.tell({ type: 'delta', ts: 2, field: 'text', append: `two ${ESC}and much more\n` })
    vi.advanceTimersByTime(1000)
    expect(text.split(clear)).toEqual(['', 'running npm test', '', 'running npm test · one', 'running npm test · 1 s · two…'])
  })
})

describe('the end', () => {
  const usage = { tokensIn: 950, tokensOut: 1, cacheReads: 0, cacheWrites: 0, contextTokens: 0 }
  const result = { type: 'result', taskId: 'T', text: '', turns: 1, usage, changes: [] } as const

  test('says what it cost, or that nobody knows', () => {
    expect(print([{ ...result, status: 'completed' }])).toBe('Completed · 1 turn · 950 tokens in, 1 out · unknown price\n')
    expect(print([{ ...result, status: 'completed', usage: { ...usage, cost: 0.001 } }])).toContain('under $0.01')
  })

  test('says why it ended, and how to go on', () => {
    const error = { code: 'tool', message: 'An answer was needed and nobody gave it: Edit a.js' }
    expect(print([{ ...result, status: 'needs_approval', error }])).toBe(
      'Stopped: it needs an answer · 1 turn · 950 tokens in, 1 out · unknown price\n' +
        'An answer was needed and nobody gave it: Edit a.js\nTo go on with it: resume T\n',
    )
  })
})

test('an error is a sentence with its detail below', () => {
  const data = {
    kind: 'busy',
    message: 'The provider is overloaded.',
    status: 529,
    requestId: 'r1',
    providerId: 'anthropic',
    modelId: 'm',
    detail: '{"e":1}',
  }
  const row = ClineMessage.parse({ ts: 1, type: 'ask', ask: 'api_req_failed', data })
  const shown = 'error: The provider is overloaded.\n  HTTP 529 · request r1 · anthropic/m\n  {"e":1}\n'
  expect(print([{ type: 'ask', ts: 1, ask: 'api_req_failed', message: row, actions: [] }])).toBe(shown)
  expect(print([message({ ts: 1, type: 'say', say: 'error', data })])).toBe(shown)
})
