import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { repositoryTrouble } from '../../../../main/approval/repository-trouble'
import { approverFor, makeProject, running } from './sample-project'

const place = makeProject()
const { project } = place
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

const decide = (command: string, cwd = project) => approver.decide(running(command, cwd))

describe('what git would read', () => {
  const shapes: readonly (readonly [string, string, 'ask' | 'allow'])[] = [
    [
      'a plain clone',
      '[core]\n\tbare = false\n\tfilemode = true\n[remote "origin"]\n\turl = https://x.test/pager.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n',
      'allow',
    ],
    ['a monitor', '[core]\n\tfsmonitor = ./x.sh\n', 'ask'],
    ['a monitor of git itself', '[core]\n\tfsmonitor = true\n', 'allow'],
    ['a setting behind its section', '[core] fsmonitor = ./x.sh\n', 'ask'],
    ['another case', '[CORE]\n  FSMonitor=./x.sh\n', 'ask'],
    ['a filter for text', '[diff "x"]\n\ttextconv = ./x.sh\n', 'ask'],
    ['a pager for one command', '[core]\n\tpager = ./x.sh\n', 'ask'],
    ['other settings', '[include]\n\tpath = ../evil\n', 'ask'],
    ['settings on a condition', '[includeIf "gitdir:/"]\n\tpath = ../evil\n', 'ask'],
    ['hooks', '[core]\n\thooksPath = hk\n', 'ask'],
    ['a program for signatures', '[gpg]\n\tprogram = ./x.sh\n', 'ask'],
  ]

  it.each(shapes)('%s', async (name, config, kind) => {
    const folder = join(project, 'shapes', name.replaceAll(' ', '-'))
    mkdirSync(join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git', 'config'), config)
    expect((await decide('git status', folder)).kind).toBe(kind)
    expect((await repositoryTrouble(folder, project)) === undefined).toBe(kind === 'allow')
  })

  it('is found behind links and pointers', async () => {
    const bare = join(project, 'vendor', 'bare')
    for (const part of ['objects', 'refs', 'deep']) mkdirSync(join(bare, part), { recursive: true })
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n')
    symlinkSync(join(bare, 'deep'), join(project, 'shortcut'))
    expect((await decide('cd shortcut && git status')).kind).toBe('ask')
    mkdirSync(join(project, 'pointed'))
    writeFileSync(join(project, 'pointed', '.git'), 'gitdir: ../vendor/bare\n')
    expect((await decide('git -C pointed status')).kind).toBe('ask')
    mkdirSync(join(project, 'module'))
    writeFileSync(join(project, 'module', '.git'), 'gitdir: ../.git/modules/module\n')
    expect((await decide('git -C module status')).kind).toBe('allow')
  })
})
