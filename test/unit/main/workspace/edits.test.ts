import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyBlocks } from '../../../../main/workspace/edits'
import { cpuTime } from '../../../support/cpu-time'

const block = (search: string, replace: string): string => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`
const deletion = (search: string): string => `------- SEARCH\n${search}\n=======\n+++++++ REPLACE\n`

function textOf(original: string, diff: string): string {
  const outcome = applyBlocks(original, diff)
  if (outcome.kind !== 'edited') throw new Error(JSON.stringify(outcome))
  return outcome.text
}
function problemsOf(original: string, diff: string) {
  const outcome = applyBlocks(original, diff)
  return outcome.kind === 'refused' ? outcome.problems : []
}

describe('applying blocks', () => {
  it('replaces lines, and says where', () => {
    const outcome = applyBlocks('a\nb\nc\nd\n', block('b\nc', 'B'))
    expect(outcome).toEqual({ kind: 'edited', text: 'a\nB\nd\n', places: [{ block: 1, startLine: 2, endLine: 3, match: 'exact' }] })
  })

  it('takes blocks in any order, each looked up in the text as it was', () => {
    expect(textOf('a\nb\nc\n', block('c', 'a') + block('a', 'c'))).toBe('c\nb\na\n')
  })

  it('deletes lines, and can empty a file', () => {
    expect(textOf('a\nb\nc\n', deletion('b'))).toBe('a\nc\n')
    expect(textOf('a\n', deletion('a'))).toBe('')
    expect(textOf('a\nb', deletion('b'))).toBe('a\n')
  })

  it('keeps the end of the file as it was', () => {
    expect(textOf('a\nb', block('b', 'c'))).toBe('a\nc')
    expect(textOf('a\nb', block('b', 'b\nc'))).toBe('a\nb\nc')
    expect(textOf('a\nb\n', block('b', 'c'))).toBe('a\nc\n')
    expect(textOf('a\n\n\n', block('a', 'b'))).toBe('b\n\n\n')
  })

  it('fills an empty file by an empty SEARCH, and refuses that in any other', () => {
    const diff = '------- SEARCH\n=======\nnew\nfile\n+++++++ REPLACE\n'
    expect(textOf('', diff)).toBe('new\nfile\n')
    expect(problemsOf('x\n', diff)).toMatchObject([{ kind: 'empty_search', block: 1 }])
  })

  it('is no wiser than the text: an edit of what another block would write is not found', () => {
    expect(problemsOf('a\n', block('a', 'b') + block('b', 'c'))).toMatchObject([{ kind: 'not_found', block: 2 }])
  })
})

describe('line ends', () => {
  it('stay Windows, also of new lines', () => {
    expect(textOf('a\r\nb\r\nc\r\n', block('b', 'x\ny'))).toBe('a\r\nx\r\ny\r\nc\r\n')
    expect(textOf('a\r\nb', block('b', 'x\ny'))).toBe('a\r\nx\r\ny')
  })

  it('do not matter for finding, whichever the model wrote', () => {
    expect(textOf('a\r\nb\r\n', block('a\nb', 'a\nc').replaceAll('\n', '\r\n'))).toBe('a\r\nc\r\n')
    expect(textOf('a\nb\n', block('a\nb', 'a\nc').replaceAll('\n', '\r\n'))).toBe('a\nc\n')
  })

  it('stay mixed where they were mixed', () => {
    expect(textOf('a\r\nb\nc\r\nd\n', block('a\nb\nc', 'a\nB\nc'))).toBe('a\r\nB\nc\r\nd\n')
    expect(textOf('a\nb\r\nc\r\n', block('a\nb', 'a\nnew\nb'))).toBe('a\nnew\nb\r\nc\r\n')
  })

  it('of a lone carriage return are part of the line', () => {
    expect(textOf('a\rb\nc\n', block('c', 'd'))).toBe('a\rb\nd\n')
  })
})

describe('a text that stands in several places', () => {
  it('is refused, with the places', () => {
    const [problem] = problemsOf('x\na\nx\nb\nx\n', block('x', 'y'))
    expect(problem).toMatchObject({ kind: 'ambiguous', block: 1 })
    expect(problem?.message).toContain('3 places, at lines 1, 3, 5')
  })

  it('is unique as soon as enough stands around it', () => {
    expect(textOf('x\na\nx\nb\n', block('a\nx', 'a\ny'))).toBe('x\na\ny\nb\n')
  })

  it('counts places that overlap', () => {
    expect(problemsOf('x\nx\nx\n', block('x\nx', 'y'))).toMatchObject([{ kind: 'ambiguous' }])
  })

  it('is refused too when only blanks tell the places apart from SEARCH', () => {
    expect(problemsOf('  x\n    x\n', block('x', 'y'))).toMatchObject([{ kind: 'ambiguous' }])
  })

  it('does not list places without end', () => {
    const [problem] = problemsOf('x\n'.repeat(5000), block('x', 'y'))
    expect(problem?.message).toContain('at least 20 places')
  })
})

describe('blocks that touch the same lines', () => {
  it('are refused', () => {
    expect(problemsOf('a\nb\nc\n', block('a\nb', 'x') + block('b\nc', 'y'))).toMatchObject([{ kind: 'overlapping', block: 2 }])
    expect(problemsOf('a\nb\n', block('a', 'x') + block('a', 'x'))).toMatchObject([{ kind: 'overlapping' }])
  })

  it('are fine when they only lie next to each other', () => {
    expect(textOf('a\nb\n', block('a', 'x') + block('b', 'y'))).toBe('x\ny\n')
  })
})

describe('a text that matches only loosely', () => {
  it('is taken if it is unique, said to be loose, and new lines are indented as the old ones', () => {
    const outcome = applyBlocks(
      'class A {\n    run() {\n        go()\n    }\n}\n',
      block('run() {\n    go()\n}', 'run() {\n    stop()\n    if (x) {\n        go()\n    }\n}'),
    )
    expect(outcome).toMatchObject({ kind: 'edited', places: [{ startLine: 2, endLine: 4, match: 'indentation' }] })
    expect(outcome.kind === 'edited' && outcome.text).toBe(
      'class A {\n    run() {\n        stop()\n        if (x) {\n            go()\n        }\n    }\n}\n',
    )
  })

  it('keeps lines that stay byte for byte, with their own blanks', () => {
    expect(textOf('\tfoo();  \n\tbar();\n', block('foo();\nbar();', 'foo();\nbaz();'))).toBe('\tfoo();  \n\tbaz();\n')
  })

  it('turns spaces into tabs as the file has them', () => {
    expect(textOf('\tif (a) {\n\t\tb()\n\t}\n', block('    if (a) {\n        b()\n    }', '    if (a) {\n        c()\n    }'))).toBe(
      '\tif (a) {\n\t\tc()\n\t}\n',
    )
  })

  it('comes second to one that matches exactly', () => {
    expect(textOf('  x\nx\n', block('x', 'y'))).toBe('  x\ny\n')
  })

  it('is never one of blank lines only', () => {
    expect(problemsOf('a\n \nb\n', block('', 'x'))).toMatchObject([{ kind: 'not_found' }])
  })

  it('never lets the middle differ', () => {
    const original = 'function a() {\n  one()\n}\nfunction b() {\n  two()\n}\n'
    expect(problemsOf(original, block('function a() {\n  three()\n}', 'x'))).toMatchObject([{ kind: 'not_found' }])
  })
})

describe('lines of equals signs', () => {
  it('may stand in the new text', () => {
    expect(textOf('Title\n', block('Title', 'Title\n=====\n\nText'))).toBe('Title\n=====\n\nText\n')
    expect(textOf('a\n', block('a', '<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other'))).toBe('<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n')
  })

  it('may stand in the text to find', () => {
    expect(textOf('Title\n=======\nold\n', block('Title\n=======\nold', 'Title\n=======\nnew'))).toBe('Title\n=======\nnew\n')
    expect(textOf('<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\nz\n', block('<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other', 'both'))).toBe(
      'both\nz\n',
    )
  })
})

describe('a text that is not found', () => {
  const nearest = (original: string, search: string) => problemsOf(original, block(search, 'x'))[0]?.nearest

  it.each([
    ['indentation', 'a\n  b\nc\n', 'a\n  b\nd', 'line 3'],
    ['typographic', 'say("hi")\nnext\n', 'say(\u201chi\u201d)\nnexd', 'line 1 (typographic'],
    ['upper and lower case', 'Foo\nbar\n', 'foo\nbar', 'line 1 (upper and lower case)'],
    ['blanks inside', 'f( a )\nbar\n', 'f(a)\nbar', 'line 1 (blanks inside'],
    ['a line number', 'const a = 1\nbar\n', '1 | const a = 1\n2 | bar', 'line 1 (a line number that is not part of the file)'],
    ['escapes', 'x = "a"\nbar\n', 'x = \\"a\\"\nbar', 'line 1 (escapes)'],
    ['part of the line', 'const x = 1 // note\nbar\n', 'const x = 1\nbar', 'holds only a part'],
    ['the letter', 'abcdef\nbar\n', 'abcxef\nbar', 'from character 4 on'],
    ['the end of the file', 'a\nb\n', 'a\nb\nc', 'ends before line 3 of your edit'],
  ])('is explained by the first difference: %s', (_, original, search, says) => {
    expect(nearest(original, search)?.difference).toContain(says)
  })

  it('names the place that was most likely meant', () => {
    const original = `${Array.from({ length: 40 }, (_, at) => `filler ${at}`).join('\n')}\nfunction sum(a, b) {\n  return a - b\n}\n`
    expect(nearest(original, 'function sum(a, b) {\n  return a + b\n}')).toMatchObject({ startLine: 41, endLine: 43 })
    expect(nearest(original, '  retrun a - b')).toMatchObject({ startLine: 42, endLine: 42 })
  })

  it('names none when nothing is like it', () => {
    expect(nearest('a\nb\n', 'completely different text')).toBeUndefined()
  })

  it('keeps everything from being applied, and every problem is told at once', () => {
    const problems = problemsOf('a\nb\nb\nc\n', block('a', 'x') + block('nope', 'y') + block('b', 'z'))
    expect(problems.map(({ block: number, kind }) => [number, kind])).toEqual([
      [2, 'not_found'],
      [3, 'ambiguous'],
    ])
  })
})

describe('any text', () => {
  const line = fc.oneof(
    fc.constantFrom('', ' ', '}', '  x', '\tx', 'x', '=======', 'a b'),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
  )
  const end = fc.constantFrom('\n', '\r\n')
  const document = fc.record({ lines: fc.array(fc.tuple(line, end), { minLength: 1, maxLength: 40 }), isEnded: fc.boolean() })
  const isMarker = (text: string) => /^(?:-{3,}|<{3,}) SEARCH|^(?:\+{3,}|>{3,}) REPLACE|^={3,}\s*$/.test(text)

  it('keeps every byte outside the edited lines', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat({ max: 4 }), fc.array(line, { maxLength: 5 }), ({ lines, isEnded }, where, length, fresh) => {
        const ends = lines.map(([, each], at) => (at === lines.length - 1 && !isEnded ? '' : each))
        const texts = lines.map(([text]) => text)
        const whole = texts.map((text, at) => text + ends[at]).join('')
        const start = where % lines.length
        const stop = Math.min(lines.length, start + 1 + length)
        const search = texts.slice(start, stop)
        // An empty last line without an end is no line.
        fc.pre((isEnded || texts.at(-1) !== '') && ![...search, ...fresh].some(isMarker))
        const outcome = applyBlocks(whole, fresh.length === 0 ? deletion(search.join('\n')) : block(search.join('\n'), fresh.join('\n')))
        if (outcome.kind !== 'edited') {
          const kinds = outcome.kind === 'refused' ? outcome.problems.map((problem) => problem.kind) : [outcome.kind]
          return kinds.every((kind) => kind === 'ambiguous')
        }
        const before = texts
          .slice(0, start)
          .map((text, at) => text + ends[at])
          .join('')
        const after = texts
          .slice(stop)
          .map((text, at) => text + ends[stop + at])
          .join('')
        const middle = outcome.text.slice(before.length, outcome.text.length - after.length)
        return (
          outcome.text.startsWith(before) &&
          outcome.text.endsWith(after) &&
          sameLines(ends[stop - 1] === '' ? middle : middle.replace(/\r?\n$/, ''), fresh)
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is either edited or explained, whatever the diff', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(line, fc.constantFrom('------- SEARCH', '<<<<<<< SEARCH', '=======', '+++++++ REPLACE', '>>>>>>> REPLACE', '```')),
          { maxLength: 25 },
        ),
        fc.array(line, { maxLength: 10 }),
        (diff, original) => {
          const outcome = applyBlocks(original.join('\n'), diff.join('\n'))
          return outcome.kind === 'edited' || outcome.problems.length > 0
        },
      ),
    )
  })
})

const sameLines = (text: string, lines: readonly string[]): boolean => text.split(/\r?\n/).join('\n') === lines.join('\n')

describe('large texts', () => {
  const original = Array.from({ length: 10_000 }, (_, at) => `  const value${at} = compute(${at}, "a somewhat longer line of text")`).join(
    '\n',
  )
  const diff = (indent: string) =>
    Array.from({ length: 1000 }, (_, at) =>
      block(`${indent}const value${at * 10} = compute(${at * 10}, "a somewhat longer line of text")`, `${indent}const value${at * 10} = 0`),
    ).join('')

  it('take a thousand blocks in no time', () => {
    const exact = diff('  ')
    const loose = diff('')
    const edit = () => {
      expect(applyBlocks(original, exact).kind).toBe('edited')
      expect(applyBlocks(original, loose).kind).toBe('edited')
    }
    expect(cpuTime(1_000, edit)).toBeLessThan(1_000)
  })

  it('are looked through for no more than a few misses of many, and all are told', () => {
    const misses = Array.from({ length: 500 }, (_, at) =>
      block(`  const velue${at} = compote(${at}, "a somewhat longer lyne of text")`, 'x'),
    ).join('')
    const edit = () => {
      const outcome = applyBlocks(original, misses)
      expect(outcome.kind === 'refused' && outcome.problems.length).toBe(500)
      expect(outcome.kind === 'refused' && outcome.problems.filter((problem) => problem.nearest).length).toBe(5)
    }
    expect(cpuTime(4_000, edit)).toBeLessThan(4_000)
  })

  it('of equals signs fill no memory', () => {
    const edit = () => expect(applyBlocks('a\n', block('b', '=======\n'.repeat(20_000))).kind).toBe('refused')
    expect(cpuTime(2_000, edit)).toBeLessThan(2_000)
  })

  it('of a megabyte are searched for the nearest text in well under a second', () => {
    const miss = block('  const valueX = compote(1, "a somewhat longer line of txt")', '')
    const edit = () => expect(applyBlocks(original.repeat(2), miss).kind).toBe('refused')
    expect(cpuTime(1_500, edit)).toBeLessThan(1_500)
  })
})
