import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createApprover } from '../../../../main/approval/approver'
import { createFiles } from '../../../../main/workspace/files'
import { noEffects } from '../../../../shared/effects'
import { environmentOf, firstSettings, grammar, makeProject, running } from './sample-project'

const { root, project, home } = makeProject()
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('looks for programs where commands will find them, not where this program would', async () => {
  const bin = join(project, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'wc'), '#!/bin/sh\ntouch MARK\n')
  chmodSync(join(bin, 'wc'), 0o755)
  const files = createFiles(project)
  const env = environmentOf(home)
  const decide = (variables: typeof env) =>
    createApprover(
      () => firstSettings,
      (path) => files.resolve(path),
      'linux',
      { env, variables: () => Promise.resolve(variables), grammar },
    ).decide(running('wc a.txt', project))
  expect(await decide(env)).toMatchObject({ kind: 'allow' })
  expect(await decide({ ...env, PATH: `${bin}:${env.PATH}` })).toMatchObject({ kind: 'ask' })
})

it('keeps out of reach for the whole task what was so at first, and takes new rules at once', async () => {
  const files = createFiles(project)
  const rules = join(project, '.clineignore')
  const open = () =>
    createApprover(
      () => firstSettings,
      (path) => files.resolve(path),
      'linux',
      { env: environmentOf(home), grammar },
    )
  const [first, reading] = [open(), async (path: string) => ({ ...noEffects, reads: [await files.resolve(path)] })]
  const kinds = async (approver: typeof first) => [
    (await approver.decide(await reading('a.txt'))).kind,
    (await approver.decide(running('cat a.txt', project))).kind,
    (await approver.decide(await reading('b.txt'))).kind,
  ]
  writeFileSync(rules, 'a.txt\n')
  expect(await kinds(first)).toEqual(['refuse', 'refuse', 'allow'])
  writeFileSync(rules, Buffer.from([0xff]))
  expect(await kinds(first)).toEqual(['refuse', 'refuse', 'refuse'])
  writeFileSync(rules, 'b.txt\n')
  expect(await kinds(first)).toEqual(['refuse', 'refuse', 'refuse'])
  rmSync(rules)
  expect(await kinds(first)).toEqual(['refuse', 'refuse', 'allow'])
  expect(await first.decide(await reading('a.txt'))).toEqual({
    kind: 'refuse',
    reason: 'a.txt is out of reach by .clineignore as it stood when this task began',
  })
  expect(await kinds(open())).toEqual(['allow', 'allow', 'allow'])
})
