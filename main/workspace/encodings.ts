import { decode, encode } from 'iconv-lite'

/** A character that an encoding has no bytes for, and the lines of the text that it stands in. */
export interface Unwritable {
  readonly character: string
  /** 1-based, in rising order, at most `MAX_LINES` of them. */
  readonly lines: readonly number[]
}

export type Encoded = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly unwritable: readonly Unwritable[] }

const MAX_CHARACTERS = 10
const MAX_LINES = 5
const MARK = '\ufeff'
/** The writing of these knows every character but half of a pair. */
const UNICODE = /^utf-/

/** The text of some bytes, without changing or dropping anything that was decoded. `encoding` is one that detection names. */
export const decodeBytes = (bytes: Buffer, encoding: string): string =>
  encoding === 'utf-8' ? bytes.toString('utf8') : decode(bytes, encoding, { stripBOM: false })

/** The bytes of a text, or the characters that this encoding cannot write: nothing is ever replaced by a question mark. */
export function encodeText(text: string, encoding: string, bom: boolean): Encoded {
  const bytes = bytesOf(bom ? MARK + text : text, encoding)
  if (decodeBytes(bytes, encoding) === (bom ? MARK + text : text)) return { ok: true, bytes }
  const unwritable = findUnwritable(text, encoding)
  // Each character for itself can be written, but not all of them in this order.
  return { ok: false, unwritable: unwritable.length > 0 ? unwritable : [{ character: '', lines: [] }] }
}

/** True when writing the decoded text again gives the very same bytes: then an edit changes nothing but what it means to. */
export const survivesRoundTrip = (bytes: Buffer, text: string, encoding: string): boolean => bytesOf(text, encoding).equals(bytes)

const bytesOf = (text: string, encoding: string): Buffer =>
  encoding === 'utf-8' ? Buffer.from(text, 'utf8') : encode(text, encoding, { addBOM: false })

function findUnwritable(text: string, encoding: string): readonly Unwritable[] {
  const suspects = UNICODE.test(encoding) ? LONE_SURROGATE : NOT_ASCII
  const fine = new Map<string, boolean>()
  const isFine = (character: string): boolean => {
    const known = fine.get(character)
    const answer = known ?? decodeBytes(bytesOf(character, encoding), encoding) === character
    if (known === undefined) fine.set(character, answer)
    return answer
  }
  const found = new Map<string, number[]>()
  for (const [at, line] of text.split('\n').entries()) {
    for (const character of new Set(line.match(suspects))) if (!isFine(character)) note(found, character, at + 1)
  }
  return [...found].map(([character, lines]) => ({ character, lines }))
}

function note(found: Map<string, number[]>, character: string, line: number): void {
  const lines = found.get(character)
  if (!lines && found.size < MAX_CHARACTERS) found.set(character, [line])
  else if (lines && lines.length < MAX_LINES) lines.push(line)
}

// Without `u` the second pattern would see both halves of every pair.
const NOT_ASCII = /[^\0-\x7f]/gu
const LONE_SURROGATE = /\p{Surrogate}/gu

/** "“→” (U+2192, lines 3 and 8) and “✓” (U+2713, line 9)", for people and models. */
export function describeUnwritable(unwritable: readonly Unwritable[]): string {
  return joinWords(
    unwritable.map(({ character, lines }) => {
      if (character === '') return 'some of its characters in this order'
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
      const shown = /\p{Surrogate}|\p{C}|\p{Z}/u.test(character) ? 'the character' : `“${character}”`
      return `${shown} (U+${code}, ${lines.length === 1 ? 'line' : 'lines'} ${joinWords(lines.map(String))})`
    }),
  )
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
