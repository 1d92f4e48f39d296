import { createEmulatedScreen, type EmulatedScreen, type ScreenSize } from './emulated-screen'
import { createLineStore, MAX_LINE_LENGTH, shortenLine } from './line-store'
import { toPlain } from './plain-text'

export interface ScreenListeners {
  /** A line that no longer changes, without its end. Shortened if it is very long. */
  readonly onLine: (line: string) => void
  /** All the text, in pieces, with line ends. */
  readonly onText: (text: string) => void
}

/**
 * Output as the model and the chat get it: what a person would see, line by line. Plain text costs nothing but a look at it; a
 * real screen is made only when the output first moves the cursor.
 */
export class Screen {
  private readonly store = createLineStore()
  private readonly open = createOpenLine()
  /** Lines that a cursor could still reach: they enter the store late, so that a screen can take them over. */
  private recent: string[] = []
  private carried = ''
  private emulated: EmulatedScreen | undefined
  /** So many of the lines on the real screen were announced before it was made. */
  private announced = 0
  private readonly size: ScreenSize
  private readonly listeners: ScreenListeners

  constructor(size: ScreenSize, listeners: ScreenListeners) {
    this.size = size
    this.listeners = listeners
  }

  feed(output: string): void {
    if (this.emulated) return this.emulated.feed(output)
    const whole = this.carried + output
    const piece = toPlain(whole)
    this.carried = piece?.rest ?? ''
    if (piece) this.feedPlain(piece.plain)
    else this.emulate(whole)
  }

  /** Characters that wait to be drawn. */
  get waiting(): number {
    return this.emulated?.waiting ?? 0
  }

  /** The last `count` lines; the last of them is where the cursor stands. */
  untilCursor(count: number): readonly string[] {
    return this.emulated?.untilCursor(count) ?? [...this.recent.slice(1 - count), this.open.peek()]
  }

  /** Head and tail when it is long. `log` is asked for a file that holds all of it, if something is left out. */
  render(lineLimit: number, log: () => string | undefined): string {
    return this.store.render(lineLimit, this.rest(), log)
  }

  /** Resolves when everything fed so far has been drawn. */
  async settle(): Promise<void> {
    await this.emulated?.settle()
  }

  /** Keeps the text and gives up the real screen: nothing more is fed. */
  finish(): void {
    const known = this.emulated ? this.announced : this.recent.length
    for (const [at, line] of this.rest().entries()) {
      this.store.add(line)
      if (at >= known) this.listeners.onLine(line)
      if (at >= known && this.emulated) this.listeners.onText(`${line}\n`)
    }
    this.emulated?.dispose()
    this.emulated = undefined
    this.recent = []
    this.open.take()
  }

  private rest(): readonly string[] {
    if (this.emulated) return this.emulated.lines().map((line) => shortenLine(line))
    return [...this.recent, ...(this.open.isEmpty ? [] : [this.open.peek()])]
  }

  private feedPlain(text: string): void {
    this.listeners.onText(text)
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.open.add(text, from, at)
      this.endLine(this.open.take())
      from = at + 1
    }
    this.open.add(text, from, text.length)
  }

  private endLine(line: string): void {
    this.recent.push(line)
    this.listeners.onLine(line)
    if (this.recent.length > this.size.rows) this.store.add(this.recent.shift() ?? '')
  }

  private emulate(output: string): void {
    this.emulated = createEmulatedScreen(this.size, (line) => this.settled(line))
    this.announced = this.recent.length
    if (!this.open.isEmpty) this.listeners.onText('\n')
    this.emulated.feed([...this.recent, this.open.take()].join('\r\n'))
    this.recent = []
    this.emulated.feed(output)
  }

  /** What was announced before is not announced again when it leaves the screen. */
  private settled(line: string): void {
    const shown = shortenLine(line)
    this.store.add(shown)
    if (this.announced > 0) {
      this.announced -= 1
      return
    }
    this.listeners.onLine(shown)
    this.listeners.onText(`${line}\n`)
  }
}

interface OpenLine {
  readonly isEmpty: boolean
  add(text: string, from: number, to: number): void
  peek(): string
  take(): string
}

/** A line that is still being printed. However long it gets, only its beginning is kept. */
function createOpenLine(): OpenLine {
  let text = ''
  let length = 0
  const peek = (): string => shortenLine(text, length)
  return {
    get isEmpty() {
      return length === 0
    },
    add: (output, from, to) => {
      length += to - from
      if (text.length < MAX_LINE_LENGTH) text += output.slice(from, Math.min(to, from + MAX_LINE_LENGTH - text.length))
    },
    peek,
    take: () => {
      const line = peek()
      text = ''
      length = 0
      return line
    },
  }
}
