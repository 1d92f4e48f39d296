import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { decide } from '../../../../main/approval/policy'
import { matchRules, offersFor } from '../../../../main/approval/rules'
import type { Rule } from '../../../../shared/rules'
import { approverFor, firstSettings, makeProject, running } from './sample-project'

const place = makeProject()
const { project } = place
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}
const scripts = (of: Readonly<Record<string, string>>) => write('package.json', JSON.stringify({ scripts: of }))

/** The rule that a person makes with the widest offer of a command, as it is now. */
async function made(command: string, which: 'widest' | 'narrowest' = 'widest'): Promise<readonly Rule[]> {
  const offer = offersFor(await approver.judge(running(command, project))).at(which === 'widest' ? -1 : 0)
  if (!offer) throw new Error(`No offer for ${command}`)
  return offer.subjects.map((subject, at) => ({
    id: `${at}`,
    decision: 'allow',
    subject,
    scope: { kind: 'always' },
    madeAt: 1,
    scripts: offer.scripts,
  }))
}

async function decisionOn(command: string, rules: readonly Rule[]) {
  const judged = await approver.judge(running(command, project))
  return decide({ ...judged, rules: matchRules(rules, judged, { taskId: 't', folder: project, now: 2 }) }, firstSettings)
}

describe('a rule over what the project itself says', () => {
  it('holds when a file is only touched, and falls when its content changes though its time is put back', async () => {
    write('x.sh', 'echo\n')
    chmodSync(join(project, 'x.sh'), 0o755)
    utimesSync(join(project, 'x.sh'), 1, 1)
    const rules = await made('./x.sh')
    expect((await decisionOn('./x.sh', rules)).kind).toBe('allow')
    utimesSync(join(project, 'x.sh'), 9, 9)
    expect((await decisionOn('./x.sh', rules)).kind).toBe('allow')
    write('x.sh', 'exit\n')
    utimesSync(join(project, 'x.sh'), 1, 1)
    expect(await decisionOn('./x.sh', rules)).toEqual({
      kind: 'ask',
      reason: expect.stringMatching(/^your rule for exactly ".\/x\.sh" in .* does not hold here: \.\/x\.sh has changed$/),
    })
  })

  it('says what a script of package.json was and is', async () => {
    scripts({ build: 'tsc', lint: 'x' })
    const rules = await made('npm run build')
    scripts({ lint: 'y', build: 'tsc' })
    expect((await decisionOn('npm run build -- --watch', rules)).kind).toBe('allow')
    scripts({ build: 'tsc && touch MARK' })
    expect((await decisionOn('npm run build', rules)).reason).toBe(
      'your rule for npm run build with any arguments does not hold here: the script build of package.json was "tsc" and is now "tsc && touch MARK"',
    )
    scripts({ build: 'tsc', prebuild: 'touch MARK' })
    expect((await decisionOn('npm run build', rules)).reason).toContain(
      'the script prebuild of package.json was not there then, and is "touch MARK"',
    )
    scripts({})
    expect((await decisionOn('npm run build', rules)).reason).toContain('the script build of package.json is no longer there')
  })

  it.each([
    ['npm test', 'npm run all', { all: 'x' }],
    ['npm t', 'run-s lint:*', { 'lint:a': 'x' }],
    ['npm test', 'concurrently "npm:other" && yarn other', { other: 'x' }],
  ])('falls for %s when a script changes that "%s" calls', async (command, text, others) => {
    scripts({ ...others, test: text })
    const rules = await made(command)
    expect((await decisionOn(command, rules)).kind).toBe('allow')
    scripts({ ...Object.fromEntries(Object.keys(others).map((name) => [name, 'touch MARK'])), test: text })
    expect((await decisionOn(command, rules)).kind).toBe('ask')
  })

  it.each([
    ['npm run build', 'tools/build.mjs', { build: 'FOO=1 node --import=./tools/hook.mjs tools/build.mjs' }],
    ['npm run build', 'tools/hook.mjs', { build: 'FOO=1 node --import=./tools/hook.mjs tools/build.mjs' }],
    ['npm run build', 'tools/b.sh', { build: 'true && tools/b.sh x' }],
    ['npm run build', 'Makefile', { build: 'make all' }],
    ['make test', 'Makefile', {}],
    ['make test', 'GNUmakefile', {}],
    ['cd sub && ./y.sh', 'sub/y.sh', {}],
    ['./gradlew test', 'gradlew', {}],
    ['./gradlew test', 'build.gradle', {}],
    ['python3 tools/x', 'tools/x', {}],
    ['timeout 5 bash tools/b.sh', 'tools/b.sh', {}],
    ['cd sub/deep; npm test', 'package.json', { test: 'x' }],
    ['npm ci', 'package.json', {}],
    ['npm test --workspace=sub', 'sub/package.json', { test: 'x' }],
  ])('falls for %s when %s changes', async (command, file, own) => {
    for (const each of [
      'tools/build.mjs',
      'tools/hook.mjs',
      'tools/b.sh',
      'sub/y.sh',
      'gradlew',
      'tools/x',
      'sub/deep/z',
      'Makefile',
      'build.gradle',
    ])
      write(each, 'old\n')
    rmSync(join(project, 'GNUmakefile'), { force: true })
    scripts(own)
    const rules = await made(command, 'narrowest')
    expect((await decisionOn(command, rules)).kind).toBe('allow')
    write(file, file === 'package.json' ? '{"scripts":{"test":"touch MARK"}}' : 'new\n')
    expect((await decisionOn(command, rules)).kind).toBe('ask')
  })

  it('holds for a program by its words only where the same scripts run', async () => {
    scripts({ test: 'x' })
    const rules = await made('npm test')
    write('sub/package.json', '{"scripts":{"test":"touch MARK"}}')
    for (const command of ['cd sub && npm test', 'npm test -w sub', 'npm test --workspace=sub', 'npm test --workspaces'])
      expect([command, (await decisionOn(command, rules)).kind]).toEqual([command, 'ask'])
    expect((await decisionOn('npm test -- -w 2', rules)).kind).toBe('allow')
    const making = await made('make test')
    write('evil.mk', 'test:\n\ttouch MARK\n')
    for (const command of ['make test -f evil.mk', 'make test --file=evil.mk', 'make test SHELL=./x.sh'])
      expect([command, (await decisionOn(command, making)).kind]).toEqual([command, 'ask'])
  })

  it('never holds over what cannot be looked at, however it came to be so', async () => {
    scripts({ a: 'npm run b', b: 'npm run a' })
    expect((await decisionOn('npm run a', await made('npm run a'))).kind).toBe('allow')
    write('long.mjs', '')
    const deep = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`s${at}`, `npm run s${at + 1}`]))
    scripts(deep)
    expect((await decisionOn('npm run s0', await made('npm run s0'))).kind).toBe('ask')
    rmSync(join(project, 'x.sh'), { force: true })
    expect(
      (
        await decisionOn(
          './x.sh',
          (await made('npm run s0')).map((rule) => ({ ...rule, scripts: [] })),
        )
      ).kind,
    ).toBe('ask')
  })

  it('is not made for scripts that are too many or too long to look at, however they name each other', async () => {
    const many = (count: number, text: string) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, text]))
    for (const of of [many(2_000, `run-p ${'x* '.repeat(20)}`), { ...many(2_000, 'a'), x0: `run-p ${'y* '.repeat(200_000)}` }]) {
      scripts(of)
      const rules = await made('npm run x0')
      expect(rules[0]?.scripts?.length).toBeLessThan(200)
      expect((await decisionOn('npm run x0', rules)).reason).toContain('further calls cannot be looked at')
    }
  })
})
