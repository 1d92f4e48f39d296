import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { encodingExists } from 'iconv-lite'

export type Detected = { readonly kind: 'binary' } | { readonly kind: 'text'; readonly encoding: string; readonly bomBytes: number }

/** How much of a file's beginning is looked at. */
export const SNIFF_BYTES = 64 * 1024
const BINARY_SNIFF_BYTES = 8 * 1024
/** A text has hardly any control characters. */
const MAX_CONTROL_SHARE = 0.05
const MIN_CONFIDENCE = 10

/**
 * Which encoding these first bytes of a file are in: by byte order mark, then strict UTF-8, then by guessing.
 * `whole` says that there are no more bytes: else a character may be cut at the end.
 */
export function detectEncoding(bytes: Uint8Array, whole: boolean): Detected {
  const marked = byMark(bytes)
  if (marked) return marked
  const head = bytes.subarray(0, BINARY_SNIFF_BYTES)
  if (head.includes(0)) return wideWithoutMark(head)
  if (isUtf8(whole ? bytes : withoutCutCharacter(bytes))) return text('utf-8')
  if (controlShare(head) > MAX_CONTROL_SHARE) return { kind: 'binary' }
  return text(guess(bytes))
}

const text = (encoding: string, bomBytes = 0): Detected => ({ kind: 'text', encoding, bomBytes })

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

function guess(bytes: Uint8Array): string {
  const known = analyse(bytes).filter((match) => match.confidence >= MIN_CONFIDENCE && match.name !== 'UTF-8' && encodingExists(match.name))
  const name = known[0]?.name.toLowerCase() ?? 'windows-1252'
  // What calls itself Latin-1 is nearly always the Windows page, which has letters where Latin-1 has controls.
  return name === 'iso-8859-1' ? 'windows-1252' : name
}
