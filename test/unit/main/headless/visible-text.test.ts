import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asOneSentence, onOneLine, visible, visibleToTheLetter } from '../../../../main/headless/visible-text'

test('what moves the cursor, turns the direction or hides is named', () => {
  expect(visible('a\u001b[2J\u0007\u009b\u202e\u200bb')).toBe('a\u241b[2J\u2407<U+009B><U+202E><U+200B>b')
  expect(visible('\u007f\u2028\ud800\u{e0041}')).toBe('\u2421<U+2028><U+D800><U+E0041>')
})

test('line ends and tabs stay, and a Windows line end is one', () => {
  expect(visible('a\r\nb\tc\rd')).toBe('a\nb\tc\u240dd')
})

test('what joins letters and emoji stays in prose, and is named where every character counts', () => {
  const family = '\u{1f468}\u200d\u{1f469}'
  expect(visible(family)).toBe(family)
  expect(visibleToTheLetter(`${family}\u00a0\u00ad`)).toBe('\u{1f468}<U+200D>\u{1f469}<U+00A0><U+00AD>')
})

test('one line stays one', () => {
  expect(onOneLine('a\nb\tc')).toBe('a\u240ab\u2409c')
  expect(asOneSentence('  a\n\n b\u0000 ')).toBe('a b\u2400')
})

test('ordinary text of any script is left alone', () => {
  const text = 'naïve – «здесь» 日本語 👍🏽 שלום e\u0301'
  expect(visible(text)).toBe(text)
  expect(visibleToTheLetter(text)).toBe(text)
})

test('nothing is left that a terminal obeys, whatever came in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      expect(onOneLine(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
  )
})
