import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createApprover } from '../../../../main/approval/approver'
import { createFiles } from '../../../../main/workspace/files'
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
