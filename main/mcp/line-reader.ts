/** One line of a stream. Of one that is too long, only its ends and its length in bytes. */
export type StreamLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too_long'; readonly bytes: number; readonly head: string; readonly tail: string }

const NEWLINE = 0x0a
const ENDS_LENGTH = 512

/** Splits bytes into lines, and holds no more of one than `maxBytes`. */
export class LineReader {
  private readonly maxBytes: number
  private parts: Buffer[] = []
  /** Of the line that is under way, with what was not kept. */
  private bytes = 0
  private tail: Buffer = Buffer.alloc(0)
  private isFirst = true

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Bytes of the line that is under way. */
  get pending(): number {
    return this.bytes
  }

  feed(chunk: Buffer): readonly StreamLine[] {
    const lines: StreamLine[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.take(chunk.subarray(start, end))
      lines.push(this.finish())
      start = end + 1
    }
    this.take(chunk.subarray(start))
    return lines
  }

  private take(part: Buffer): void {
    if (part.length === 0) return
    if (this.bytes <= this.maxBytes && this.bytes + part.length > this.maxBytes) {
      const kept = Buffer.concat([...this.parts, part])
      this.parts = [Buffer.from(kept.subarray(0, ENDS_LENGTH))]
      this.tail = Buffer.from(kept.subarray(-ENDS_LENGTH))
    } else if (this.bytes > this.maxBytes) {
      this.tail = Buffer.from(Buffer.concat([this.tail, part.subarray(-ENDS_LENGTH)]).subarray(-ENDS_LENGTH))
    } else {
      this.parts.push(part)
    }
    this.bytes += part.length
  }

  private finish(): StreamLine {
    const { bytes, parts, tail } = this
    this.parts = []
    this.bytes = 0
    const text = Buffer.concat(parts).toString('utf8')
    const line = this.isFirst ? text.replace(/^\uFEFF/, '') : text
    this.isFirst = false
    if (bytes > this.maxBytes) return { kind: 'too_long', bytes, head: line, tail: tail.toString('utf8') }
    return { kind: 'line', text: line.replace(/\r$/, '') }
  }
}
