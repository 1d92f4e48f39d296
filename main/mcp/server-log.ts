import { stripVTControlCharacters } from 'node:util'

/** What a server printed last, and what was noticed of it. Bounded, whatever the server does. */
export class ServerLog {
  private readonly lines: { readonly text: string; readonly isStderr: boolean; readonly start: number }[] = []
  private length = 0
  /** Of stderr, the line that has no end yet. */
  private open = ''
  private starts = 0
  private readonly onChange: () => void

  constructor(onChange: () => void = () => undefined) {
    this.onChange = onChange
  }

  stderr(text: string): void {
    const parts = (this.open + text).split('\n')
    this.open = (parts.pop() ?? '').slice(-MAX_LINE_LENGTH)
    for (const part of parts) this.keep(part, true)
    this.onChange()
  }

  /** What is printed from now on is of another start. */
  startOver(): void {
    if (this.open !== '') this.keep(this.open, true)
    this.open = ''
    this.starts += 1
  }

  /** A sentence about the server, or a line that it should not have printed. */
  note(text: string): void {
    this.keep(text, false)
    this.onChange()
  }

  /** The last so many characters of it. */
  end(most: number): string {
    const lines = this.open === '' ? [] : [plain(this.open)]
    let length = lines[0]?.length ?? 0
    for (let at = this.lines.length - 1; at >= 0 && length < most; at--) {
      const text = this.lines[at]?.text ?? ''
      lines.push(text)
      length += text.length + 1
    }
    return lines.reverse().join('\n').slice(-most)
  }

  /** The last lines that it printed to stderr since its last start, for a sentence about what went wrong. */
  lastErrors(count: number): string {
    const printed = this.lines
      .filter(({ isStderr, start, text }) => isStderr && start === this.starts && text.trim() !== '')
      .map(({ text }) => text)
    if (this.open.trim() !== '') printed.push(plain(this.open))
    return printed.slice(-count).join('\n')
  }

  private keep(text: string, isStderr: boolean): void {
    const line = plain(text.slice(0, MAX_LINE_LENGTH))
    this.lines.push({ text: line, isStderr, start: this.starts })
    this.length += lengthOf(line)
    if (this.length > MAX_LENGTH + SLACK) this.dropOldest()
  }

  private dropOldest(): void {
    let dropped = 0
    for (const { text } of this.lines) {
      if (this.length <= MAX_LENGTH) break
      this.length -= lengthOf(text)
      dropped += 1
    }
    this.lines.splice(0, dropped)
  }
}

const MAX_LENGTH = 1024 * 1024
/** Dropped at once, in characters: to move the others for each line that is printed would cost their square. */
const SLACK = 50_000
/** A line takes room also when nothing stands in it. */
const LINE_COST = 32
const lengthOf = (line: string): number => line.length + LINE_COST
const MAX_LINE_LENGTH = 16 * 1024

/** Without what a terminal would act on, and without characters that nobody sees. */
export const plain = (text: string): string => stripVTControlCharacters(text).replace(UNSEEN, '')

const UNSEEN = /[\p{Cc}\p{Cf}](?<![\t\n])/gu
