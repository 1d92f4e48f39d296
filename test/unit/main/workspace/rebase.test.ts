import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rebase } from '../../../../main/workspace/rebase'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'

describe('putting an edit onto a text that changed since', () => {
  it('keeps both changes where an unchanged line is between them', () => {
    expect(rebase(BASE, BASE.replace('one', '1'), BASE.replace('three', '3'))).toEqual({ kind: 'rebased', text: '1\ntwo\n3\nfour\nfive\n' })
    expect(rebase(BASE, `${BASE}six\n`, `zero\n${BASE}`)).toEqual({ kind: 'rebased', text: `zero\n${BASE}six\n` })
    expect(rebase(BASE, BASE.replace('two\n', ''), BASE.replace('four\n', ''))).toEqual({ kind: 'rebased', text: 'one\nthree\nfive\n' })
  })

  it('makes nothing where both touch the same or neighbouring lines, and says where', () => {
    expect(rebase(BASE, BASE.replace('two', '2'), BASE.replace('two', 'TWO'))).toEqual({
      kind: 'conflict',
      spans: [{ startLine: 2, endLine: 2 }],
    })
    expect(rebase(BASE, BASE.replace('two', '2'), `zero\n${BASE.replace('three', '3a\n3b')}`)).toEqual({
      kind: 'conflict',
      spans: [{ startLine: 4, endLine: 5 }],
    })
    expect(rebase(BASE, BASE.replace('two', '2'), BASE.replace('two\n', ''))).toMatchObject({ kind: 'conflict' })
  })

  it('takes the same change on both sides for one', () => {
    expect(rebase(BASE, BASE.replace('two', '2').replace('five', '5'), BASE.replace('two', '2'))).toEqual({
      kind: 'rebased',
      text: 'one\n2\nthree\nfour\n5\n',
    })
  })

  it('keeps line ends of either side', () => {
    expect(rebase('a\r\nb\nc\r\nd', 'A\r\nb\nc\r\nd', 'a\r\nb\nc\r\nD')).toEqual({ kind: 'rebased', text: 'A\r\nb\nc\r\nD' })
  })

  it('gives the one text where the other did not change, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(rebase(before, after, before)).toEqual({ kind: 'rebased', text: after })
        expect(rebase(before, before, after)).toEqual({ kind: 'rebased', text: after })
        expect(rebase(before, after, after)).toEqual({ kind: 'rebased', text: after })
      }),
    )
  })
})
