import { plainLine } from '../network/plain-line'

/** What a page printed and did by itself during one step, within limits. */
export interface PageNews {
  /** Lines as they came, cut; empty when there were none. */
  readonly logs: string
  /** Sentences on what the page did: a dialog, a download, a connection that was refused. */
  readonly notes: readonly string[]
}

const MAX_LINE = 1_000
/** Kept from the beginning and from the end. */
const HEAD_LINES = 40
const TAIL_LINES = 60
const MAX_NOTES = 20

/** Collects within fixed room, however much comes. */
export class PageLog {
  private readonly head: string[] = []
  private readonly tail: string[] = []
  private lines = 0
  private readonly notes = new Map<string, number>()
  private unnamed = 0

  get hasNotes(): boolean {
    return this.notes.size > 0
  }

  print(kind: string, text: string): void {
    this.lines += 1
    const line = `[${kind}] ${cut(text)}`
    if (this.head.length < HEAD_LINES) return void this.head.push(line)
    this.tail.push(line)
    if (this.tail.length > TAIL_LINES) this.tail.shift()
  }

  /** The same sentence is kept once and counted. */
  note(sentence: string): void {
    const text = cut(sentence)
    const before = this.notes.get(text)
    if (before === undefined && this.notes.size >= MAX_NOTES) this.unnamed += 1
    else this.notes.set(text, (before ?? 0) + 1)
  }

  take(): PageNews {
    const left = this.lines - this.head.length - this.tail.length
    const gap = left > 0 ? [`(${left} lines left out)`] : []
    const logs = [...this.head, ...gap, ...this.tail].join('\n')
    const notes = [...this.notes].map(([text, times]) => (times === 1 ? text : `${text} (${times} times)`))
    const more = this.unnamed === 0 ? [] : [`And ${this.unnamed} more.`]
    this.head.length = 0
    this.tail.length = 0
    this.lines = 0
    this.unnamed = 0
    this.notes.clear()
    return { logs, notes: [...notes, ...more] }
  }
}

function cut(text: string): string {
  const line = plainLine(text.slice(0, MAX_LINE * 2))
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
}
