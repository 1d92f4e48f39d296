import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyBlocks } from '../../../../main/workspace/edits'

const block = (search: string, replace: string) => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`

describe('a SEARCH text that begins or ends inside a line', () => {
  it('is replaced where it stands once, and the rest of its lines stays', () => {
    const outcome = applyBlocks('const a = 1; // one\nconst b = 2; // two\n', block('const b = 2;', 'const b = 3;'))
    expect(outcome).toMatchObject({
      kind: 'edited',
      text: 'const a = 1; // one\nconst b = 3; // two\n',
      places: [{ match: 'within_lines', startLine: 2 }],
    })
  })

  it('may span lines', () => {
    const outcome = applyBlocks('f(a,\n  b) // end\ng()\n', block('a,\n  b)', 'b)'))
    expect(outcome).toMatchObject({ kind: 'edited', text: 'f(b) // end\ng()\n' })
  })

  it('keeps the line ends of the file', () => {
    const outcome = applyBlocks('const a = 1; // one\r\nnext\r\n', block('a = 1', 'a = 2'))
    expect(outcome).toMatchObject({ kind: 'edited', text: 'const a = 2; // one\r\nnext\r\n' })
  })

  it('is refused where it stands twice, and in favour of a whole line', () => {
    expect(applyBlocks('x1 and x1\n', block('x1', 'y'))).toMatchObject({ kind: 'refused', problems: [{ kind: 'ambiguous' }] })
    expect(applyBlocks('foo\nfoobar\n', block('foo', 'baz'))).toMatchObject({ kind: 'edited', text: 'baz\nfoobar\n' })
  })

  it('is not found inside a word', () => {
    expect(applyBlocks('const summary = 1\n', block('sum', 'total'))).toMatchObject({ kind: 'refused', problems: [{ kind: 'not_found' }] })
    expect(applyBlocks('const summary = 1\n', block('summary', 'total'))).toMatchObject({ text: 'const total = 1\n' })
  })

  it('never joins lines because it begins or ends with a blank one', () => {
    for (const sought of ['\na', 'a\n', '  \na', 'a\n  '])
      expect(applyBlocks('x  \na\n  b\n', block(sought, 'c'))).toMatchObject({ kind: 'refused', problems: [{ kind: 'not_found' }] })
  })

  it('changes nothing but that one place, for any text', () => {
    const line = fc.stringMatching(/^[ab =]{0,6}$/)
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.nat(30), fc.nat(8), (lines, from, length) => {
        const text = `${lines.join('\n')}\n`
        const sought = text.slice(from, from + length)
        fc.pre(sought.trim() !== '' && !/^={3,}\s*$/m.test(sought))
        const outcome = applyBlocks(text, block(sought, 'NEW'))
        if (outcome.kind !== 'edited' || outcome.places[0]?.match !== 'within_lines') return
        const at = text.indexOf(sought)
        expect(text.indexOf(sought, at + 1)).toBe(-1)
        expect(outcome.text).toBe(`${text.slice(0, at)}NEW${text.slice(at + sought.length)}`)
      }),
    )
  })
})
