import { type FileHandle, open } from 'node:fs/promises'
import { type DecodedRecord, type JournalEntry, decodeRecord, salvageRecords } from './journal-record'
import { toStorageError } from './storage-error'

/** What of a journal could not be read. Nothing of it is ever removed from the file. */
export interface JournalDamage {
  /** Lines, or parts of lines, that are no whole record. */
  readonly skippedRecords: number
  /** True when the file ends in the middle of a record: the write was cut off, or is still going on. */
  readonly tornTail: boolean
}

export interface JournalContent {
  readonly records: JournalEntry[]
  readonly damage: JournalDamage
}

/** What a writer must know of the file it goes on with. */
export interface JournalScan extends JournalContent {
  readonly nextSeq: number
  readonly endsInLine: boolean
}

/** Longest line that is read or written: far above any record, far below what a string can hold. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** Reads a journal without a lock, for lists and exports. Rejects with a StorageError, whose code is `missing` when there is none. */
export async function readJournal(file: string): Promise<JournalContent> {
  const { records, damage } = await scanJournal(file)
  return { records, damage }
}

/** Reads a journal in pieces: the event loop stays free and memory holds the records, not the file. */
export async function scanJournal(file: string): Promise<JournalScan> {
  const collector = createCollector()
  const splitter = createSplitter(collector.line)
  try {
    const handle = await open(file, 'r')
    try {
      await readChunks(handle, splitter.add)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw toStorageError(cause, file)
  }
  const tail = splitter.rest()
  if (tail) collector.tail(tail)
  return collector.result(tail !== undefined)
}

async function readChunks(handle: FileHandle, onChunk: (chunk: Buffer) => void): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
    if (bytesRead === 0) return
    onChunk(chunk.subarray(0, bytesRead))
  }
}

/** A line, or the mark of one that is too long to be a record. */
type Line = Buffer | 'too_long'

interface Splitter {
  readonly add: (chunk: Buffer) => void
  readonly rest: () => Line | undefined
}

/** Cuts chunks into lines. A line that spans chunks is joined once, when its end is found. */
function createSplitter(onLine: (line: Line) => void): Splitter {
  let pieces: Buffer[] = []
  let bytes = 0
  const keep = (piece: Buffer): void => {
    bytes += piece.length
    if (bytes > MAX_LINE_BYTES) pieces = []
    // Copied, because the next read writes into the same chunk.
    else if (piece.length > 0) pieces.push(Buffer.from(piece))
  }
  const take = (): Line => {
    const line: Line = bytes > MAX_LINE_BYTES ? 'too_long' : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return line
  }
  return {
    add(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const piece = chunk.subarray(start, end)
        start = end + 1
        if (bytes === 0) {
          onLine(piece)
          continue
        }
        keep(piece)
        onLine(take())
      }
      keep(chunk.subarray(start))
    },
    rest: () => (bytes === 0 ? undefined : take()),
  }
}

interface Collector {
  readonly line: (line: Line) => void
  readonly tail: (line: Line) => void
  readonly result: (endsInLine: boolean) => JournalScan
}

function createCollector(): Collector {
  const records: JournalEntry[] = []
  const seen = new Map<number, string>()
  let skippedRecords = 0
  let tornTail = false
  let nextSeq = 1

  /** A record that stands twice (a retry after an unclear write) counts once; the same number with another content is kept. */
  const keep = ({ entry, checksum }: DecodedRecord): void => {
    if (seen.get(entry.seq) === checksum) return
    seen.set(entry.seq, checksum)
    nextSeq = Math.max(nextSeq, entry.seq + 1)
    records.push(entry)
  }
  const take = (line: Line): { lost: number; endsWhole: boolean } => {
    if (line === 'too_long') return { lost: 1, endsWhole: false }
    const whole = decodeRecord(line)
    if (whole) {
      keep(whole)
      return { lost: 0, endsWhole: true }
    }
    const { found, lost, endsWhole } = salvageRecords(line)
    for (const record of found) keep(record)
    return { lost, endsWhole }
  }
  return {
    line(line) {
      if (line.length > 0) skippedRecords += take(line).lost
    },
    tail(line) {
      const { lost, endsWhole } = take(line)
      tornTail = !endsWhole
      skippedRecords += endsWhole ? lost : lost - 1
    },
    result: (endsInLine) => ({ records, damage: { skippedRecords, tornTail }, nextSeq, endsInLine }),
  }
}
