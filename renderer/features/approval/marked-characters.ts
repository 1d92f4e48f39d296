/** A piece of a text that comes from outside: as it is, or with one character that could mislead the eye. */
export type TextPiece =
  | { readonly kind: 'plain'; readonly text: string }
  /** Cannot be seen, or moves what stands around it: drawn as its name. */
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string }
  /** Can be seen but looks like another character: drawn with a mark. */
  | { readonly kind: 'odd'; readonly text: string; readonly name: string }

/**
 * Splits a text so that what cannot be seen, what moves other text, and what imitates an ASCII character is marked. Ordinary
 * punctuation and the letters of the text's own script are not.
 * The pieces joined are the text again.
 */
export function markCharacters(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let plain = ''
  const flush = () => {
    if (plain) pieces.push({ kind: 'plain', text: plain })
    plain = ''
  }
  for (const run of text.match(RUNS) ?? []) {
    const mixed = isMixed(run)
    for (const character of run) {
      const kind = kindOf(character, mixed)
      if (kind === 'plain') {
        plain += character
        continue
      }
      flush()
      pieces.push({ kind, text: character, name: nameOf(character) })
    }
  }
  flush()
  return pieces
}

/** True when the text holds anything that is marked. */
export const hasMarks = (text: string): boolean => markCharacters(text).some((piece) => piece.kind !== 'plain')

/** A run of letters, which is judged as one word, or one other character. */
const RUNS = /[\p{L}\p{M}\p{N}]+|[^]/gu
const PRINTABLE = /^[\x20-\x7e]$/
const WORD = /^[\p{L}\p{M}\p{N}]$/u
// Variation selectors and the letters that draw nothing count as marks or letters for Unicode, but cannot be seen.
const UNSEEN = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164\uffa0]$/u

/** Latin letters beside letters of another script in one word: the way one name is dressed up as another. */
const isMixed = (run: string): boolean =>
  /\p{Script=Latin}/u.test(run) &&
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Common}]/u.test(run.replace(/\p{N}/gu, ''))

function kindOf(character: string, mixed: boolean): TextPiece['kind'] {
  if (character === '\n' || PRINTABLE.test(character)) return 'plain'
  if (UNSEEN.test(character)) return 'hidden'
  if (imitatesAscii(character)) return 'odd'
  if (!WORD.test(character)) return 'plain'
  return mixed && !/\p{Script=Latin}|\p{M}/u.test(character) ? 'odd' : 'plain'
}

// Slashes, colons and bars that Unicode does not fold to the ASCII ones they look like.
const LOOKALIKES = /^[\u01c0\u2044\u2215\u2216\u2223\u2236\u29f8\u29f9\ua789]$/u

/** True for a sign or letter that is only another shape of an ASCII one, as full width and mathematical letters are. */
function imitatesAscii(character: string): boolean {
  if (LOOKALIKES.test(character)) return true
  return !/\p{No}/u.test(character) && PRINTABLE.test(character.normalize('NFKC'))
}

const controlNames: Readonly<Record<string, string>> = {
  '\0': 'NUL',
  '\b': 'BS',
  '\t': 'TAB',
  '\v': 'VT',
  '\f': 'FF',
  '\r': 'CR',
  '\u001b': 'ESC',
  '\u007f': 'DEL',
  '\u00a0': 'NBSP',
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return controlNames[character] ?? `U+${code}`
}
