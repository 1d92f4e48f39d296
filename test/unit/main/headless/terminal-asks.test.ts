import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTerminalAsks, type TerminalIo } from '../../../../main/headless/terminal-asks'
import { type AskAnswer, ClineAskMessage } from '../../../../shared/messages'

/** As much of a terminal as the keyboard side needs: raw mode is only remembered. */
class Keyboard extends PassThrough {
  readonly isTTY = true
  isRaw = false
  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw
    return this
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function openTerminal(more: Partial<TerminalIo> = {}) {
  const input = new Keyboard()
  const output = new PassThrough()
  let shown = ''
  output.on('data', (chunk: Buffer) => void (shown += chunk.toString()))
  // Only what readline and the prompt use of the two streams is there.
  const io = { input, output: Object.assign(output, { columns: 200, isTTY: true }), colour: false, ...more } as unknown as TerminalIo
  const asks = createTerminalAsks(io)
  const answers: AskAnswer[] = []
  return {
    asks,
    input,
    answers,
    ask: (row: object) => asks.open(ClineAskMessage.parse({ ts: 1, type: 'ask', ...row }), (answer) => answers.push(answer)),
    type: async (text: string) => {
      input.write(text)
      await delivered()
    },
    /** What stands on the screen, without what moves the cursor. */
    shown: async () => {
      await delivered()
      return shown.replaceAll(new RegExp(`${ESC}\\[[0-9;]*[A-Za-z]`, 'g'), '').replaceAll('\r\n', '\n')
    },
  }
}

const ESC = '\u001b'
/** Streams hand on what was written in ticks of their own. */
const delivered = () => new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)))
const pass = async (ms: number) => {
  await delivered()
  vi.advanceTimersByTime(ms)
  await delivered()
}

const edit = {
  ask: 'tool',
  data: { tool: 'editedExistingFile', path: 'a.js', status: 'awaiting_approval', diff: '@@ -1 +1 @@\n-a\n+b' },
  approval: { summary: 'Edit 1 place in a.js', reason: 'writes a file in the project' },
}
const question = { ask: 'followup', data: { question: 'Which?', options: ['This one', 'That one'] } }

describe('what is asked', () => {
  test('stands there before the keys: the diff first, then what it would do and why it asks', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    expect(await terminal.shown()).toBe('  @@ -1 +1 @@\n  -a\n  +b\nEdit 1 place in a.js – writes a file in the project\n')
    await pass(300)
    expect(await terminal.shown()).toMatch(/project\n\[s\] Save {2}\[r\] Reject {2}or type what should be different › $/)
  })

  test('shows a command to the letter, with its folder', async () => {
    const terminal = openTerminal()
    const data = { command: `rm x\u202e\n${ESC}[2J`, cwd: '/p', status: 'awaiting_approval' }
    terminal.ask({ ask: 'command', data, approval: { summary: 'Run: rm x', reason: 'runs a command' } })
    expect(await terminal.shown()).toBe('  $ rm x<U+202E>\n    \u241b[2J\n    in /p\nRun: rm x – runs a command\n')
  })

  test('is not shown twice when it stands on the screen already', async () => {
    const terminal = openTerminal({ isShown: true })
    terminal.ask(edit)
    await pass(300)
    expect(await terminal.shown()).toBe('[s] Save  [r] Reject  or type what should be different › ')
  })
})

describe('a key', () => {
  test.each([
    ['s', { response: 'yesButtonClicked' }],
    ['R', { response: 'noButtonClicked' }],
  ])('presses its button: %s', async (key, answer) => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    await terminal.type(key)
    expect(terminal.answers).toEqual([])
    await pass(400)
    expect(terminal.answers).toEqual([answer])
    expect(await terminal.shown()).toMatch(/\n$/)
    expect(terminal.input.isRaw).toBe(false)
  })

  test('presses it at once with Enter', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    await terminal.type('s\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'yesButtonClicked' }])
  })

  test('that was typed ahead answers nothing, for as long as typing goes on', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await terminal.type('s')
    await pass(299)
    await terminal.type('s\r')
    await pass(299)
    await terminal.type('s')
    await pass(300)
    await pass(1000)
    expect(terminal.answers).toEqual([])
    await terminal.type('r\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'noButtonClicked' }])
  })

  test('that begins a word presses nothing', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    await terminal.type('s')
    await pass(200)
    await terminal.type('hould be const')
    await pass(1000)
    expect(terminal.answers).toEqual([])
    await terminal.type('\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'messageResponse', text: 'should be const' }])
  })

  test('that is taken back presses nothing', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    await terminal.type('s')
    await pass(200)
    await terminal.type('\u007f')
    await pass(1000)
    expect(terminal.answers).toEqual([])
  })

  test.each([
    [{ ask: 'command', data: { command: 'ls', cwd: '/', status: 'awaiting_approval' } }, '[c] Run Command  [r] Reject'],
    [{ ask: 'api_req_failed', data: { kind: 'busy', message: 'Busy.' } }, '[r] Retry  [s] Start New Task'],
    [{ ask: 'mistake_limit_reached', text: 'Three.' }, '[p] Proceed Anyways  [s] Start New Task'],
    [{ ask: 'resume_task' }, 'The task was interrupted.\n[r] Resume Task'],
    [{ ask: 'resume_task', text: 'Run npm test', cancelled: true }, 'The task was cancelled at this step: Run npm test\n[r] Resume Task'],
    [{ ask: 'command_output' }, '[p] Proceed While Running'],
  ])('is another one for each button: %#', async (row, keys) => {
    const terminal = openTerminal()
    terminal.ask(row)
    await pass(300)
    expect(await terminal.shown()).toContain(keys)
  })
})

describe('a question', () => {
  test('is answered by the number of a choice, or by its words', async () => {
    const terminal = openTerminal()
    terminal.ask(question)
    await pass(300)
    expect(await terminal.shown()).toBe('  1  This one\n  2  That one\n[1–2] Choose  or type your answer › ')
    await terminal.type('2')
    await pass(400)
    terminal.ask(question)
    await pass(300)
    await terminal.type('this ONE\r')
    await pass(30)
    expect(terminal.answers).toEqual([
      { response: 'messageResponse', text: 'That one' },
      { response: 'messageResponse', text: 'This one' },
    ])
  })

  test('takes a text that was pasted, line ends and all, as one answer', async () => {
    const terminal = openTerminal()
    terminal.ask({ ask: 'followup', data: { question: 'Which?' } })
    await pass(300)
    expect(await terminal.shown()).toBe('Type your answer › ')
    await terminal.type('one\ntwo\nthr')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'messageResponse', text: 'one\ntwo\nthr' }])
  })

  test('asks again when Enter comes alone', async () => {
    const terminal = openTerminal({ isShown: true })
    terminal.ask(question)
    await pass(300)
    await terminal.type('\r')
    await pass(30)
    expect(terminal.answers).toEqual([])
    await terminal.type('2\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'messageResponse', text: 'That one' }])
  })
})

describe('a completed task', () => {
  const completed = { ask: 'completion_result' }

  test('ends with Enter alone', async () => {
    const terminal = openTerminal()
    terminal.ask(completed)
    await pass(300)
    expect(await terminal.shown()).toBe('Anything else? Type it, or press Enter to end › ')
    await terminal.type('\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'yesButtonClicked' }])
  })

  test('goes on with words, whatever their first letter', async () => {
    const terminal = openTerminal()
    terminal.ask(completed)
    await pass(300)
    await terminal.type('s')
    await pass(1000)
    await terminal.type('ort it\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'messageResponse', text: 'sort it' }])
  })

  test('ends with the end of the input', async () => {
    const terminal = openTerminal()
    terminal.ask(completed)
    await pass(300)
    await terminal.type('\u0004')
    expect(terminal.answers).toEqual([{ response: 'yesButtonClicked' }])
  })
})

describe('an interruption', () => {
  test.each([
    ['Ctrl+C before the keys count', 0, '\u0003'],
    ['Ctrl+C at the prompt', 300, '\u0003'],
    ['the end of the input where an answer is needed', 300, '\u0004'],
  ])('reaches the process: %s', async (_, wait, key) => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(wait)
    await terminal.type(key)
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']])
    expect(terminal.answers).toEqual([])
    terminal.asks.close()
    expect(terminal.input.isRaw).toBe(false)
  })

  test('an ask that is closed takes no key any more, and the terminal is as it was', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    expect(terminal.input.isRaw).toBe(true)
    terminal.asks.closed(2)
    expect(terminal.input.isRaw).toBe(true)
    terminal.asks.closed(1)
    expect(terminal.input.isRaw).toBe(false)
    await terminal.type('s\r')
    await pass(1000)
    expect(terminal.answers).toEqual([])
  })

  test('a new ask takes the place of one that waits', async () => {
    const terminal = openTerminal()
    terminal.ask(edit)
    await pass(300)
    terminal.ask(question)
    await pass(300)
    await terminal.type('1\r')
    await pass(30)
    expect(terminal.answers).toEqual([{ response: 'messageResponse', text: 'This one' }])
  })
})
