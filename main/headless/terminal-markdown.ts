import type { Paint } from './paint'

/** How far a mark's other end may be away, in characters: so much waits at most before it is shown. */
const MOST_WAITING = 400

/**
 * Markdown that streams, for a terminal with colours: headings, emphasis, code, lists and quotes; the rest stays as it
 * is written. What has no open mark is given back at once, and however the text is cut, the pieces add up to the same.
 * The text must be harmless already.
 */
export class TerminalMarkdown {
  private readonly paint: Paint
  private waiting = ''
  private atLineStart = true
  /** The character before what waits. */
  private before = ''
  /** The mark that began the code block that is open. */
  private fence: string | undefined

  constructor(paint: Paint) {
    this.paint = paint
  }

  /** What can be shown now. */
  add(text: string): string {
    const lines = `${this.waiting}${text}`.split('\n')
    this.waiting = lines.pop() ?? ''
    const whole = lines.map((line) => this.endLine(line)).join('')
    return whole + this.takeReady()
  }

  /** The text is over: what waited for a mark's other end is shown as it is. */
  end(): string {
    const rest = this.waiting
    this.waiting = ''
    return rest === '' ? '' : this.endLine(rest).replace(/\n$/, '')
  }

  private endLine(line: string): string {
    const shown = this.atLineStart ? this.wholeLine(line) : `${this.inline(line, true).shown}\n`
    this.atLineStart = true
    this.before = ''
    return shown
  }

  /** A line of which nothing was shown yet. The line of a fence is left out. */
  private wholeLine(line: string): string {
    const fence = FENCE.exec(line)?.[1]
    if (this.fence !== undefined) {
      const isEnd = fence?.startsWith(this.fence) && line.trim() === fence
      if (isEnd) this.fence = undefined
      return isEnd ? '' : `${line === '' ? '' : CODE_INDENT + this.paint.cyan(line)}\n`
    }
    if (fence !== undefined) {
      this.fence = fence
      return ''
    }
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) return `${this.paint.bold(this.inline(heading, true).shown)}\n`
    const { mark, rest } = this.takeMark(line)
    return `${mark}${this.inline(rest, true).shown}\n`
  }

  private takeReady(): string {
    if (this.atLineStart) {
      // A fence, a code line and a heading are known as what they are at their end only.
      if (this.fence !== undefined || UNDECIDED.test(this.waiting)) return ''
      const { mark, rest } = this.takeMark(this.waiting)
      this.waiting = rest
      this.atLineStart = false
      return mark + this.takeInline()
    }
    return this.takeInline()
  }

  private takeInline(): string {
    const { shown, rest } = this.inline(this.waiting, false)
    const taken = this.waiting.slice(0, this.waiting.length - rest.length)
    this.before = taken.at(-1) ?? this.before
    this.waiting = rest
    return shown
  }

  private takeMark(line: string): { readonly mark: string; readonly rest: string } {
    const [whole = '', indent = '', mark] = LIST_OR_QUOTE.exec(line) ?? []
    if (mark === undefined) return { mark: '', rest: line }
    return { mark: indent + this.paint.dim(mark === '>' ? '│ ' : '• '), rest: line.slice(whole.length) }
  }

  /** `rest` waits for more of its line. */
  private inline(text: string, isWhole: boolean): { readonly shown: string; readonly rest: string } {
    let shown = ''
    let rest = text
    let { before } = this
    while (rest !== '') {
      const step = this.nextPart(rest, before, isWhole)
      if (step === undefined) break
      shown += step.shown
      before = rest.slice(0, step.length).at(-1) ?? before
      rest = rest.slice(step.length)
    }
    return { shown, rest }
  }

  /** Undefined when it cannot be known yet. */
  private nextPart(text: string, before: string, isWhole: boolean): Part | undefined {
    const [plain = ''] = PLAIN.exec(text) ?? []
    if (plain !== '') return { shown: plain, length: plain.length }
    const [run = ''] = RUN.exec(text) ?? []
    // What stands behind it counts as plain.
    if (run === '') return isWhole ? { shown: text, length: text.length } : undefined
    const span = spanOf(text, run, before, isWhole)
    if (span === undefined) return undefined
    if (span === NO_SPAN) return { shown: run, length: run.length }
    const shown = run === '**' ? this.paint.bold(this.inline(span.content, true).shown) : this.paint.cyan(span.content)
    return { shown, length: span.length }
  }
}

interface Part {
  readonly shown: string
  /** Of the text that it stands for. */
  readonly length: number
}

interface Span {
  readonly content: string
  readonly length: number
}

const NO_SPAN = 'none'
const CODE_INDENT = '  '
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const LIST_OR_QUOTE = /^([ \t]*)([-*+]|>)[ \t]+(?=\S)/
/** The beginning of a line that may yet become a mark, or that is shown as a whole. */
const UNDECIDED = /^[ \t]*(?:[-*+>]?[ \t]*|#{1,6}(?:[ \t].*)?|`{1,2}|`{3,}[^`]*|~+.*)$/
const PLAIN = /^(?:\\[\s\S]|[^`*\\])+/
const RUN = /^(?:`+|\*+)/
const WORD = /[\p{L}\p{N}_*]/u

/** What the run of marks at the beginning of a text opens. Undefined when it cannot be known yet. */
function spanOf(text: string, run: string, before: string, isWhole: boolean): Span | typeof NO_SPAN | undefined {
  const isSure = isWhole || text.length >= MOST_WAITING
  // One more mark right behind it would make it another one.
  const isOpen = (length: number): boolean => length === text.length && !isSure
  if (isOpen(run.length)) return undefined
  const span = findSpan(text.slice(0, MOST_WAITING), run, before)
  if (span === undefined) return isSure ? NO_SPAN : undefined
  return span !== NO_SPAN && isOpen(span.length) ? undefined : span
}

/** Undefined when its end is not there. */
function findSpan(text: string, run: string, before: string): Span | typeof NO_SPAN | undefined {
  if (run.startsWith('`')) return codeSpan(text, run)
  return run === '**' && !WORD.test(before) ? strongSpan(text) : NO_SPAN
}

/** Code between two runs of as many backticks. */
function codeSpan(text: string, run: string): Span | undefined {
  for (const found of text.slice(run.length).matchAll(/`+/g)) {
    const [end] = found
    if (end.length !== run.length) continue
    const length = run.length + found.index + end.length
    const content = text.slice(run.length, length - end.length)
    return { content: /^ .*\S.* $/.test(content) ? content.slice(1, -1) : content, length }
  }
  return undefined
}

function strongSpan(text: string): Span | undefined | typeof NO_SPAN {
  if (/^\*\*\s/.test(text)) return NO_SPAN
  const [whole, content] = /^\*\*(?=\S)([^\n]*?[^\s*])\*\*(?!\*)/.exec(text) ?? []
  return whole === undefined || content === undefined ? undefined : { content, length: whole.length }
}
