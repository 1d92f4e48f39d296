import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMissing, loadBashGrammar } from '../../../../main/approval/bash-grammar'
import { judgeCommand } from '../../../../main/approval/judge-command'
import { runs } from '../../shared/runs'
import { readCorpus } from './corpus'

const grammar = await loadBashGrammar()
const context = { grammar, platform: 'linux', cwd: '/w/app', env: { HOME: '/home/u', USER: 'u', PATH: '/usr/bin' } }
const judge = (command: string) => judgeCommand(command, context)

const everyday = readCorpus('everyday-commands', '/w/app')
const mustAsk = readCorpus('must-ask-commands')
const pieces = fc.constantFrom(
  ...'ls cat rm touch echo git status diff -c --output=x find . -exec {} ; + | & && || ; ( ) { } < > >> << <<< <( >( $( ` \' " \\ $x ${x} ${x:=y} $((1)) * ? [a] ~ ! # = if then fi for in do done while case esac [[ ]] function x=1 \n \t EOF sed -i s/a/b/w awk xargs -0 sudo env'.split(
    ' ',
  ),
  ' ',
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...everyday, ...mustAsk), fc.constantFrom(...everyday, ...mustAsk), fc.nat(), fc.nat())
    .map(([one, other, from, to]) => one.slice(0, from % (one.length + 1)) + other.slice(to % (other.length + 1))),
)

describe('judging any text', () => {
  it('has the grammar', () => expect(isMissing(grammar)).toBe(false))

  it('never throws, never loops, and gives places that lie in the text', () => {
    fc.assert(
      fc.property(text, (command) => {
        const { programs } = judge(command)
        for (const { start, end } of programs) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(command.length)
        }
      }),
      { numRuns: runs(3_000) },
    )
  })

  it('decides in less than 5 ms for 2,000 characters, where nothing else runs', () => {
    const long = [
      'cat a | grep b; '.repeat(124),
      `echo ${'a '.repeat(900)}`,
      `ls ${'"$HOME" '.repeat(240)}`,
      `${'('.repeat(900)}ls${')'.repeat(900)}`,
      '$('.repeat(900),
      `echo ${'{a,b}'.repeat(300)}`,
      '`'.repeat(1_900),
      `${'[[ '.repeat(600)}`,
    ]
    for (const command of long) {
      judge(command)
      // The shortest of several, and four times the figure: other tests run on the same machine, which may be a slow one.
      const times = Array.from({ length: 40 }, () => {
        const started = performance.now()
        judge(command)
        return performance.now() - started
      })
      const shortest = Math.min(...times)
      console.log(`${command.length} characters (${command.slice(0, 12)}…): ${shortest.toFixed(2)} ms`)
      expect(shortest).toBeLessThan(4 * 5)
    }
  })
})

describe('quoting', () => {
  const words = [
    'touch MARK',
    'rm -rf x',
    'git push',
    'sort -o x y',
    'find . -delete',
    'npm test',
    'curl x',
    'sed -i s/a/b/ x',
    'git -c a=b log',
    'awk BEGIN{system("x")} y',
  ]
  const quoted = (word: string, how: number): string => {
    if (how === 0) return `'${word}'`
    if (how === 1) return `"${word.replace(/["$`\\]/g, '\\$&')}"`
    if (how === 2) return word.replace(/[^\w]/g, '\\$&')
    const half = Math.floor(word.length / 2)
    return how === 3 ? `${word.slice(0, half).replace(/[^\w]/g, '\\$&')}'${word.slice(half)}'` : `""'${word}'`
  }

  it('in another way never makes an unsafe command safe', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.array(fc.nat(4), { minLength: 8, maxLength: 8 }), (command, how) => {
        const other = command
          .split(' ')
          .map((word, index) => quoted(word, how[index] ?? 0))
          .join(' ')
        expect(judge(other).isHarmless).toBe(false)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('keeps a safe command as it is: the same words, the same paths', () => {
    const safe = ['cat a b', 'grep -rn foo src', 'ls -la src', 'git log --oneline -3', 'head -n 5 README.md', 'sed -n 1,5p a', 'wc -l a']
    fc.assert(
      fc.property(fc.constantFrom(...safe), fc.array(fc.nat(4), { minLength: 8, maxLength: 8 }), (command, how) => {
        const other = command
          .split(' ')
          .map((word, index) => quoted(word, how[index] ?? 0))
          .join(' ')
        const [plain, changed] = [judge(command), judge(other)]
        expect(changed.isHarmless).toBe(true)
        expect(changed.programs.flatMap(({ reads }) => reads)).toEqual(plain.programs.flatMap(({ reads }) => reads))
      }),
      { numRuns: runs(500) },
    )
  })
})
