import { describe, expect, it } from 'vitest'
import { applyBlocks } from '../../../../main/workspace/edits'

const block = (search: string, replace: string): string => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`

function edit(original: string, search: string, replace: string) {
  const outcome = applyBlocks(original, block(search, replace))
  if (outcome.kind !== 'edited') return outcome
  return { text: outcome.text, match: outcome.places[0]?.match }
}

describe('blanks at line ends', () => {
  it('may differ, and stay where the line stays', () => {
    expect(edit('a  \nb\t\nc\n', 'a\nb', 'a\nB')).toEqual({ text: 'a  \nB\nc\n', match: 'trailing_blanks' })
    expect(edit('a\nb\n', 'a  \nb', 'a\nB')).toEqual({ text: 'a\nB\n', match: 'trailing_blanks' })
  })

  it('make a better match than another indentation', () => {
    expect(edit('  x  \nx  \n', 'x', 'y')).toEqual({ text: '  x  \ny\n', match: 'trailing_blanks' })
  })

  it('make no match where that gives two places', () => {
    expect(edit('x  \nx\t\n', 'x', 'y')).toMatchObject({
      problems: [{ kind: 'ambiguous', message: expect.stringContaining('lines 1, 2') }],
    })
  })
})

describe('indentation that was not copied', () => {
  it.each([
    [
      'a tab for four spaces',
      '\tif (a) {\n\t\tb()\n\t}\n',
      'if (a) {\n    b()\n}',
      'if (a) {\n    if (c) {\n        b()\n    }\n}',
      '\tif (a) {\n\t\tif (c) {\n\t\t\tb()\n\t\t}\n\t}\n',
    ],
    [
      'a tab for two spaces',
      '\tif (a) {\n\t\tb()\n\t}\n',
      '  if (a) {\n    b()\n  }',
      '  if (a) {\n    b()\n      c()\n  }',
      '\tif (a) {\n\t\tb()\n\t\t\tc()\n\t}\n',
    ],
    ['four spaces for a tab', '    a()\n', '\ta()', '\tif (x) {\n\t\ta()\n\t}', '    if (x) {\n        a()\n    }\n'],
    [
      'four spaces for two',
      '    f(\n        a,\n    )\n',
      '  f(\n    a,\n  )',
      '  f(\n    a,\n      b,\n  )',
      '    f(\n        a,\n            b,\n    )\n',
    ],
    ['less deep than the match', '        a()\n', '    a()', 'b()\n    a()', '    b()\n        a()\n'],
    ['less deep than the match, in tabs', '\t\ta()\n', '        a()', '    b()\n        a()', '\tb()\n\t\ta()\n'],
    [
      'more in SEARCH than in the file',
      'a()\nb()\n',
      '    a()',
      '    a()\n    if (x) {\n        c()\n    }',
      'a()\nif (x) {\n    c()\n}\nb()\n',
    ],
  ])('is taken from the file: %s', (...[, original, search, replace, text]) => {
    expect(edit(original, search, replace)).toEqual({ text, match: 'indentation' })
  })

  it('leaves blank lines blank', () => {
    expect(edit('\ta()\n', 'a()', 'a()\n\nb()')).toEqual({ text: '\ta()\n\n\tb()\n', match: 'indentation' })
  })
})

describe('typographic characters', () => {
  it('are found by plain ones, and stay where the edit does not touch them', () => {
    expect(edit('say “hello” – now\nnext\n', 'say "hello" - now', 'say "hello" - later')).toEqual({
      text: 'say “hello” – later\nnext\n',
      match: 'typographic',
    })
  })

  it('are found the other way around', () => {
    expect(edit('it\'s "so"\n', 'it’s “so”', 'it’s “not so”')).toEqual({ text: 'it\'s "not so"\n', match: 'typographic' })
  })

  it('of blanks too, together with another indentation', () => {
    expect(edit('  a\u00a0b\n', 'a b', 'a b\nc')).toEqual({ text: '  a\u00a0b\n  c\n', match: 'typographic' })
  })

  it('come last: what stands there plainly is taken first', () => {
    expect(edit('“a”\n  "a"\n', '"a"', 'b')).toEqual({ text: '“a”\n  b\n', match: 'indentation' })
  })

  it('make no match where that gives two places', () => {
    expect(edit('“a”\n‘’„a‟\n„a”\n«a»\n', '"a"', 'b')).toMatchObject({ kind: 'refused', problems: [{ kind: 'ambiguous' }] })
  })
})

describe('the edge cases of the source design', () => {
  it('never takes the first of several places', () => {
    expect(edit('x = 1\ny\nx = 1\n', 'x = 1', 'x = 2')).toMatchObject({ kind: 'refused', problems: [{ kind: 'ambiguous' }] })
  })

  it('finds a loose match before an earlier block too', () => {
    const outcome = applyBlocks('  a\nb\n', block('b', 'B') + block('a', 'A'))
    expect(outcome).toMatchObject({ kind: 'edited', text: '  A\nB\n' })
  })

  it('adds no newline at the end of the file', () => {
    expect(edit('a\nb', 'b', 'c')).toMatchObject({ text: 'a\nc' })
    expect(edit('a\n  b', 'b', 'c')).toMatchObject({ text: 'a\n  c' })
  })

  it('makes no mixed line ends of Windows ones', () => {
    expect(edit('a\r\n  b\r\n', 'a\nb', 'a\nc\nd')).toMatchObject({ text: 'a\r\nc\r\nd\r\n'.replace('c', '  c').replace('d', '  d') })
  })

  it('drops no line of equals signs from a replacement', () => {
    expect(edit('Title\n', 'Title', 'Title\n=======\ntext')).toMatchObject({ text: 'Title\n=======\ntext\n' })
  })

  it('lets no later block end an earlier one', () => {
    const outcome = applyBlocks('a\nb\n', '------- SEARCH\na\n=======\nx\n------- SEARCH\nb\n=======\ny\n+++++++ REPLACE\n')
    expect(outcome).toMatchObject({ kind: 'malformed' })
  })

  it('fails where replacements overlap', () => {
    expect(applyBlocks('a\nb\nc\n', block('a\nb', 'x') + block('b\nc', 'y'))).toMatchObject({ problems: [{ kind: 'overlapping' }] })
  })

  it('does not match by first and last line alone', () => {
    expect(edit('if {\n  one\n}\n', 'if {\n  two\n}', 'x')).toMatchObject({ kind: 'refused' })
  })

  it('takes an end marker that is missing at the very end as there', () => {
    expect(applyBlocks('a\n', '------- SEARCH\na\n=======\nb')).toMatchObject({ text: 'b\n' })
  })

  it('tells every block that fails at once', () => {
    const outcome = applyBlocks('a\n', block('x', 'y') + block('a', 'b') + block('z', 'y'))
    expect(outcome).toMatchObject({ kind: 'refused', blocks: 3, problems: [{ block: 1 }, { block: 3 }] })
  })

  it('edits a text that speaks of its own format', () => {
    const doc = '# Format\n\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n\nend\n'
    const inner = doc.slice(10, -6)
    expect(edit(doc, inner.trimEnd(), inner.trimEnd().replace('new', 'newer'))).toMatchObject({ text: doc.replace('new', 'newer') })
  })

  it('leaves entities as they are written', () => {
    expect(edit('a &amp; b\n', 'a &amp; b', 'a &lt; b')).toMatchObject({ text: 'a &lt; b\n' })
    expect(edit('a & b\n', 'a &amp; b', 'x')).toMatchObject({ kind: 'refused' })
  })
})

describe('a text whose only line ends are carriage returns', () => {
  it('keeps them', () => {
    expect(edit('a\rb\rc', 'b', 'x\ny')).toEqual({ text: 'a\rx\ry\rc', match: 'exact' })
    expect(edit('a\rb\r', 'a\nb', 'a\nB')).toEqual({ text: 'a\rB\r', match: 'exact' })
  })
})
