import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { encodingExists } from 'iconv-lite'
import { decodeBytes, survivesRoundTrip } from './encodings'

export type Detected =
  | { readonly kind: 'binary' }
  /** `unsure`: the bytes would nearly as well be another encoding. */
  | { readonly kind: 'text'; readonly encoding: string; readonly bomBytes: number; readonly unsure: boolean }

/** How much of a file's beginning is looked at. */
export const SNIFF_BYTES = 64 * 1024
/** What is mostly UTF-8 and not whole: it can be shown, but not written back. */
export const DAMAGED_UTF8 = 'utf-8, damaged'
const BINARY_SNIFF_BYTES = 8 * 1024
/** A text has hardly any control characters. */
const MAX_CONTROL_SHARE = 0.05
/** Below the first a guess is none; below the second it is one that a person should know of. In percent. */
const MIN_CONFIDENCE = 5
const SURE_CONFIDENCE = 25
/** So few bytes beyond ASCII tell hardly anything, however sure the guess. */
const MIN_FOREIGN_BYTES = 4
/** So many whole characters for each broken one make a text damaged UTF-8 rather than something else. */
const WHOLE_PER_BROKEN = 5

/**
 * Which encoding these first bytes of a file are in: by byte order mark, then strict UTF-8, then by guessing.
 * `whole` says that there are no more bytes: else a character may be cut at the end.
 */
export function detectEncoding(bytes: Buffer, whole: boolean): Detected {
  const marked = byMark(bytes)
  if (marked) return marked
  const head = bytes.subarray(0, BINARY_SNIFF_BYTES)
  if (head.includes(0)) return wideWithoutMark(head)
  if (isUtf8(whole ? bytes : withoutCutCharacter(bytes))) return text('utf-8')
  if (controlShare(head) > MAX_CONTROL_SHARE) return { kind: 'binary' }
  return isMostlyUtf8(bytes.subarray(0, SNIFF_BYTES)) ? text(DAMAGED_UTF8) : guess(bytes, whole)
}

const text = (encoding: string, bomBytes = 0, unsure = false): Detected => ({ kind: 'text', encoding, bomBytes, unsure })

/** Byte order marks; the longer ones come before those they begin with. */
const MARKS: readonly (readonly [encoding: string, ...mark: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-32le', 0xff, 0xfe, 0, 0],
  ['utf-32be', 0, 0, 0xfe, 0xff],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

function byMark(bytes: Uint8Array): Detected | undefined {
  for (const [encoding, ...mark] of MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) return text(encoding, mark.length)
  }
  return undefined
}

/** Text of two bytes a character without a mark: every other byte is mostly zero, and the ones between never are. */
function wideWithoutMark(head: Uint8Array): Detected {
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const enough = head.length * 0.2
  if (even === 0 && odd > enough) return text('utf-16le')
  if (odd === 0 && even > enough) return text('utf-16be')
  return { kind: 'binary' }
}

/** Drops the beginning of a character that continues behind the end. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
  }
  return bytes
}

function controlShare(head: Uint8Array): number {
  const controls = head.filter((byte) => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b)
  return head.length === 0 ? 0 : controls.length / head.length
}

/** Half a damaged file is still UTF-8; what is in another encoding is hardly ever UTF-8 by chance. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let broken = 0
  let characters = 0
  for (const character of bytes.toString('utf8')) {
    if (character === '\ufffd') broken += 1
    else if (character > '\x7f') characters += 1
  }
  return characters >= broken * WHOLE_PER_BROKEN
}

/** What calls itself Latin is nearly always the Windows page, which has letters where the other has controls. */
const WINDOWS_PAGES: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}
const MULTI_BYTE = /^(?:gb|big5|shift_jis|euc-)/

/** The likeliest encoding in which the whole can also be written back. */
function guess(bytes: Buffer, whole: boolean): Detected {
  const sample = bytes.subarray(0, SNIFF_BYTES)
  const all = candidates(sample)
  // Pages of one byte are told by their letters, which much plain ASCII around them would hide.
  const known = MULTI_BYTE.test(all[0]?.name ?? '') ? all : [...candidates(foreignWords(sample)), ...all]
  const fitting = known.find(({ name }) => !whole || survives(bytes, name))
  if (fitting) return text(fitting.name, 0, fitting.confidence < SURE_CONFIDENCE || countForeign(sample) < MIN_FOREIGN_BYTES)
  return text(!whole || survives(bytes, 'windows-1252') ? 'windows-1252' : 'iso-8859-1', 0, true)
}

const survives = (bytes: Buffer, encoding: string): boolean => survivesRoundTrip(bytes, decodeBytes(bytes, encoding), encoding)

function candidates(sample: Uint8Array): readonly { readonly name: string; readonly confidence: number }[] {
  return analyse(sample)
    .filter(({ name, confidence }) => confidence >= MIN_CONFIDENCE && name !== 'UTF-8' && encodingExists(name))
    .map(({ name, confidence }) => ({ name: WINDOWS_PAGES[name.toLowerCase()] ?? name.toLowerCase(), confidence }))
}

/** The words that have a byte beyond ASCII, with blanks between them. */
function foreignWords(sample: Buffer): Buffer {
  const words = sample.toString('latin1').match(/[A-Za-z\x80-\xff]+/g) ?? []
  return Buffer.from(words.filter((word) => /[\x80-\xff]/.test(word)).join(' '), 'latin1')
}

const countForeign = (sample: Uint8Array): number => sample.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0)
