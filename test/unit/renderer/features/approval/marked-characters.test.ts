import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasMarks, markCharacters } from '../../../../../renderer/features/approval/marked-characters'

const kinds = (text: string) => markCharacters(text).map(({ kind, text: piece }) => [kind, piece])

describe('marking characters', () => {
  it('leaves printable ASCII and line ends as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) }), (text) => {
        expect(hasMarks(`${text}\n${text}`)).toBe(false)
      }),
    )
  })

  it('gives the text back when its pieces are joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          markCharacters(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('shows every character that cannot be seen', () => {
    const unseen = [
      '\u0000',
      '\t',
      '\r',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u00ad',
      '\u061c',
      '\u200b',
      '\u200d',
      '\u200f',
      '\u2028',
      '\u202e',
    ]
    const more = ['\u2066', '\u3000', '\u3164', '\ufe0f', '\ufeff', '\u{e0041}', '\u{e0101}']
    for (const character of [...unseen, ...more])
      expect(kinds(`rm${character}x`), character.codePointAt(0)?.toString(16)).toContainEqual(['hidden', character])
  })

  it('names what it shows', () => {
    expect(markCharacters('a\u202eb')).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: '\u202e', name: 'RLO' },
      { kind: 'plain', text: 'b' },
    ])
    expect(markCharacters('\u2066')).toEqual([{ kind: 'hidden', text: '\u2066', name: 'U+2066' }])
  })

  it('marks letters of another script inside a word', () => {
    expect(kinds('p\u0430ypal')).toEqual([
      ['plain', 'p'],
      ['odd', '\u0430'],
      ['plain', 'ypal'],
    ])
  })

  it('leaves words of one script alone, whatever script it is', () => {
    for (const word of ['naïve', 'Прага', 'ελληνικά', '日本語', 'café_1', 'עברית']) expect(hasMarks(word), word).toBe(false)
  })

  it('leaves ordinary punctuation alone', () => {
    expect(hasMarks('anthropic · “x” – it’s… +150 −150 → €5 ½ m²')).toBe(false)
  })

  it('marks signs that look like ASCII ones', () => {
    for (const sign of ['；', '／', '＆', '\u2044', '\u037e', 'ｒ', '\u{1d42b}'])
      expect(kinds(`a${sign}b`), sign).toContainEqual(['odd', sign])
  })
})
