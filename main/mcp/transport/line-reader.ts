import { release } from './release'

/** One line of a stream, with its length in bytes. Of one that is too long, only its ends. */
export type StreamLine =
  | { readonly kind: 'line'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too_long'; readonly bytes: number; readonly head: string; readonly tail: string }

const NEWLINE = 0x0a
const ENDS_BYTES = 512
const FIRST_BYTES = 64 * 1024
/** More than so many times what a line needs is not kept for the next. */
const KEPT_SHARE = 4
const NOTHING = Buffer.alloc(0)

/**
 * Splits bytes into lines, one at a time as they are asked for. It copies what it keeps: many small pieces, or a short one of a large
 * piece, hold no more memory than their bytes, and a line no more than `maxBytes`. What it is fed is nobody else's any more.
 */
export class LineReader {
  private readonly maxBytes: number
  /** Not looked at yet; the first of them from `at` on. */
  private readonly chunks: Buffer[] = []
  private at = 0
  /** Of the line that is under way: what is kept, its length with what was not kept, and the end of one that is too long. */
  private held: Buffer = NOTHING
  private bytes = 0
  private tail: Buffer = NOTHING
  private isFirst = true

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Bytes of the line that is under way. */
  get pending(): number {
    return this.bytes
  }

  feed(chunk: Buffer): void {
    this.chunks.push(chunk)
  }

  /** The next line that is complete. Undefined when more must be fed first. */
  next(): StreamLine | undefined {
    for (let chunk = this.chunks[0]; chunk; chunk = this.chunks[0]) {
      const end = chunk.indexOf(NEWLINE, this.at)
      if (end !== -1) {
        const part = chunk.subarray(this.at, end)
        this.at = end + 1
        return this.finish(part)
      }
      this.keep(chunk.subarray(this.at))
      this.chunks.shift()
      release(chunk)
      this.at = 0
    }
    return undefined
  }

  private keep(part: Buffer): void {
    const before = this.bytes
    this.bytes += part.length
    if (this.bytes > this.maxBytes) return this.keepEnds(part, before)
    if (this.held.length < this.bytes) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.maxBytes, Math.max(FIRST_BYTES, this.held.length * 2, this.bytes)))
      this.held.copy(larger, 0, 0, before)
      this.hold(larger)
    }
    part.copy(this.held, before)
  }

  /** Of a line that is too long, from the part that makes it so on. */
  private keepEnds(part: Buffer, before: number): void {
    const isKnown = before > this.maxBytes
    const last = isKnown ? this.tail : this.held.subarray(Math.max(0, before - ENDS_BYTES), before)
    this.tail = Buffer.concat([last, part.subarray(-ENDS_BYTES)]).subarray(-ENDS_BYTES)
    if (isKnown) return
    const head = Buffer.concat([this.held.subarray(0, Math.min(before, ENDS_BYTES)), part.subarray(0, ENDS_BYTES)])
    this.hold(head.subarray(0, ENDS_BYTES))
  }

  private hold(next: Buffer): void {
    release(this.held)
    this.held = next
  }

  private finish(part: Buffer): StreamLine {
    const isWhole = this.bytes === 0 && part.length <= this.maxBytes
    if (!isWhole) this.keep(part)
    const { held, tail } = this
    const bytes = isWhole ? part.length : this.bytes
    const line: StreamLine =
      bytes > this.maxBytes
        ? { kind: 'too_long', bytes, head: this.withoutMark(held.toString('utf8')), tail: tail.toString('utf8') }
        : {
            kind: 'line',
            bytes,
            text: this.withoutMark(isWhole ? part.toString('utf8') : held.toString('utf8', 0, bytes)).replace(/\r$/, ''),
          }
    // One line as long as the one before is read into the same memory.
    if (isWhole || bytes > this.maxBytes || bytes < held.length / KEPT_SHARE) this.hold(NOTHING)
    this.tail = NOTHING
    this.bytes = 0
    return line
  }

  /** A stream may begin with a byte order mark. */
  private withoutMark(text: string): string {
    const { isFirst } = this
    this.isFirst = false
    return isFirst ? text.replace(/^\uFEFF/, '') : text
  }
}
