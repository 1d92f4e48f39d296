import { createInterface } from 'node:readline'
import type { AskAnswer, ClineAskMessage } from '../../shared/messages'
import { answerFor, keyedAnswers, promptFor } from './answer-keys'
import { askCard } from './ask-card'
import { createPaint } from './paint'
import type { Answerer } from './run-task'

export interface TerminalIo {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
  readonly colour: boolean
  /** What is asked stands on this screen already. */
  readonly isShown?: boolean
}

/** A person at the terminal. Only one ask can be open at a time; a new one takes the place of the old. */
export function createTerminalAsks(io: TerminalIo): Answerer & { close(): void } {
  const paint = createPaint(io.colour)
  let open: { readonly ts: number; readonly end: () => void } | undefined
  const close = () => {
    open?.end()
    open = undefined
  }
  return {
    open(row, answer) {
      close()
      const card = io.isShown ? '' : askCard(row, paint)
      if (card !== '') io.output.write(`${card}\n`)
      const end = ask(io, row, (given) => {
        close()
        answer(given)
      })
      open = { ts: row.ts, end }
    },
    closed(ts) {
      if (open?.ts === ts) close()
    },
    close,
  }
}

/** The keyboard must have been quiet for this long before keys count: what was typed ahead answers nothing. */
const QUIET_MS = 300
/** A single key counts once nothing followed it for this long: else it began a word. */
const KEY_MS = 400
/** Lines that come closer together than this were pasted as one text. */
const PASTE_MS = 30

/** Waits for quiet, then shows the prompt and takes one answer. Returns how to end it early. */
function ask(io: TerminalIo, row: ClineAskMessage, take: (answer: AskAnswer) => void): () => void {
  let end = waitForQuiet(io.input, () => {
    end = prompt(io, row, take)
  })
  return () => end()
}

const INTERRUPT = '\u0003'

function waitForQuiet(input: NodeJS.ReadStream, then: () => void): () => void {
  let timer: NodeJS.Timeout
  const stop = () => {
    clearTimeout(timer)
    input.off('data', drop)
    input.pause()
    input.setRawMode(false)
  }
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      stop()
      then()
    }, QUIET_MS)
  }
  const drop = (typed: Buffer | string) => {
    if (typed.toString().includes(INTERRUPT)) interrupt()
    start()
  }
  input.setRawMode(true)
  input.on('data', drop)
  input.resume()
  start()
  return stop
}

function prompt(io: TerminalIo, row: ClineAskMessage, take: (answer: AskAnswer) => void): () => void {
  const { input, output } = io
  const keyed = keyedAnswers(row)
  const reader = createInterface({ input, output, terminal: true, historySize: 0, prompt: promptFor(row, keyed, createPaint(io.colour)) })
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const end = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    input.off('keypress', watchKeys)
    const hasOpenLine = reader.line !== '' || lines.length === 0
    reader.close()
    if (hasOpenLine) output.write('\n')
  }
  const after = (ms: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const submit = () => {
    const answer = answerFor([...lines, reader.line].join('\n'), row, keyed)
    if (answer) return take(answer)
    lines = []
    reader.prompt()
  }
  const watchKeys = () => {
    if (lines.length > 0) return
    clearTimeout(timer)
    const pressed = keyed.find(({ key }) => key === reader.line.toLowerCase())
    if (pressed) after(KEY_MS, () => take(pressed.answer))
  }
  reader.on('line', (line) => {
    lines.push(line)
    after(PASTE_MS, submit)
  })
  const leave = () => {
    if (isOver) return
    end()
    interrupt()
  }
  reader.on('SIGINT', leave)
  // A terminal that was closed: even its modes cannot be set back.
  reader.on('error', leave)
  // The end of the input, by key or by itself: with nothing to wait for it ends, else it cancels.
  reader.on('close', () => {
    if (isOver) return
    const answer = answerFor('', row, keyed)
    if (answer) take(answer)
    else leave()
  })
  input.on('keypress', watchKeys)
  reader.prompt()
  return end
}

/** In raw mode the terminal does not turn Ctrl+C into a signal. */
const interrupt = (): boolean => process.kill(process.pid, 'SIGINT')
