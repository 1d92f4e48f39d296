import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeCommand, readOnlyPrograms } from '../../../../main/approval/commands'

const judge = (command: string) => judgeCommand(command, 'linux')

describe('commands that may pass unasked', () => {
  it.each([
    ['pwd', []],
    ['ls', ['.']],
    ['ls -la src', ['src']],
    ['cat package.json README.md', ['package.json', 'README.md']],
    ['head -n 20 src/sum.js', ['src/sum.js']],
    ['head -20 src/sum.js', ['src/sum.js']],
    ['wc -l a.txt', ['a.txt']],
    ["grep -rn 'const x' src", ['src']],
    ["cat 'a file with blanks.txt'", ['a file with blanks.txt']],
    ['echo done', []],
    ['diff -u a b', ['a', 'b']],
  ])('%s only reads', (command, paths) => {
    expect(judge(command)).toEqual({ kind: 'reads', paths })
  })

  it.each([
    'rm -rf /',
    'npm test',
    'git status',
    'ls; rm x',
    'ls && rm x',
    'ls | sh',
    'ls > out',
    'cat < in',
    'cat $(rm x)',
    'cat `rm x`',
    'cat $HOME/.ssh/id_rsa',
    'cat ~/.ssh/id_rsa',
    'cat *.txt',
    'cat {a,b}',
    'cat "a"b',
    "cat 'a'b",
    "cat'cat",
    "cat 'a",
    "cat a'",
    "c'at' x",
    'cat a\\ b',
    'FOO=1 ls',
    'ls\nrm x',
    'ls\r\nrm x',
    'ls &',
    '\\ls',
    'tail -f log',
    'grep --include=x foo .',
    'cat',
    'grep foo',
    'head',
    'sort -o x y',
    'find . -delete',
    'ls --color=always',
    'cat "a"',
    'cat a\u00a0b',
    'cat а', // a Cyrillic letter
    'cat \u202etxt.exe',
    '',
    '   ',
    '!ls',
    'ls #x',
    'ls\u00a0',
    'ls\n',
    '\u2003ls',
    'exec ls',
    'sudo ls',
  ])('%j asks', (command) => {
    expect(judge(command)).toMatchObject({ kind: 'unknown' })
  })

  it('knows nothing to be harmless in the shells of Windows', () => {
    expect(judgeCommand('dir', 'win32')).toMatchObject({ kind: 'unknown' })
    expect(judgeCommand('ls', 'win32')).toMatchObject({ kind: 'unknown' })
  })

  it('never throws, and lets pass only what starts with a program of the list', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .array(fc.constantFrom('cat', 'ls', 'x', '-l', ' ', "'", '"', ';', '|', '$', '(', ')', '\n', '\\', '&', '>'))
            .map((parts) => parts.join('')),
        ),
        (command) => {
          const judgement = judge(command)
          if (judgement.kind === 'unknown') return
          expect(readOnlyPrograms.has((command.trim().split(/[ \t]/)[0] ?? '').replaceAll("'", ''))).toBe(true)
          expect(command.replace(/'[^']*'/g, '')).not.toMatch(/[;|$()\n\\&><`"*?~!#{}[\]]/)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
