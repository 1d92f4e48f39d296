import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyHunks } from '../../../../main/workspace/apply-hunks'
import { type PatchHunk, parsePatch } from '../../../../main/workspace/patch-format'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const problemsOf = (input: string) => {
  const parsed = parsePatch(input)
  return parsed.ok ? [] : parsed.problems
}
function actionsOf(input: string) {
  const parsed = parsePatch(input)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.actions
}
function hunksOf(...lines: string[]): readonly PatchHunk[] {
  const [action] = actionsOf(patch('*** Update File: a', ...lines))
  if (action?.kind !== 'update') throw new Error('no update')
  return action.hunks
}
function edit(original: string, ...lines: string[]) {
  const outcome = applyHunks(original, hunksOf(...lines))
  return outcome.kind === 'edited' ? outcome.text : outcome.problems
}

describe('reading a patch', () => {
  it('takes files that are added, deleted, updated and moved', () => {
    expect(
      actionsOf(
        patch(
          '*** Add File: new.txt',
          '+one',
          '+',
          '*** Delete File: old.txt',
          '*** Update File: a.ts',
          '*** Move to: b.ts',
          '@@ f',
          ' x',
          '-y',
          '+z',
          '*** End of File',
        ),
      ),
    ).toEqual([
      { kind: 'add', path: 'new.txt', text: 'one\n\n' },
      { kind: 'delete', path: 'old.txt' },
      {
        kind: 'update',
        path: 'a.ts',
        moveTo: 'b.ts',
        hunks: [
          {
            number: 1,
            headers: ['f'],
            endsFile: true,
            lines: [
              { kind: 'keep', text: 'x' },
              { kind: 'remove', text: 'y' },
              { kind: 'add', text: 'z' },
            ],
          },
        ],
      },
    ])
  })

  it('takes an empty new file, a move alone, and a patch without its frame', () => {
    expect(actionsOf(patch('*** Add File: empty'))).toEqual([{ kind: 'add', path: 'empty', text: '' }])
    expect(actionsOf(patch('*** Update File: a', '*** Move to: b'))).toEqual([{ kind: 'update', path: 'a', moveTo: 'b', hunks: [] }])
    expect(actionsOf('*** Delete File: x')).toEqual([{ kind: 'delete', path: 'x' }])
  })

  it('does not mind what models put around it', () => {
    const wrapped = `\`\`\`\napply_patch <<'EOF'\r\n${patch('*** Delete File: x').replaceAll('\n', '\r\n')}\r\nEOF\n\`\`\`\n`
    expect(actionsOf(wrapped)).toEqual([{ kind: 'delete', path: 'x' }])
  })

  it('takes an empty line for an empty line of the file, and goes on', () => {
    expect(hunksOf('@@', ' a', '', '-b', '+c')).toMatchObject([{ lines: [{ text: 'a' }, { kind: 'keep', text: '' }, {}, {}] }])
  })

  it.each([
    ['', 'There is no'],
    ['*** Begin Patch\n*** Delete File: x', 'cut off'],
    ['*** Delete File: x\n*** End Patch', 'no *** Begin Patch'],
    [patch('*** Add File: x', 'one'), 'does not begin with +: "one"'],
    [patch('*** Update File: x', '@@', ' a'), 'no line that begins with + or -'],
    [patch('*** Update File: x', '-a', '*** Rename File: y'), 'is no part of a patch: "*** Rename File: y"'],
    [patch('*** Delete File: x', '*** Delete File: x'), 'x is named twice'],
    [patch('*** Update File: x', '*** Move to: y', '-a', '*** Add File: y', '+b'), 'y is named twice'],
    [patch('hello'), 'belongs to no file: "hello"'],
    [patch('*** Delete File: '), 'has no name'],
  ])('says what is wrong with %j', (input, says) => {
    expect(problemsOf(input).join('\n')).toContain(says)
  })

  it('ends, whatever it is given', () => {
    const line = fc.constantFrom(
      '*** Begin Patch',
      '*** End Patch',
      '*** Add File: a',
      '*** Update File: b',
      '*** Move to: c',
      '@@',
      '@@ x',
      '',
      '+a',
      '-b',
      ' c',
      'd',
      '*** End of File',
      '***',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const parsed = parsePatch(lines.join('\n'))
        if (!parsed.ok) return parsed.problems.length > 0
        for (const action of parsed.actions) if (action.kind === 'update') applyHunks('a\nb\n\nc', action.hunks)
        return parsed.actions.length > 0
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the hunks of a patch', () => {
  const original = 'class A {\n  f() {\n    return 1\n  }\n  g() {\n    return 1\n  }\n}\n'

  it('are found by their lines, each behind the one before', () => {
    expect(edit('a\nb\nc\nb\n', ' a', '-b', '+B', '@@', ' c', '-b', '+B')).toBe('a\nB\nc\nB\n')
    expect(edit('a\nx\na\nx\nb\n', '@@', ' a', '-x', '+1', '@@', ' b')).toMatchObject([{ kind: 'ambiguous', block: 1 }])
  })

  it('are found behind the line of their header', () => {
    expect(edit(original, '@@   g() {', '-    return 1', '+    return 2')).toBe(original.replace(/1(?!.*1)/s, '2'))
    expect(edit(original, '@@ class A {', '@@ g() {', '-    return 1', '+    return 2')).toBe(original.replace(/1(?!.*1)/s, '2'))
    expect(edit(original, '@@   g() {', ' \u0020 g() {', '-    return 1', '+    return 2')).toBe(original.replace(/1(?!.*1)/s, '2'))
  })

  it('are found by how the line of their header begins', () => {
    expect(edit('def f(a):\n  x\ndef g(a):\n  x\n', '@@ def g', '-  x', '+  y')).toBe('def f(a):\n  x\ndef g(a):\n  y\n')
  })

  it('are refused where they stand in several places, with the lines', () => {
    expect(edit(original, '-    return 1', '+    return 2')).toMatchObject([
      { kind: 'ambiguous', message: expect.stringContaining('2 places, at lines 3, 6') },
    ])
    expect(edit(original, '@@ h() {', '-    return 1', '+    return 2')).toMatchObject([
      { kind: 'not_found', message: expect.stringContaining('"h() {"') },
    ])
  })

  it('are never dropped: one that does not match fails, with the nearest text', () => {
    expect(edit('a\nb\nc\n', '-a', '+A', '@@', ' b', '-d', '+D')).toMatchObject([
      { kind: 'not_found', block: 2, nearest: { startLine: 2, endLine: 3, difference: expect.stringContaining('"d"') } },
    ])
  })

  it('may be out of order where each is unique', () => {
    expect(edit('a\nb\nc\n', '-c', '+C', '@@', '-a', '+A')).toBe('A\nb\nC\n')
  })

  it('may differ in blanks and typographic characters, and that is told', () => {
    const outcome = applyHunks('\tsay “hi”\n\tnext\n', hunksOf(' say "hi"', '-next', '+last'))
    expect(outcome).toMatchObject({
      kind: 'edited',
      text: '\tsay “hi”\n\tlast\n',
      places: [{ match: 'typographic', startLine: 1, endLine: 2 }],
    })
  })

  it('keep line ends, and a missing one at the end', () => {
    expect(edit('a\r\nb\r\nc', ' a', '-b', '+x', '+y')).toBe('a\r\nx\r\ny\r\nc')
    expect(edit('a\nb', '-b', '+c', '*** End of File')).toBe('a\nc')
  })

  it('take the end of the file where they say so', () => {
    expect(edit('x\na\nx\n', '-x', '+y', '*** End of File')).toBe('x\na\ny\n')
  })

  it('of new lines alone go behind the header or to the end', () => {
    expect(edit('a\nb\n', '+c')).toBe('a\nb\nc\n')
    expect(edit('a\nb', '+c')).toBe('a\nb\nc')
    expect(edit('a\r\nb\r\n', '@@ a', '+x')).toBe('a\r\nx\r\nb\r\n')
    expect(edit('', '+x')).toBe('x\n')
    expect(edit('f\nf\n', '@@ f', '+x')).toMatchObject([{ kind: 'ambiguous' }])
  })

  it('can empty a file', () => {
    expect(edit('a\n', '-a')).toBe('')
  })

  it('read the numbers of a unified diff as none', () => {
    expect(edit('a\nb\n', '@@ -1,2 +1,2 @@', ' a', '-b', '+c')).toBe('a\nc\n')
  })

  it('may have a blank line behind them that is none of the file', () => {
    expect(edit('a\nb\n', '-a', '+x', '', '@@', '-b', '+y', '')).toBe('x\ny\n')
  })

  it('are refused where they change the same lines', () => {
    expect(edit('a\nb\nc\n', ' a', '-b', '+x', '@@', '-b', '+y')).toMatchObject([{ kind: 'overlapping' }])
  })
})

it('tells the nearest text in words that fit a patch', () => {
  expect(JSON.stringify(edit('one\ntwo\n', ' one', '-three', '+x'))).not.toContain('SEARCH')
  expect(JSON.stringify(edit('one\n', ' one', '-three', '+x'))).toContain('The file ends before line 2 of your edit')
})

describe('a patch of a file whose lines are much alike', () => {
  const methods = (change: (at: number) => string) =>
    Array.from({ length: 30 }, (_, at) => `def f${at}():\n    return ${change(at)}\n`).join('')

  it('finds the passage behind its header, however many there are before it', () => {
    const wanted = methods((at) => (at === 25 ? 'y' : 'x'))
    expect(
      edit(
        methods(() => 'x'),
        '@@ def f25():',
        '-    return x',
        '+    return y',
      ),
    ).toBe(wanted)
  })

  it('finds a header that stands behind another one, however often it stands before that', () => {
    const classes = (change: (at: number) => string) =>
      Array.from({ length: 30 }, (_, at) => `class C${at}:\n  def run(self):\n    return ${change(at)}\n`).join('')
    const wanted = classes((at) => (at === 25 ? 'y' : 'x'))
    expect(
      edit(
        classes(() => 'x'),
        '@@ class C25:',
        '@@   def run(self):',
        '-    return x',
        '+    return y',
      ),
    ).toBe(wanted)
  })

  it('does not take a header for one within the block of another that stands behind it', () => {
    const [problem] = edit(
      'class A:\n  x = 1\nclass B:\n  def run(self):\n    return x\nclass C:\n  def run(self):\n    return x\n',
      '@@ class A:',
      '@@   def run(self):',
      '-    return x',
    )
    expect(problem).toMatchObject({ kind: 'ambiguous' })
  })

  it('names the first places of very many', () => {
    const [problem] = edit(
      methods(() => 'x'),
      '-    return x',
      '+    return y',
    )
    expect(problem).toMatchObject({
      kind: 'ambiguous',
      message: expect.stringMatching(/stand in 30 places, the first at lines 2, 4, (?:\d+, ){17}40\. Add/),
    })
  })
})

it('adds lines in the place of a last line that has no line end', () => {
  expect(edit('a\nb', '-b', '@@', '+new')).toBe('a\nnew')
  expect(edit('b', '-b', '@@', '+new')).toBe('new')
  expect(edit('a\r\nb', '@@', '+new', '@@', '+newer')).toBe('a\r\nb\r\nnew\r\nnewer')
})

it('drops the fence behind a patch without its first and last line', () => {
  const [action] = actionsOf('```\n*** Update File: a\n-x\n+y\n```\n')
  expect(action).toMatchObject({ kind: 'update', hunks: [{ lines: [{ text: 'x' }, { text: 'y' }] }] })
})
