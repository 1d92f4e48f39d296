import { stripVTControlCharacters } from 'node:util'
import { release } from './transport/release'

interface Entry {
  /** What stderr gave, as it came: pieces of lines. Or a note: one line. */
  readonly content: Buffer | string
  /** Which start of the server it is of. */
  readonly start: number
}

interface Line {
  readonly text: string
  readonly isStderr: boolean
  readonly start: number
}

/** What a server printed last, and what was noticed of it. Bounded, whatever the server does. It is made into lines only when somebody reads it. */
export class ServerLog {
  private readonly entries: Entry[] = []
  /** Of all entries, with what each costs besides. */
  private length = 0
  private starts = 0
  private readonly onChange: () => void

  constructor(onChange: () => void = () => undefined) {
    this.onChange = onChange
  }

  /** It is nobody else's any more. */
  stderr(chunk: Buffer): void {
    this.keep(chunk)
  }

  /** What is printed from now on is of another start. */
  startOver(): void {
    this.starts += 1
  }

  /** A sentence about the server, or a line that it should not have printed. */
  note(text: string): void {
    this.keep(firstOf(text, MAX_LINE_LENGTH))
  }

  /** The last so many characters of it. */
  end(most: number): string {
    return this.lastLines(most)
      .map(({ text }) => text)
      .join('\n')
      .slice(-most)
  }

  /** The last lines that it printed to stderr since its last start, for a sentence about what went wrong. */
  lastErrors(count: number): string {
    return this.lastLines(MAX_ERRORS_LENGTH)
      .filter(({ isStderr, start, text }) => isStderr && start === this.starts && text.trim() !== '')
      .slice(-count)
      .map(({ text }) => text)
      .join('\n')
  }

  private keep(content: Entry['content']): void {
    this.entries.push({ content, start: this.starts })
    this.length += content.length + ENTRY_COST
    if (this.length > MAX_LENGTH + SLACK) this.dropOldest()
    this.onChange()
  }

  private dropOldest(): void {
    let dropped = 0
    for (const { content } of this.entries) {
      if (this.length <= MAX_LENGTH) break
      this.length -= content.length + ENTRY_COST
      if (typeof content !== 'string') release(content)
      dropped += 1
    }
    this.entries.splice(0, dropped)
  }

  /** At least so many characters of lines, as far as there are. What a terminal would act on takes room and is not shown: hence more. */
  private lastLines(most: number): readonly Line[] {
    let first = this.entries.length
    for (let length = 0; first > 0 && length < most * UNSEEN_SHARE; first--) length += this.entries[first - 1]?.content.length ?? 0
    const lines: Line[] = []
    let open: Buffer[] = []
    let start = 0
    const take = (): void => {
      const text = Buffer.concat(open).toString('utf8')
      open = []
      if (text === '') return
      const parts = text.replace(/\n$/, '').split('\n')
      for (const part of parts) lines.push({ text: plain(part.slice(0, MAX_LINE_LENGTH)), isStderr: true, start })
    }
    for (const entry of this.entries.slice(first)) {
      // A note and another start end the line that is under way.
      if (typeof entry.content === 'string' || entry.start !== start) take()
      start = entry.start
      if (typeof entry.content === 'string') lines.push({ text: plain(entry.content), isStderr: false, start })
      else open.push(entry.content)
    }
    take()
    return lines
  }
}

/** Bytes of stderr and characters of notes. */
const MAX_LENGTH = 1024 * 1024
/** Dropped at once: to move the others for each entry would cost their square. */
const SLACK = 50_000
/** An entry takes room also when nothing stands in it. */
const ENTRY_COST = 200
const MAX_LINE_LENGTH = 16 * 1024
const MAX_ERRORS_LENGTH = 32 * 1024
const UNSEEN_SHARE = 4

/** The beginning of a text that is too long, as a text of its own: a slice would hold all of it in memory. */
export const firstOf = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')

/** Without what a terminal would act on, and without characters that nobody sees. */
export const plain = (text: string): string => stripVTControlCharacters(text).replace(UNSEEN, '')

const UNSEEN = /[\p{Cc}\p{Cf}](?<![\t\n])/gu
