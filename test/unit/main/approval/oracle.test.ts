import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, afterAll, describe, expect, it } from 'vitest'
import { createApprover } from '../../../../main/approval/approver'
import type { ProgramJudgement } from '../../../../main/approval/command-judgement'
import { judgeCommand } from '../../../../main/approval/judge-command'
import { createFiles } from '../../../../main/workspace/files'
import { runs } from '../../shared/runs'
import { firstSettings, grammar, running } from './sample-project'

const BASH = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path))
const root = realpathSync(mkdtempSync(join(tmpdir(), 'oracle-')))
const [project, stubs, home] = ['app', 'bin', 'home'].map((name) => join(root, name)) as [string, string, string]
const ran = join(root, 'ran')
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Programs that do more than read: here they only write down that they were started. */
const NOT_READING = 'touch rm mv cp tee mkdir ln chmod npm npx node python3 curl wget ssh sudo dd sponge evil make env_x git'.split(' ')
/** Programs of the system that may really run in the folder. */
const READING =
  'ls cat head tail wc grep sed awk sort uniq cut tr find xargs basename dirname stat diff seq sleep date env nice timeout bash sh'.split(
    ' ',
  )

const PATH = stubs

function prepare(): void {
  for (const folder of [join(project, 'src'), stubs, home]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(project, 'a.txt'), 'one\ntwo\nMARK\n')
  writeFileSync(join(project, 'src', 'b.ts'), 'export const b = 1\n')
  // Names that would do something if a shell or a program took them for words of its own.
  for (const name of ['-oMARK', '-exec', 'touch', '5', 'x -o MARK', 'b[$(touch MARK)0]', '-v', '>MARK', ';touch MARK'])
    writeFileSync(join(project, 'src', name), 'x\n')
  for (const name of NOT_READING) write(name, `#!/bin/sh\necho ${name} >> ${ran}\n`)
  for (const name of READING) {
    const real = [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path))
    if (real) write(name, `#!/bin/sh\nexec ${real} "$@"\n`)
  }
}

function write(name: string, script: string): void {
  writeFileSync(join(stubs, name), script)
  chmodSync(join(stubs, name), 0o755)
}

/** Names, sizes and times of everything in the project. */
function picture(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      const { size, mtimeMs, mode } = lstatSync(path)
      return `${path} ${size} ${mtimeMs} ${mode}${entry.isDirectory() ? picture(path) : ''}`
    })
    .join('\n')
}

const program = fc.constantFrom(
  'ls',
  'cat',
  'head',
  'echo',
  'grep',
  'sed',
  'awk',
  'sort',
  'find',
  'xargs',
  'uniq',
  'env',
  'bash',
  'touch',
  'rm',
  'tee',
  'git',
  'test',
  'printf',
  'cd',
  'date',
  'tr',
  'evil',
  'timeout',
  'command',
)
const word = fc.constantFrom(
  'a.txt',
  'src',
  'src/b.ts',
  '*',
  '*.txt',
  'src/*',
  '.',
  'MARK',
  '-n',
  '-l',
  '-r',
  '-o',
  '-i',
  '-u',
  '-c',
  '-e',
  '-exec',
  '-delete',
  '-name',
  '-type',
  'f',
  '{}',
  '+',
  '\\;',
  '-print0',
  '-0',
  '1p',
  'w MARK',
  "'w MARK'",
  "'s/a/b/w MARK'",
  '\'{print > "MARK"}\'',
  "'{print $1}'",
  '"$HOME"',
  '$HOME',
  '$x',
  '"$x"',
  '$(touch MARK)',
  '`touch MARK`',
  '"$(evil)"',
  '${x:=$(touch MARK)}',
  '<(touch MARK)',
  '>(tee MARK)',
  "'a b'",
  '"a b"',
  'a\\ b',
  'a\'b\'"c"',
  '{a.txt,src}',
  '~',
  "$'a'",
  'x=1',
  '!',
  '#',
  '2>&1',
  '> MARK',
  '>> MARK',
  '2>/dev/null',
  '< a.txt',
  '<<< x',
  '&> MARK',
  '--output=MARK',
  '-oMARK',
  "'touch MARK'",
  '"touch MARK"',
  "'ls; touch MARK'",
  '5',
  '--',
  '-',
)
const simple = fc.tuple(program, fc.array(word, { maxLength: 5 })).map(([name, words]) => [name, ...words].join(' '))
const joint = fc.constantFrom(' ; ', ' && ', ' || ', ' | ', ' & ', '\n', ' |& ', ';', '|')
const wrapped = fc
  .tuple(
    simple,
    fc.constantFrom(
      '$',
      '($)',
      '{ $; }',
      '! $',
      'if $; then ls; fi',
      'for x in a.txt src; do $; done',
      'while false; do $; done',
      "bash -c '$'",
      'timeout 2 $',
      'time $',
      'cat <<EOF\n$\nEOF',
      "cat <<'EOF'\n$\nEOF\nls",
      '[ -f a.txt ] && $',
      'case a in a) $;; esac',
      'cd src && $',
      '(cd src; $)',
      'for f in src/*; do $ "$f"; done',
      'for f in *; do $ $f; done',
      'find src -type f -exec $ {} +',
      'find src -type f -print0 | xargs -0 $',
      'find src -type f | xargs $',
      '[ $ ]',
      '[[ $ ]]',
      'test $',
      'env $',
      'nice $',
      'command $',
      '$ | xargs -n 1 echo',
      'while read -r x; do $; done < a.txt',
      'echo "$"',
      'f() { $; }; f',
    ),
  )
  .map(([inner, shape]) => shape.replace('$', () => inner))
const line = fc
  .array(fc.tuple(wrapped, joint), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([text, join_], index) => (index === parts.length - 1 ? text : text + join_)).join(''))

describe('real bash', () => {
  beforeEach(({ skip }) => skip(!BASH, 'there is no bash on this machine'))

  it('changes no file and starts no other program with what passes unasked', { timeout: 900_000 }, async () => {
    prepare()
    const before = picture(project)
    const files = createFiles(project)
    const approver = createApprover(
      () => firstSettings,
      (path) => files.resolve(path),
      'linux',
      { env: { HOME: home, PATH }, grammar },
    )
    let tried = 0
    let allowed = 0
    await fc.assert(
      fc.asyncProperty(line, async (command) => {
        tried += 1
        if ((await approver.decide(running(command, project))).kind !== 'allow') return
        allowed += 1
        runInBash(command)
        const started = startedPrograms()
        expect({ command, started, after: picture(project) }).toEqual({ command, started: [], after: before })
      }),
      { numRuns: runs(1_500) },
    )
    console.log(`oracle: ${allowed} of ${tried} lines passed and were run in bash; no file was changed`)
    expect(allowed).toBeGreaterThan(10)
  })

  /** What a careless judge would let pass: each is a way in which a judgement could be wrong. */
  const planted: Readonly<Record<string, (program: ProgramJudgement) => boolean>> = {
    redirections: ({ why }) => why.endsWith('by redirection'),
    deletions: ({ kind }) => kind === 'deletes',
    'programs that write': ({ kind }) => kind === 'writes',
    'programs that are not in the tables': ({ why }) => why.endsWith('is not on the list of programs that only read'),
    'places that were not understood': ({ kind, words }) => kind === 'unknown' && words.length === 0,
  }

  it.each(Object.entries(planted))('finds out a judge that overlooks %s', async (_, overlooks) => {
    prepare()
    const context = { grammar: await grammar.load(), platform: 'linux', cwd: project, env: { HOME: home, PATH } }
    const before = picture(project)
    const found = fc.sample(line, { numRuns: 4_000, seed: 1 }).find((command) => {
      const { programs } = judgeCommand(command, context)
      const letsPass = programs.some(overlooks) && programs.every((program) => program.isHarmless || overlooks(program))
      if (!letsPass) return false
      runInBash(command)
      return startedPrograms().length > 0 || picture(project) !== before
    })
    rmSync(project, { recursive: true, force: true })
    rmSync(ran, { force: true })
    expect(found).toBeDefined()
  })
})

function runInBash(command: string): void {
  spawnSync(BASH ?? 'bash', ['--norc', '-c', command], {
    cwd: project,
    env: { HOME: home, PATH },
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 3_000,
  })
}

/** But git, of which the stub cannot know whether it would have read. */
const startedPrograms = (): readonly string[] =>
  existsSync(ran)
    ? readFileSync(ran, 'utf8')
        .split('\n')
        .filter((name) => name !== '' && name !== 'git')
    : []
