import type { AppendField, AppendValue, CallRow, ClineSayMessage } from '../../shared/messages'
import { commandLines, isCommandData, isToolData, objectOf, wordsForEnd, wordsForNow } from './call-words'
import { headAndTail, linesOf } from './line-limits'
import type { Paint } from './paint'
import { paintDiff } from './paint-diff'
import type { Screen } from './screen'
import { asOneSentence, visible } from './visible-text'

type OutputRow = Extract<ClineSayMessage, { say: 'command_output' }>

const MOST_DIFF_LINES = 60
const OUTPUT_HEAD = 5
const OUTPUT_TAIL = 15
const MOST_STATUS_OUTPUT = 400
/** Of the end of an output that is still being printed; the rest is cut when a command is talkative. */
const MOST_KEPT_OUTPUT = 256 * 1024

/** What is known of the output of one command. */
interface Printed {
  readonly commandTs: number
  text: string
  /** What of it stands on the screen. */
  shown: string
  isComplete: boolean
}

/** A call that has begun. */
interface Running {
  readonly words: string
  /** Unknown until something is heard of it. */
  startedAt?: number
}

/** Prints calls: one line each when it ended, with the diff or the output below. */
export class Calls {
  /** The project folder. */
  cwd = ''
  private readonly screen: Screen
  private readonly paint: Paint
  /** Calls whose diff or command stands on the screen already. */
  private readonly shown = new Set<number>()
  /** Calls that ended or were let go, and what they are called. */
  private readonly ended = new Map<number, string>()
  private readonly outputs = new Map<number, Printed>()
  private readonly running = new Map<number, Running>()

  constructor(screen: Screen, paint: Paint) {
    this.screen = screen
    this.paint = paint
  }

  /** What this call would do stands on the screen, in full. */
  markShown(row: CallRow): void {
    this.shown.add(row.ts)
    // That it was let run is not told; its output will tell.
    this.running.set(row.ts, { words: wordsForNow(row.data) })
  }

  tell(row: CallRow): void {
    const { data, ts } = row
    if (data.status === 'awaiting_approval') return this.screen.endLine()
    if (data.status === 'drafting') return this.screen.status(() => `${wordsForNow(data)} …`)
    if (data.status === 'running') return this.tellRunning(row)
    this.running.delete(ts)
    this.ended.set(ts, objectOf(data))
    this.screen.line([wordsForEnd(row, this.cwd, this.paint), ...this.bodyOf(row)].join('\n'), 'calls')
  }

  /** Output may come in one row or several, whole or piece by piece. */
  tellOutput(row: OutputRow): void {
    const { commandTs } = row.data
    const output = this.outputs.get(row.ts) ?? { commandTs, text: '', shown: '', isComplete: false }
    output.text = row.text ?? ''
    output.isComplete = !row.partial
    this.outputs.set(row.ts, output)
    const running = this.running.get(commandTs)
    if (running && row.partial && !this.ended.has(commandTs)) this.showRunning(running, () => this.outputs.get(row.ts)?.text)
    if (output.isComplete && this.ended.has(commandTs)) this.printLate(row.ts, output)
  }

  append(ts: number, field: AppendField, append: AppendValue): void {
    const output = this.outputs.get(ts)
    if (!output || field !== 'text' || typeof append !== 'string') return
    output.text += append
    if (output.text.length > 2 * MOST_KEPT_OUTPUT) output.text = output.text.slice(-MOST_KEPT_OUTPUT)
  }

  private tellRunning({ data, ts }: CallRow): void {
    const running = { words: wordsForNow(data) }
    this.running.set(ts, running)
    this.showRunning(running)
  }

  private showRunning(running: Running, output: () => string | undefined = () => undefined): void {
    const { words } = running
    const startedAt = (running.startedAt ??= Date.now())
    this.screen.status(() => {
      const seconds = Math.floor((Date.now() - startedAt) / 1000)
      const lastLine = asOneSentence(output()?.trimEnd().slice(-MOST_STATUS_OUTPUT).split('\n').at(-1) ?? '')
      return [words, ...(seconds > 0 ? [`${seconds} s`] : []), ...(lastLine === '' ? [] : [lastLine])].join(' · ')
    })
  }

  private bodyOf({ data, ts }: CallRow): readonly string[] {
    const known = this.shown.delete(ts)
    if (!isCommandData(data))
      return isToolData(data) && data.diff && !known && data.status === 'done' ? [paintDiff(data.diff, this.paint, MOST_DIFF_LINES)] : []
    const isLong = data.command.trim().includes('\n')
    const outputs = [...this.outputs].filter(([, output]) => output.commandTs === ts)
    for (const [outputTs, output] of outputs) {
      output.shown = output.text
      if (output.isComplete) this.outputs.delete(outputTs)
    }
    return [
      ...(isLong && !known ? [commandLines(data, this.paint)] : []),
      ...this.outputLines(outputs.map(([, { text }]) => text).join('\n')),
    ]
  }

  /** What a command printed after its line was written: it had gone on in the background. */
  private printLate(outputTs: number, { commandTs, text, shown }: Printed): void {
    this.outputs.delete(outputTs)
    const lines = this.outputLines(text.startsWith(shown) ? text.slice(shown.length) : text)
    const heading = this.paint.dim(`printed in the background by ${this.ended.get(commandTs) ?? 'a command'}`)
    if (lines.length > 0) this.screen.line([heading, ...lines].join('\n'), 'calls')
  }

  private outputLines(output: string): readonly string[] {
    const text = visible(output).trimEnd()
    if (text.trim() === '') return []
    return headAndTail(linesOf(text).join('\n'), OUTPUT_HEAD, OUTPUT_TAIL).map((line) => (line === '' ? '' : this.paint.dim(`  ${line}`)))
  }
}
