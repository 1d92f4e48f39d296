import { crc32 } from 'node:zlib'

/** One record of a journal as it was read back. */
export interface JournalEntry {
  readonly seq: number
  /** Milliseconds UTC at which it was appended. */
  readonly time: number
  readonly record: Readonly<Record<string, unknown>>
}

const CLOSING_BRACE = 0x7d
const CHECKSUM_DIGITS = 8
const ENDS_TO_TRY = 4
/** Longest possible start of a line, in bytes: everything before the record itself. */
const MAX_HEADER_BYTES = 80
const HEADER = /^\{"s":(\d{1,16}),"t":(\d{1,16}),"c":"([0-9a-f]{8})","r":/
const ANY_HEADER = /\{"s":\d{1,16},"t":\d{1,16},"c":"[0-9a-f]{8}","r":/g

/** The line that stands for a record, newline included. The checksum is the CRC-32 of the record's JSON text. */
export function encodeRecord(seq: number, time: number, record: object): Buffer {
  const text = JSON.stringify(record)
  if (!text.startsWith('{')) throw new TypeError('A journal record must be a plain object')
  return Buffer.from(`{"s":${seq},"t":${time},"c":"${checksum(text)}","r":${text}}\n`)
}

/** A record with its checksum, by which a second copy of it is known. */
export interface DecodedRecord {
  readonly entry: JournalEntry
  readonly checksum: string
}

/** The record in a line without its newline; undefined when it is not exactly what was once written. */
export function decodeRecord(line: Buffer): DecodedRecord | undefined {
  const header = HEADER.exec(line.toString('latin1', 0, MAX_HEADER_BYTES))
  if (!header || line.at(-1) !== CLOSING_BRACE) return undefined
  const body = line.subarray(header[0].length, -1)
  const found = checksum(body)
  if (found !== header[3]) return undefined
  const seq = Number(header[1])
  const time = Number(header[2])
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(time)) return undefined
  const record = parseObject(body.toString('utf8'))
  return record && { entry: { seq, time, record }, checksum: found }
}

/**
 * What can still be had from a line that is no record: where a line end was lost, two whole records
 * stand in one line. `lost` counts the pieces that stay unreadable; `endsWhole` tells whether the last one was read.
 */
export function salvageRecords(line: Buffer): { found: DecodedRecord[]; lost: number; endsWhole: boolean } {
  const pieces = piecesOf(line).map(decodePiece)
  const found = pieces.filter((piece) => piece !== undefined)
  return { found, lost: pieces.length - found.length, endsWhole: pieces.at(-1) !== undefined }
}

/** A piece may end in rubbish, and the rubbish may hold a brace: the last few ends are tried. */
function decodePiece(piece: Buffer): DecodedRecord | undefined {
  let end = piece.lastIndexOf(CLOSING_BRACE)
  for (let tries = 0; end > 0 && tries < ENDS_TO_TRY; tries++) {
    const decoded = decodeRecord(piece.subarray(0, end + 1))
    if (decoded) return decoded
    end = piece.lastIndexOf(CLOSING_BRACE, end - 1)
  }
  return undefined
}

function piecesOf(line: Buffer): Buffer[] {
  const starts = Array.from(line.toString('latin1').matchAll(ANY_HEADER), (match) => match.index)
  if (starts[0] !== 0) starts.unshift(0)
  return starts.map((start, index) => line.subarray(start, starts[index + 1] ?? line.length))
}

function checksum(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(CHECKSUM_DIGITS, '0')
}

function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // A checksum can fit by chance; such a line is as damaged as any other.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // Checked in the line above: an object that is no array.
  return value as Record<string, unknown>
}
