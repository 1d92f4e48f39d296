import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { decide } from '../../../../main/approval/policy'
import { holds, matchRules, offersFor } from '../../../../main/approval/rules'
import type { Rule, RuleSubject } from '../../../../shared/rules'
import { noEffects } from '../../../../shared/effects'
import { approverFor, firstSettings, makeProject, running } from './sample-project'

const place = makeProject()
const { project } = place
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

const context = { taskId: 't1', folder: project, now: 1_000 }
const rule = (subject: RuleSubject, more: Partial<Rule> = {}): Rule => ({
  id: 'r',
  decision: 'allow',
  subject,
  scope: { kind: 'always' },
  madeAt: 1,
  ...more,
})
const program = (...words: string[]): RuleSubject => ({ kind: 'program', words })
const exactly = (command: string): RuleSubject => ({ kind: 'command', command, cwd: project })
const judge = (command: string) => approver.judge(running(command, project))
/** What rules say that were made while the project's scripts were as they are. */
const verdict = async (command: string, ...rules: Rule[]) => {
  const judged = await judge(command)
  const scripts = judged.executes.flatMap(({ programs }) => programs.flatMap((each) => each.scripts ?? []))
  const bound = rules.map((each) => ({ scripts, ...each }))
  return matchRules(bound, judged, context).decision
}

describe('rules that may be offered', () => {
  it.each([
    ['git push origin main', 'git push with any arguments'],
    ['npm run build', 'npm run build with any arguments'],
    ['npm test', 'npm test with any arguments'],
    ['npm test && git add src', 'npm test, git add with any arguments'],
    ['docker compose up -d', 'docker compose up with any arguments'],
    ['prettier --write src', 'prettier with any arguments'],
    ['ls && npm test', 'npm test with any arguments'],
    ['timeout 5 npm test', 'npm test with any arguments'],
  ])('for %s: %s', async (command, words) => {
    expect(offersFor(await judge(command)).map((offer) => offer.words)).toEqual(['exactly this command, in this folder', words])
  })

  it.each(
    'bash x.sh|bash -c "npm test"|sh -c "touch x"|env FOO=1 npm test|sudo npm test|python x.py|python3 -m pytest|node x.js|npx eslint|find . -exec rm {} \\;|git -c a=b push|git -C sub push|xargs npm test < a.txt|ssh h ls|npm exec eslint|docker run x|go run .|eval "npm test"|./x.sh|curl x|sort -o x y|git grep -O foo|npm test > out.txt|FOO=1 npm test|npm test $x|npm test $(cat x)|npm install --prefix /x y|git push --receive-pack=./x|make|git|npm|tar xf a.tar|rm a.txt|f() { ls; }; f'.split(
      '|',
    ),
  )('for %s: exactly this command at most', async (command) => {
    expect(offersFor(await judge(command)).filter(({ subjects }) => subjects.some(({ kind }) => kind === 'program'))).toEqual([])
  })

  it('for nothing that stays forbidden or protected', async () => {
    for (const command of ['rm -rf ~', 'touch .envrc', 'echo x > .git/config']) expect(offersFor(await judge(command))).toEqual([])
  })

  it('for a folder, by its own name', () => {
    const path = { display: 'src/a.ts', real: '/home/u/app/src/a.ts', inside: true }
    expect(offersFor({ ...noEffects, executes: [], writes: [path] })).toMatchObject([
      {
        subjects: [{ kind: 'folder', path: '/home/u/app/src', access: 'write' }],
        words: 'changing any file in the folder src (/home/u/app/src)',
      },
    ])
    expect(offersFor({ ...noEffects, executes: [], reads: [{ display: '/etc/x', real: '/etc/x', inside: false }] })).toEqual([])
  })

  it('and what is offered covers what was asked about', async () => {
    for (const command of ['git push origin main', 'npm run build', 'npm test && git add src', 'touch src/x', 'prettier --write src'])
      for (const { subjects } of offersFor(await judge(command)))
        expect(await verdict(command, ...subjects.map((subject) => rule(subject)))).toBe('allow')
  })
})

describe('rules that hold', () => {
  it('cover the words that were read, however they are quoted, and no beginning of a text', async () => {
    expect(await verdict('git push', rule(program('git', 'push')))).toBe('allow')
    expect(await verdict(`g'it' "push" --force`, rule(program('git', 'push')))).toBe('allow')
    expect(await verdict('git pushx', rule(program('git', 'push')))).toBeUndefined()
    expect(await verdict('git -c x=y push', rule(program('git', 'push')))).toBeUndefined()
    expect(await verdict('npm testx', rule(program('npm', 'test')))).toBeUndefined()
  })

  it('have to cover every program of a command', async () => {
    expect(await verdict('npm test && git push', rule(program('npm', 'test')))).toBeUndefined()
    expect(await verdict('npm test && git push', rule(program('npm', 'test')), rule(program('git', 'push')))).toBe('allow')
    for (const command of [
      'npm test; touch x',
      'npm test | tee x',
      'npm test $(touch x)',
      'npm test > x',
      'npm test &',
      'x=1 npm test',
      'npm test `touch x`',
      'sudo npm test',
      'npm test <(touch x)',
      'npm test\ntouch x',
    ])
      expect(await verdict(command, rule(program('npm', 'test')))).toBeUndefined()
  })

  it('say nothing of what lies outside of the project', async () => {
    expect(await verdict('touch ../out/x', rule(program('touch')))).toBeUndefined()
    expect(await verdict('touch ../out/x', rule(program('touch')), rule({ kind: 'folder', path: place.outside, access: 'write' }))).toBe(
      'allow',
    )
    expect(await verdict('cat ../out/s.txt', rule({ kind: 'folder', path: place.outside, access: 'read' }))).toBe('allow')
    expect(await verdict('cat ../out/s.txt', rule({ kind: 'folder', path: `${place.outside}x`, access: 'read' }))).toBeUndefined()
  })

  it('are no way around the words that were never offered', async () => {
    const planted = ['bash', 'env', 'sudo', 'xargs', 'node', 'git', 'npm', 'find', '', 'python3']
    for (const word of planted) expect(await verdict(`${word} x`, rule(program(word)))).toBeUndefined()
    expect(await verdict('npm test', rule(program()))).toBeUndefined()
  })

  it('die with their task, hold in their project, and until their time', () => {
    const task = rule(program('a'), { scope: { kind: 'task', taskId: 't1' } })
    const own = rule(program('a'), { scope: { kind: 'project', folder: project } })
    expect(holds(task, context)).toBe(true)
    expect(holds(task, { ...context, taskId: 't2' })).toBe(false)
    expect(holds(own, context)).toBe(true)
    expect(holds(own, { ...context, folder: '/elsewhere' })).toBe(false)
    expect(holds(rule(program('a'), { until: 1_001 }), context)).toBe(true)
    expect(holds(rule(program('a'), { until: 1_000 }), context)).toBe(false)
  })

  it('hold in this order: deny, ask, allow', async () => {
    const [allow, ask, deny] = (['allow', 'ask', 'deny'] as const).map((decision) => rule(program('git', 'push'), { decision })) as [
      Rule,
      Rule,
      Rule,
    ]
    expect(await verdict('git push', allow, ask, deny)).toBe('deny')
    expect(await verdict('git push', allow, ask)).toBe('ask')
    expect(await verdict('ls && git push', deny, allow)).toBe('deny')
    expect(await verdict('sudo git push', deny)).toBe('deny')
    for (const command of [
      'bash -c "git push"',
      'git -C sub push',
      'git push $x',
      'git push *',
      'find . -exec git push {} \\;',
      'xargs git push',
      'if true; then git push; fi',
      '(git push)',
      'g"i"t push',
      'echo $(git push)',
      'env git push',
      'git push &',
    ])
      expect([command, await verdict(command, deny)]).toEqual([command, 'deny'])
    expect(await verdict('git status', rule(program('git', 'status'), { decision: 'deny' }))).toBe('deny')
  })

  it('never allow what is stopped, protected or barred by plan mode', async () => {
    const rules = [rule(exactly('rm -rf ~')), rule(exactly('touch .envrc')), rule(exactly('touch x'))]
    for (const [command, kind, mode] of [
      ['rm -rf ~', 'refuse', 'act'],
      ['touch .envrc', 'ask', 'act'],
      ['touch x', 'allow', 'act'],
      ['touch x', 'refuse', 'plan'],
    ] as const) {
      const judged = await judge(command)
      expect(decide({ ...judged, rules: matchRules(rules, judged, context) }, { ...firstSettings, mode }).kind).toBe(kind)
    }
  })

  it('never make a decision looser by a rule that asks or denies', async () => {
    const commands = await Promise.all(['ls', 'git push', 'npm test && git push', 'rm -rf ~', 'touch x', 'cat ../out/s.txt'].map(judge))
    const subject = fc.constantFrom<RuleSubject>(program('git', 'push'), program('npm', 'test'), program('ls'), exactly('touch x'), {
      kind: 'folder',
      path: place.outside,
      access: 'read',
    })
    const rank = { allow: 0, ask: 1, refuse: 2 }
    fc.assert(
      fc.property(
        fc.array(subject, { maxLength: 3 }),
        subject,
        fc.constantFrom('ask', 'deny'),
        fc.constantFrom(...commands),
        (allowed, added, decision, judged) => {
          const some = allowed.map((each) => rule(each))
          const kindWith = (rules: readonly Rule[]) =>
            rank[decide({ ...judged, rules: matchRules(rules, judged, context) }, firstSettings).kind]
          expect(kindWith([...some, rule(added, { decision: decision })])).toBeGreaterThanOrEqual(kindWith(some))
        },
      ),
    )
  })
})

describe('words that could turn a rule about a program into a rule about others', () => {
  it.each(
    'python3.11 x.py|node20 x.js|tsx x.ts|nodemon x.js|sqlite3 x|nvim x|git difftool|git mergetool|npm create x|npm init x|npm explore x -- touch y|yarn create x|yarn node x|git submodule foreach "touch x"|git submodule --quiet foreach "touch x"|git bisect run ./x'.split(
      '|',
    ),
  )('for %s: exactly this command at most', async (command) => {
    expect(offersFor(await judge(command)).filter(({ subjects }) => subjects.some(({ kind }) => kind === 'program'))).toEqual([])
  })

  it.each([
    ['git submodule', 'git submodule foreach "touch MARK"'],
    ['git submodule', 'git submodule --quiet foreach "touch MARK"'],
    ['git bisect', 'git bisect run ./x.sh'],
    ['go test', 'go test -exec ./x.sh'],
    ['go build', 'go build -toolexec=./x.sh'],
    ['gradle build', 'gradle build --init-script x'],
    ['npm test', 'npm test --script-sh*'],
    ['npm test', "for f in a --script-shell=./x.sh; do npm test ''$f; done"],
    ['npm test', 'for f in --script-shell=./x.sh a; do npm test ${f}; done'],
    ['make test', 'make test SHELL=./x.sh'],
  ])('the rule "%s" does not cover %s', async (words, command) => {
    expect([command, await verdict(command, rule(program(...words.split(' '))))]).toEqual([command, undefined])
  })
})

describe('a rule that forbids or asks', () => {
  const deny = rule(program('git', 'push'), { decision: 'deny' })

  it('holds whatever flags stand between its words', async () => {
    for (const command of ['git --no-pager push', 'git push --force', 'git -c a=b push', 'git --git-dir x push', 'sudo git -p push'])
      expect([command, await verdict(command, deny)]).toEqual([command, expect.stringMatching(/^deny$|^ask$/)])
    expect(await verdict('git --no-pager push', deny)).toBe('deny')
    for (const command of ['git log push', 'git commit -m push', 'git pull', 'echo git push'])
      expect([command, await verdict(command, deny)]).toEqual([command, undefined])
  })

  it.each([
    'a=git; $a push',
    'f() { git push; }; f',
    '$(echo git) push',
    'git $x',
    'for c in pull push; do git $c; done',
    'eval "git push"',
    'git pu?h',
    '/usr/bin/g?t push',
    `git ${'a '.repeat(2_000)}`,
    "$'git' push",
    '{git,push}',
    'sh -c "git push" x',
    'echo push | xargs git',
  ])('asks for %j, which it may be about, also where all else is approved', async (command) => {
    const judged = await judge(command)
    const decision = decide({ ...judged, rules: matchRules([deny], judged, context) }, { ...firstSettings, approveAll: true })
    expect([command, decision.kind]).toEqual([command, expect.stringMatching(/^ask$|^refuse$/)])
  })
})
