import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createFiles } from '../../../../main/workspace/files'
import { createApprover } from '../../../../main/approval/approver'
import { createGrammarSource } from '../../../../main/approval/bash-grammar'
import type { ApprovalSettings } from '../../../../main/approval/policy'
import { defaultSettings } from '../../../../shared/settings'
import type { Effects } from '../../../../shared/effects'
import { noEffects } from '../../../../shared/effects'

const FILES = [
  'package.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
  'Makefile',
  'docker-compose.yml',
  '.gitignore',
  '.env.example',
  'a.txt',
  'b.txt',
  'a.json',
  'data.txt',
  'data.csv',
  'src/index.ts',
  'src/app.ts',
  'src/style.css',
  'src/lib/index.ts',
  'src/components/button.tsx',
  'test/app.test.ts',
  'docs/getting started.md',
  'dist/index.js',
  'logs/app.log',
  'config/settings.json',
  '.github/workflows/ci.yml',
  'node_modules/react/package.json',
  'sub/x.txt',
  'build/one.js',
  'build/two.js',
  'build/deep/three.js',
]

/** A project folder with ordinary files, and beside it a home and a folder that lies outside. */
export function makeProject(): { readonly root: string; readonly project: string; readonly home: string; readonly outside: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'approval-')))
  const [project, home, outside] = ['app', 'home', 'out'].map((name) => join(root, name)) as [string, string, string]
  for (const file of FILES) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), `${file}\n`)
  }
  for (const folder of [home, outside]) mkdirSync(folder)
  mkdirSync(join(project, '.git'))
  writeFileSync(join(project, '.git', 'config'), '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.invalid/r.git\n')
  writeFileSync(join(outside, 's.txt'), 'secret\n')
  mkdirSync(join(project, 'sub', 'links'))
  symlinkSync(outside, join(project, 'sub', 'links', 'folder'))
  symlinkSync(join(outside, 's.txt'), join(project, 'sub', 'links', 'file.txt'))
  return { root, project, home, outside }
}

export const grammar = createGrammarSource()

/** What a person has set at a first start. */
export const firstSettings: ApprovalSettings = {
  actions: defaultSettings.autoApprovalSettings.actions,
  approveAll: false,
  mode: 'act',
  strictPlanMode: true,
}

export const environmentOf = (home: string) => ({
  HOME: home,
  USER: 'u',
  LOGNAME: 'u',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
})

/** An approver for that project. */
export function approverFor(
  place: { readonly project: string; readonly home: string },
  settings: ApprovalSettings = firstSettings,
  platform = 'linux',
) {
  const files = createFiles(place.project)
  return createApprover(
    () => settings,
    (path) => files.resolve(path),
    platform,
    { env: environmentOf(place.home), grammar },
  )
}

/** Effects of running one command in a folder, the model having no doubts. */
export const running = (command: string, cwd: string): Effects => ({ ...noEffects, executes: [{ command, cwd, requiresApproval: false }] })
