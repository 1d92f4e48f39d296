import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandParts } from '../../../../../renderer/features/approval/command-parts'

const parts = (command: string, kind: string) =>
  commandParts(command)
    .filter((part) => part.kind === kind)
    .map((part) => part.text)

describe('the parts of a command', () => {
  it('are the command again when they are joined', () => {
    const shellish = fc.constantFrom(
      'a',
      ' ',
      '\n',
      "'",
      '"',
      '\\',
      '$',
      '(',
      ')',
      '`',
      '&',
      '|',
      ';',
      '>',
      '<',
      '{',
      '}',
      '*',
      '1',
      'é',
      '\u202e',
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(shellish, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 60 }),
        (command) => {
          expect(
            commandParts(command)
              .map((part) => part.text)
              .join(''),
          ).toBe(command)
        },
      ),
    )
  })

  it('name each program of a chain', () => {
    expect(parts('cd web && npm test | tee out.log; rm -rf build', 'program')).toEqual(['cd', 'npm', 'tee', 'rm'])
    expect(parts('A=1 B=2 node x.js', 'program')).toEqual(['node'])
  })

  it('show what joins and redirects', () => {
    expect(parts('a && b || c; d | e > f 2>&1 < g &', 'operator')).toEqual(['&&', '||', ';', '|', '>', '2>&1', '<', '&'])
  })

  it('take no target of a redirection for a program', () => {
    expect(parts('cat a > b', 'program')).toEqual(['cat'])
  })

  it('show what the shell would replace', () => {
    expect(parts('rm -rf $HOME/x "${A}" `id` $(id) *.log', 'expansion')).toEqual(['$HOME', '"${A}"', '`id`', '$(id)', '*.log'])
  })

  it('see no operator inside of quotes', () => {
    expect(parts(`echo 'a && b' "c | d"`, 'operator')).toEqual([])
    expect(parts(`echo '$HOME'`, 'expansion')).toEqual([])
  })

  it('follow arithmetic, and mark neither its brackets nor the text after it', () => {
    const loop = 'for i in 1 2; do printf "%s" $((i*5)) "####"; done'
    expect(parts(loop, 'program')).toEqual(['printf'])
    expect(parts(loop, 'expansion')).toEqual(['$((i*5))'])
    expect(parts(loop, 'operator')).toEqual([';', ';'])
  })

  it('name the program after a word of the shell, never that word', () => {
    expect(parts('if [ -e x ]; then rm x; else touch x; fi', 'program')).toEqual(['rm', 'touch'])
    expect(parts('(cd a && ls) || echo $(date) done', 'program')).toEqual(['cd', 'ls', 'echo'])
    expect(parts('ls\n"my tool" x\nfoo"bar" # rm -rf x', 'program')).toEqual(['ls'])
  })

  it('are all plain where the line cannot be followed', () => {
    for (const line of [
      'cat <<EOF\nrm x\nEOF',
      'echo "half; rm x',
      'case $x in a) rm x;; esac',
      'a ) b',
      'echo $(( 1 + 2',
      'echo "$(echo "a; rm b")"',
      'echo "`ls "a; rm b"`"',
    ])
      expect(commandParts(line), line).toEqual([{ kind: 'plain', text: line }])
  })
})
