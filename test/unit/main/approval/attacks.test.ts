import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { matchRules } from '../../../../main/approval/rules'
import type { ApprovalSettings } from '../../../../main/approval/policy'
import { strictestActions } from '../../../../shared/settings'
import type { Rule } from '../../../../shared/rules'
import { readCorpus } from './corpus'
import { approverFor, firstSettings, makeProject, running } from './sample-project'

const place = makeProject()
const { project } = place
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

const decide = (command: string, cwd = project) => approver.decide(running(command, cwd))
const all: ApprovalSettings['actions'] = {
  ...strictestActions,
  readFiles: true,
  editFiles: true,
  executeSafeCommands: true,
  executeAllCommands: true,
}
const yolo = approverFor(place, { ...firstSettings, approveAll: true })
const plan = approverFor(place, { ...firstSettings, mode: 'plan' })

describe('attacks with a rule in force', () => {
  /** A rule for every program that the attack rows assume to be allowed. */
  const names =
    'ls|echo|cat|npm run build|./gradlew test|git log|git ls-remote|npm ls|find|git|git grep|git submodule|git commit|git diff|npm exec|npx|sed|awk|tar|ssh|python3|perl|env|xargs|command|nice|[[|((|trap|source|test|printf|true|sort|man|vim|split|tee|wget|dd|zip|cd|bash -n|sudo|curl|ping|busybox'
  const rules = names.split('|').map(
    (name, index): Rule => ({
      id: `${index}`,
      decision: 'allow',
      subject: { kind: 'program', words: name.split(' ') },
      scope: { kind: 'always' },
      madeAt: 0,
    }),
  )
  // Rows of section 1 stand first in the corpus; what comes behind is ours.
  const rows = readCorpus('must-ask-commands').slice(0, 84)

  it.each(rows)('asks for %j all the same', async (command) => {
    const verdict = matchRules(rules, await approver.judge(running(command, project)), { taskId: 't', folder: project, now: 0 })
    expect(verdict.decision).not.toBe('allow')
  })
})

describe('commands of Windows', () => {
  it.each([
    'git status & echo x>MARK',
    'echo %COMSPEC:~0,1%&echo x>MARK',
    'ls; ./x.ps1',
    'npm run test -- --grep x; ./x.ps1',
    'echo hi; [IO.File]::WriteAllText("MARK","")',
    'Get-Content a.txt | % { iex $_ }',
    'ls –Recurse –OutBuffer 1',
    'Get-Content \\\\198.51.100.7\\s\\x',
    'cd..; Get-Content secret.txt',
    'ls -OutVariable PSDefaultParameterValues',
    'git status `\n; echo x>MARK',
    'node.exe a.js & del /q *',
    'dir',
    'ls',
    'git status',
  ])('%j asks', async (command) => {
    expect((await approverFor(place, firstSettings, 'win32').decide(running(command, project))).kind).toBe('ask')
  })
})

describe('paths of commands', () => {
  it('follows links, and takes .. away from where they lead', async () => {
    expect(await decide('cat sub/links/file.txt')).toEqual({
      kind: 'ask',
      reason: `reads outside the project: ${join(place.outside, 's.txt')}`,
    })
    expect(await decide('cat sub/links/*')).toMatchObject({ kind: 'ask' })
    expect(await decide('ls sub/links/*/')).toMatchObject({ kind: 'ask' })
    expect(await decide('cat sub/*/folder/s.txt')).toMatchObject({ kind: 'ask' })
    expect(await decide('cat sub/*/*/*')).toMatchObject({ kind: 'ask' })
    expect(await decide('cat sub/links/[]f]*')).toMatchObject({ kind: 'ask' })
    expect(await decide('cat sub/links/[!x]ile.txt')).toMatchObject({ kind: 'ask' })
    expect(await decide(`cat ${'*'.repeat(1_900)}`)).toMatchObject({ kind: 'ask' })
    expect(await decide(`cat ${'*a'.repeat(90)}`)).toMatchObject({ kind: 'allow' })
    expect(await decide('cat sub/links/folder/s.txt')).toMatchObject({ kind: 'ask' })
    // From the text this would be sub/links/x.txt.
    expect(await decide('ls sub/links/folder/../out')).toMatchObject({ kind: 'ask' })
    expect(await decide('cd sub/links/folder && ls')).toMatchObject({ kind: 'ask' })
    expect(await decide('cat sub/*.txt')).toMatchObject({ kind: 'allow' })
  })

  it('sees a folder beside the project with the same beginning as outside', async () => {
    mkdirSync(join(place.root, 'app-evil'))
    writeFileSync(join(place.root, 'app-evil', 's.txt'), 'x')
    expect(await decide('cat ../app-evil/s.txt')).toMatchObject({
      kind: 'ask',
      reason: `reads outside the project: ${place.root}/app-evil/s.txt`,
    })
    expect(await decide(`cat ${place.root}/app-evil/s.txt`)).toMatchObject({ kind: 'ask' })
  })

  it('asks where a name would be taken for a flag', async () => {
    mkdirSync(join(project, 'flags'))
    writeFileSync(join(project, 'flags', '-oMARK'), '')
    writeFileSync(join(project, 'flags', 'x'), '')
    expect(await decide('cd flags && sort *')).toMatchObject({
      kind: 'ask',
      reason: 'runs a command: a file is called -oMARK, which would be taken for a flag',
    })
    expect(await decide('sort flags/*')).toMatchObject({ kind: 'allow' })
  })

  it('asks for git where the project names a program in its settings, or is a repository without a folder of its own', async () => {
    expect(await decide('git status')).toMatchObject({ kind: 'allow' })
    const inner = join(project, 'inner')
    mkdirSync(join(inner, '.git'), { recursive: true })
    writeFileSync(join(inner, '.git', 'config'), '[core]\n\tfsmonitor = ./x.sh\n')
    expect(await decide('git -C inner status')).toMatchObject({ kind: 'ask' })
    expect(await decide('cd inner && git status')).toMatchObject({ kind: 'ask' })
    const bare = join(project, 'bare')
    for (const folder of ['objects', 'refs']) mkdirSync(join(bare, folder), { recursive: true })
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n')
    expect(await decide('cd bare && git log')).toMatchObject({ kind: 'ask' })
  })

  it('asks where the PATH leads into the project', async () => {
    const { createApprover } = await import('../../../../main/approval/approver')
    const { createFiles } = await import('../../../../main/workspace/files')
    const { grammar, environmentOf } = await import('./sample-project')
    for (const PATH of [`${project}/bin:/usr/bin`, '.:/usr/bin', '/usr/bin:']) {
      const files = createFiles(project)
      const own = createApprover(
        () => firstSettings,
        (path) => files.resolve(path),
        'linux',
        { env: { ...environmentOf(place.home), PATH }, grammar },
      )
      expect((await own.decide(running('ls', project))).kind).toBe('ask')
    }
  })

  it('asks for a package manager where the project says which one runs', async () => {
    expect(await decide('yarn --version')).toMatchObject({ kind: 'allow' })
    mkdirSync(join(project, 'pinned'))
    writeFileSync(join(project, 'pinned', 'package.json'), '{"packageManager":"yarn@9.9.9"}')
    expect(await decide('cd pinned && yarn list')).toMatchObject({ kind: 'ask' })
  })

  it('does not let names that find prints be split into others', async () => {
    expect(await decide("find src -name '*.ts' | xargs wc -l")).toMatchObject({ kind: 'allow' })
    mkdirSync(join(project, 'odd', 'x '), { recursive: true })
    writeFileSync(join(project, 'odd', 'x ', 'y'), '')
    expect(await decide('find odd -type f | xargs cat')).toMatchObject({ kind: 'ask' })
    expect(await decide('find odd -type f -print0 | xargs -0 cat')).toMatchObject({ kind: 'allow' })
    expect(await decide("find odd -type f -print0 -printf '/etc/passwd\\0' | xargs -0 cat")).toMatchObject({ kind: 'ask' })
    symlinkSync('/etc/passwd', join(project, 'odd', 'link'))
    expect(await decide('find odd -print0 | xargs -0 cat')).toMatchObject({ kind: 'ask' })
  })
})

describe('deleting', () => {
  it('says what is deleted, and how much', async () => {
    expect(await decide('rm -rf build')).toEqual({ kind: 'ask', reason: 'runs a command: deletes build (3 files)' })
    expect(await decide('rm a.txt b.txt')).toEqual({ kind: 'ask', reason: 'runs a command: deletes a.txt b.txt (2 files)' })
    expect(await decide('rm -rf gone')).toEqual({ kind: 'ask', reason: 'runs a command: deletes gone (no files now)' })
  })

  it.each([
    'rm -rf /',
    'rm -rf ~',
    'rm -rf "$HOME"',
    'rm -r ..',
    'rm -rf {project}',
    'rm -rf "$PWD"',
    'rm -fr ../out',
    'rm -rf ~/*',
    'rm -rf /*',
    'cd .. && rm -rf out',
    'sudo rm -rf /',
    "bash -c 'rm -rf ~'",
    'find ~ -delete',
    'find / -name x -exec rm -rf {} +',
    'find .. -print0 | xargs -0 rm -rf',
    'rm --recursive --force ../home',
    'rm -rf sub/links/folder/',
    'env rm -rf ~',
    'true && rm -rf ../out',
    'for d in ../out build; do rm -rf "$d"; done',
    'mv ~ x',
    'if true; then rm -rf ..; fi',
    'timeout 5 rm -rf /',
    'rm -rf build ..',
  ])('stops %s in every mode', async (text) => {
    const command = text.replace('{project}', project)
    expect((await decide(command)).kind).toBe('refuse')
    expect((await yolo.decide(running(command, project))).kind).toBe('refuse')
  })

  it.each([
    'rm -rf $DIR/x',
    'rm -rf "$(cat list)"',
    'x=src; rm -rf $x',
    'cat list | xargs rm -rf',
    'eval "rm -rf $x"',
    'rm -rf ${X:-/}',
    'rm -rf "${TMP}"/*',
    'f() { rm -rf "$1"; }; f /',
  ])('lets nobody but a person decide on %s', async (command) => {
    expect((await decide(command)).kind).toBe('ask')
    expect((await yolo.decide(running(command, project))).kind).toBe('refuse')
  })

  it('lets what is approved go on inside of the project', async () => {
    for (const command of ['rm -rf build', 'rm -rf node_modules/*', 'find . -name "*.tmp" -delete'])
      expect((await yolo.decide(running(command, project))).kind).toBe('allow')
  })
})

describe('what holds whatever is switched on', () => {
  const open = approverFor(place, { ...firstSettings, actions: all })
  it.each([
    'echo x > .git/config',
    'touch .envrc',
    'cp a.txt .npmrc',
    'mv a.txt .git/hooks/pre-commit',
    'ln -s x .vscode/tasks.json',
    'rm .gitattributes',
    'tee AGENTS.md < a.txt',
  ])('%s asks', async (command) => {
    expect(await open.decide(running(command, project))).toMatchObject({
      kind: 'ask',
      reason: expect.stringContaining('can run programs or change how tools behave'),
    })
  })

  it('asks for what a command writes outside, and refuses devices', async () => {
    expect(await open.decide(running('touch ../out/x', project))).toEqual({
      kind: 'ask',
      reason: `writes outside the project: ${place.outside}/x`,
    })
    expect((await open.decide(running('touch src/x', project))).kind).toBe('allow')
    expect((await yolo.decide(running('dd if=a.txt of=/dev/sda', project))).kind).toBe('refuse')
    expect((await yolo.decide(running('echo x > /dev/sda', project))).kind).toBe('refuse')
    expect((await yolo.decide(running('ls > /dev/null', project))).kind).toBe('allow')
  })

  it('asks for what is no file, also where reading outside is switched on', async () => {
    const wide = approverFor(place, { ...firstSettings, actions: { ...all, readFilesExternally: true } })
    for (const command of [
      'cat /proc/self/environ',
      'head -c 9 /dev/sda',
      'cat /sys/kernel/x',
      'cat < /proc/1/environ',
      'grep x /proc/self/root/etc/passwd',
    ])
      expect([command, (await wide.decide(running(command, project))).kind]).toEqual([command, 'ask'])
    expect((await wide.decide(running('cat /etc/hostname < /dev/null', project))).kind).toBe('allow')
  })

  it('is narrower in plan mode, yolo or not', async () => {
    const both = approverFor(place, { ...firstSettings, approveAll: true, mode: 'plan' })
    for (const each of [plan, both]) {
      expect((await each.decide(running('touch x', project))).kind).toBe('refuse')
      expect((await each.decide(running('ls; touch x', project))).kind).toBe('refuse')
      expect((await each.decide(running('git log | head', project))).kind).toBe('allow')
    }
  })

  it('takes the model at its word only when it doubts', async () => {
    const effects = running('ls', project)
    const doubted = { ...effects, executes: effects.executes.map((command) => ({ ...command, requiresApproval: true })) }
    expect((await approver.decide(doubted)).kind).toBe('ask')
    expect((await decide('touch x')).kind).toBe('ask')
  })

  it('asks for every command when the grammar is missing', async () => {
    const { createGrammarSource, loadBashGrammar } = await import('../../../../main/approval/bash-grammar')
    const { createApprover } = await import('../../../../main/approval/approver')
    const { createFiles } = await import('../../../../main/workspace/files')
    const { environmentOf } = await import('./sample-project')
    const grammar = createGrammarSource(() => loadBashGrammar(() => Promise.reject(new Error('no such file'))))
    const files = createFiles(project)
    const own = createApprover(
      () => firstSettings,
      (path) => files.resolve(path),
      'linux',
      { env: environmentOf(place.home), grammar },
    )
    expect(await own.decide(running('ls', project))).toEqual({
      kind: 'ask',
      reason: 'runs a command: the grammar of the shell could not be loaded (no such file)',
    })
  })
})
