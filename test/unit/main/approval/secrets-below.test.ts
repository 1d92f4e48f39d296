import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createApprover } from '../../../../main/approval/approver'
import { readHiddenFiles } from '../../../../main/approval/hidden-files'
import { createFiles } from '../../../../main/workspace/files'
import { noEffects } from '../../../../shared/effects'
import { strictestActions } from '../../../../shared/settings'
import { tempFolder } from '../../../support/temp-folder'

const settings = { actions: strictestActions, approveAll: false, mode: 'act', strictPlanMode: true } as const

it('finds the files that may hold keys which a command reads without naming them', async () => {
  const cwd = await tempFolder()
  for (const path of ['.env', 'src/a.ts', 'conf/secrets.yml', 'node_modules/x/.env']) {
    await mkdir(join(cwd, path, '..'), { recursive: true })
    await writeFile(join(cwd, path), '')
  }
  const files = createFiles(cwd, () => readHiddenFiles(cwd))
  const approver = createApprover(
    () => settings,
    (path) => files.resolve(path),
    'linux',
  )
  const exposedBy = async (command: string) => {
    const judged = await approver.judge({ ...noEffects, executes: [{ command, cwd, requiresApproval: false }] })
    return judged.executes.flatMap(({ exposes = [] }) => exposes.map(({ display }) => display)).sort()
  }
  const all = ['.env', 'conf/secrets.yml']
  const expected: Readonly<Record<string, readonly string[]>> = {
    'grep -rn TOKEN .': all,
    'grep -rn TOKEN src': [],
    'grep -rn TOKEN --include=*.ts': [],
    'grep -n TOKEN src/a.ts': [],
    'rg TOKEN': ['conf/secrets.yml'],
    'rg -uu TOKEN': all,
    'rg TOKEN -g "*.yml" conf': ['conf/secrets.yml'],
    'git grep TOKEN': all,
    'find . -name ".e*" -exec cat {} +': ['.env'],
    'find . -name "*.ts" | xargs grep foo': [],
    'find . -type f | xargs cat': all,
    'find . -not -name "*.ts" -exec cat {} +': all,
    'rg TOKEN -g "*.{yml,ts}" conf': ['conf/secrets.yml'],
    'find . -name .env': [],
    'ls -R .': [],
  }
  const found = await Promise.all(Object.keys(expected).map(async (command) => [command, await exposedBy(command)] as const))
  expect(Object.fromEntries(found)).toEqual(expected)
})
