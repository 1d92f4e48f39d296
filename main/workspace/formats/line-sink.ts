/** Takes the text of a document until enough of it is there. */
export interface LineSink {
  /** Adds text and ends the line. */
  line(text: string): void
  /** True when nothing more need be added. */
  readonly isFull: boolean
  text(): string
}

/** Characters of all lines together. */
const MAX_LENGTH = 16 * 1024 * 1024
/** A document that takes longer is shown as far as it got. */
const MAX_MS = 12_000

/** Full with one line more than `lastLine`, so that it is known that there is more. */
export function createLineSink(lastLine: number): LineSink {
  const lines: string[] = []
  const deadline = performance.now() + MAX_MS
  let length = 0
  let count = 0
  return {
    line: (text) => {
      lines.push(text)
      length += text.length + 1
      count += 1 + (text.includes('\n') ? text.split('\n').length - 1 : 0)
    },
    get isFull() {
      return count > lastLine || length > MAX_LENGTH || performance.now() > deadline
    },
    text: () => lines.join('\n'),
  }
}
