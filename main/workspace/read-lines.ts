import type { FileHandle } from 'node:fs/promises'
import { getDecoder } from 'iconv-lite'
import { DAMAGED_UTF8, detectEncoding, SNIFF_BYTES } from './detect-encoding'
import { kindOfFile } from './formats/document-kind'
import { isRich, readRich } from './formats/read-rich'
import { createLineWindow, type LineWindow, type ShortenedLine } from './line-window'
import { openFile } from './open-file'
import { describeSize, hashOf } from './read-text'
import { explainSystemError } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface LineRange {
  /** 1-based, inclusive. */
  readonly start: number
  readonly end: number
  readonly maxBytes: number
  /** Characters of one line; what is longer is shortened. */
  readonly maxLineLength?: number
}

export interface ReadLines {
  readonly lines: readonly string[]
  readonly start: number
  readonly totalLines?: number
  readonly encoding: string
  /** True when the window ends early because `maxBytes` was reached. */
  readonly cut: boolean
  readonly shortened: readonly ShortenedLine[]
  /** For what is no plain text: what the lines were taken from, as the end of a sentence that begins with "This is". */
  readonly about?: string
  /** Of these lines: equal when a later read would show the same. */
  readonly hash: string
}

const CHUNK_BYTES = 256 * 1024
/** Files up to this size are read to the end for the sake of their number of lines. */
const COUNTED_BYTES = 16 * 1024 * 1024

/** Some lines of a file, by streaming. */
export async function readLines(path: ResolvedPath, range: LineRange, signal: AbortSignal): Promise<Outcome<ReadLines>> {
  const opened = await openFile(path)
  if (!opened.ok) return opened
  const { handle, size } = opened.value
  try {
    return await stream(handle, { display: path.display, size, range, signal })
  } catch (error) {
    if (signal.aborted) throw error
    return explainSystemError(error, path.display)
  } finally {
    await handle.close()
  }
}

interface Job {
  readonly display: string
  readonly size: number
  readonly range: LineRange
  readonly signal: AbortSignal
}

async function stream(handle: FileHandle, { display, size, range, signal }: Job): Promise<Outcome<ReadLines>> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 4096))
  const first = await readChunk(handle, chunk, 0, signal)
  const kind = kindOfFile(first, display)
  if (isRich(kind)) return readRich({ handle, kind, display, size, range }, signal)
  const detected = detectEncoding(first.subarray(0, SNIFF_BYTES), first.length <= SNIFF_BYTES && first.length >= size)
  if (detected.kind === 'binary') return fails('binary', `${display} is a binary file (${describeSize(size)}), not text.`)
  const window = createLineWindow({ ...range, maxLength: range.maxBytes, maxLineLength: range.maxLineLength ?? range.maxBytes })
  const decoder = openDecoder(detected.encoding)
  let position = first.length
  let bytes: Buffer = first.subarray(detected.bomBytes)
  while (bytes.length > 0 && !(window.isFull && size > COUNTED_BYTES)) {
    window.feed(decoder.write(bytes))
    bytes = await readChunk(handle, chunk, position, signal)
    position += bytes.length
  }
  const ended = bytes.length === 0
  if (ended) finish(window, decoder.end())
  return fine(describe(window, range.start, ended, decoder.encoding))
}

interface TextDecoding {
  write(bytes: Buffer): string
  end(): string | undefined
  /** With what was seen so far of damage to it. */
  readonly encoding: string
}

function openDecoder(encoding: string): TextDecoding {
  const isUtf8 = encoding === 'utf-8' || encoding === DAMAGED_UTF8
  const decoder = getDecoder(isUtf8 ? 'utf-8' : encoding, { stripBOM: false })
  let damaged = encoding === DAMAGED_UTF8
  return {
    write: (bytes) => {
      const text = decoder.write(bytes)
      damaged ||= isUtf8 && text.includes('\ufffd') && !bytes.includes(REPLACEMENT)
      return text
    },
    end: () => decoder.end(),
    get encoding() {
      return damaged ? DAMAGED_UTF8 : encoding
    },
  }
}

const REPLACEMENT = Buffer.from('\ufffd')

async function readChunk(handle: FileHandle, chunk: Buffer, position: number, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
  return chunk.subarray(0, bytesRead)
}

function finish(window: LineWindow, rest: string | undefined): void {
  if (rest) window.feed(rest)
  window.finish()
}

const describe = (window: LineWindow, start: number, ended: boolean, encoding: string): ReadLines => ({
  lines: window.lines,
  start,
  ...(ended ? { totalLines: window.count } : {}),
  encoding,
  cut: window.cut,
  shortened: window.shortened,
  hash: hashOf(window.lines.join('\n')),
})
