import type { AppendField, AppendValue, ClineMessage } from '../../shared/messages'
import type { Paint } from './paint'
import type { Screen } from './screen'
import { TerminalMarkdown } from './terminal-markdown'
import { visible } from './visible-text'

/** Where a row keeps what it says, and how that is printed. */
export interface SpeechKind {
  readonly field: AppendField
  /** The key in `data` that holds it. */
  readonly key?: 'question' | 'response'
  readonly isThinking: boolean
}

/** How a row speaks; undefined for rows that say nothing by themselves. */
export function speechKind(row: ClineMessage): SpeechKind | undefined {
  if (row.type === 'ask') {
    if (row.ask === 'followup') return { field: 'data', key: 'question', isThinking: false }
    return row.ask === 'plan_mode_respond' ? { field: 'data', key: 'response', isThinking: false } : undefined
  }
  if (row.say === 'reasoning') return { field: 'reasoning', isThinking: true }
  return row.say === 'text' || row.say === 'completion_result' ? { field: 'text', isThinking: false } : undefined
}

/** What a row says as a whole. */
export function speechOf(row: ClineMessage): string {
  if (row.type === 'ask' && row.ask === 'followup') return row.data.question
  if (row.type === 'ask' && row.ask === 'plan_mode_respond') return row.data.response
  return (row.type === 'say' && row.say === 'reasoning' ? row.reasoning : row.text) ?? ''
}

/** How much of a thought is shown, in characters. */
const SHOWN_THINKING = 240
// A line end or half a character may go on with the next piece; blanks at the end of a text are left out.
const UNFINISHED = /(?:\s|[\ud800-\udbff])+$/

/** One row that speaks, printed as its text comes in and never twice. */
export class Speech {
  private readonly kind: SpeechKind
  private readonly screen: Screen
  private readonly paint: Paint
  private readonly pieces: string[] = []
  private readonly markdown: TerminalMarkdown | undefined
  private waiting = ''
  private printed = 0

  constructor(kind: SpeechKind, screen: Screen, paint: Paint) {
    this.kind = kind
    this.screen = screen
    this.paint = paint
    // Without colours the marks are what there is to see.
    if (paint.isOn && !kind.isThinking) this.markdown = new TerminalMarkdown(paint)
  }

  /** What a delta adds to it. */
  append(field: AppendField, append: AppendValue): void {
    if (field !== this.kind.field) return
    const more = typeof append === 'string' ? append : this.kind.key === undefined ? undefined : append[this.kind.key]
    if (typeof more === 'string') this.add(more)
  }

  add(more: string): void {
    if (more === '') return
    this.pieces.push(more)
    this.waiting += more
    const end = UNFINISHED.exec(this.waiting)?.index ?? this.waiting.length
    const ready = this.waiting.slice(0, end)
    this.waiting = this.waiting.slice(end)
    if (ready !== '') this.print(ready)
  }

  /** The row as it is at the end. What was not streamed is printed now; a text that turned out to be another one, anew. */
  finish(whole: string): void {
    const received = this.pieces.join('')
    if (whole.startsWith(received)) this.add(whole.slice(received.length))
    else {
      this.endMarks()
      this.screen.endLine()
      this.printed = 0
      this.waiting = ''
      this.add(whole)
    }
    this.endMarks()
    this.screen.endLine()
  }

  private print(text: string): void {
    const started = this.printed > 0
    const shown = started ? text : text.replace(/^\s+/, '')
    if (shown === '') return
    if (this.kind.isThinking) return this.printThought(started ? shown : `Thinking: ${shown}`)
    this.printed += shown.length
    const harmless = visible(shown)
    this.stream(this.markdown ? this.markdown.add(harmless) : harmless)
  }

  private endMarks(): void {
    if (this.markdown) this.stream(this.markdown.end())
  }

  private stream(text: string): void {
    if (text !== '') this.screen.stream(text, this)
  }

  private printThought(text: string): void {
    const room = SHOWN_THINKING - this.printed
    if (room <= 0) return
    this.printed += text.length
    const shown = text.length > room ? `${text.slice(0, room).trimEnd()} …` : text
    this.screen.stream(this.paint.dim(visible(shown.replace(/\s+/g, ' '))), this)
  }
}
