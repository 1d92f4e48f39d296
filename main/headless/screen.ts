/** Where a person reads: a terminal, or a file or pipe that is read later. */
export interface ScreenTarget {
  write(text: string): void
  readonly isTTY: boolean
  readonly columns?: number | undefined
}

/** What stands together without a blank line between. */
export type Paragraph = 'speech' | 'calls' | 'notes' | 'summary'

const DEFAULT_COLUMNS = 80
const TICK_MS = 1_000
const CLEAR_LINE = '\r\u001b[K'

/**
 * Prints from top to bottom. On a terminal there may be one more line at the bottom that is rewritten: what happens
 * right now. It never stays, and never goes to a pipe.
 */
export class Screen {
  private readonly target: ScreenTarget
  private readonly faint: (text: string) => string
  private atLineStart = true
  private paragraph: Paragraph | undefined
  private owner: unknown
  private hasStatus = false
  private ticker: NodeJS.Timeout | undefined

  /** `faint` paints what does not stay. */
  constructor(target: ScreenTarget, faint: (text: string) => string) {
    this.target = target
    this.faint = faint
  }

  /** A whole line, or several. */
  line(text: string, paragraph: Paragraph): void {
    this.startParagraph(paragraph)
    this.owner = undefined
    this.write(`${text}\n`)
  }

  /** More of a text that streams. Another owner's text starts a paragraph of its own. */
  stream(text: string, owner: unknown): void {
    if (this.owner !== owner) {
      this.startParagraph('speech', true)
      this.owner = owner
    }
    this.write(text)
  }

  /** Ends a line that streamed. */
  endLine(): void {
    this.clearStatus()
    this.owner = undefined
    if (!this.atLineStart) this.write('\n')
  }

  /** False where nothing can be rewritten. */
  get canShowStatus(): boolean {
    return this.target.isTTY
  }

  /** Whether a text stands on one line that can be rewritten. */
  fits(text: string): boolean {
    return cutToWidth(text, this.width) === text
  }

  private get width(): number {
    return (this.target.columns ?? DEFAULT_COLUMNS) - 1
  }

  /** Shows what happens right now, in words that are made anew every second. */
  status(words: () => string): void {
    if (!this.target.isTTY) return
    this.endLine()
    const draw = () => {
      this.target.write(`${CLEAR_LINE}${this.faint(cutToWidth(words(), this.width))}`)
      this.hasStatus = true
    }
    draw()
    this.ticker = setInterval(draw, TICK_MS)
    // It must keep nobody waiting.
    this.ticker.unref()
  }

  clearStatus(): void {
    clearInterval(this.ticker)
    this.ticker = undefined
    if (!this.hasStatus) return
    this.hasStatus = false
    this.target.write(CLEAR_LINE)
  }

  private startParagraph(paragraph: Paragraph, isNew = this.paragraph !== paragraph): void {
    this.endLine()
    if (this.paragraph !== undefined && isNew) this.write('\n')
    this.paragraph = paragraph
  }

  private write(text: string): void {
    if (text === '') return
    this.clearStatus()
    this.target.write(text)
    this.atLineStart = text.endsWith('\n')
  }
}

/** The beginning of a line that fits. Wide characters count twice; the text has no control characters. */
function cutToWidth(text: string, width: number): string {
  const characters = Array.from(text)
  if (characters.reduce((sum, character) => sum + widthOf(character), 0) <= width) return text
  let used = 0
  const end = characters.findIndex((character) => (used += widthOf(character)) > width - 1)
  return `${characters.slice(0, end).join('')}…`
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const widthOf = (character: string): number => (WIDE.test(character) ? 2 : 1)
