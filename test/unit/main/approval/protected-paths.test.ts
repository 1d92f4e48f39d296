import { describe, expect, it } from 'vitest'
import { type ApprovalSettings, decide, type JudgedEffects } from '../../../../main/approval/policy'
import { isProtected } from '../../../../main/approval/protected-paths'
import { strictestActions } from '../../../../shared/settings'

const names = [
  'Documents/Cline/Agents/reviewer.yaml',
  'Documents/Cline/Hooks/PreToolUse',
  'documents/cline/rules',
  '.git/config',
  '.git/hooks/pre-commit',
  '.git/hooks/x',
  '.git',
  '.gitmodules',
  '.gitattributes',
  'sub/.gitattributes',
  '.hg/hgrc',
  '.husky/pre-push',
  '.githooks/pre-commit',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.idea/workspace.xml',
  '.fleet/run.json',
  '.zed/tasks.json',
  'x.code-workspace',
  '.devcontainer/devcontainer.json',
  '.envrc',
  '.env',
  '.env.local',
  '.env.production',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn/releases/yarn.cjs',
  '.pnpmfile.cjs',
  'bunfig.toml',
  '.pypirc',
  'pip.conf',
  '.condarc',
  '.gemrc',
  '.tool-versions',
  'mise.toml',
  '.cargo/config.toml',
  'rust-toolchain.toml',
  '.mvn/jvm.config',
  'sitecustomize.py',
  '/home/u/.bashrc',
  '/home/u/.bash_profile',
  '/home/u/.profile',
  '/home/u/.zshrc',
  '/home/u/.zshenv',
  '/home/u/.zprofile',
  '/home/u/.config/fish/config.fish',
  '/home/u/.inputrc',
  '/home/u/.xprofile',
  '/home/u/.vimrc',
  '/home/u/.tmux.conf',
  '/home/u/.gitconfig',
  '/home/u/.config/git/config',
  '/home/u/.netrc',
  '/home/u/.git-credentials',
  '/home/u/.curlrc',
  '/home/u/.ssh/authorized_keys',
  '/home/u/.ssh/config',
  '/home/u/.gnupg/gpg.conf',
  '/home/u/.aws/credentials',
  '/home/u/.azure/x',
  '/home/u/.kube/config',
  '/home/u/.docker/config.json',
  '/home/u/.config/gh/hosts.yml',
  '/etc/cron.d/x',
  '/var/spool/cron/u',
  '/home/u/.config/autostart/x.desktop',
  '/home/u/Library/LaunchAgents/x.plist',
  '/home/u/.config/systemd/user/x.service',
  '/etc/sudoers',
  '/etc/hosts',
  '/etc/profile.d/x.sh',
  '/etc/init.d/x',
  '.clineignore',
  '.clinerules/a.md',
  '.cline/x',
  '.mcp.json',
  'mcp.json',
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.cursor/rules/x.mdc',
  '.cursorrules',
  '.windsurf/x',
  '.roo/mcp.json',
  '.claude/settings.json',
  '.codex/config.toml',
  '.github/copilot-instructions.md',
  '.github/workflows/ci.yml',
  '.aider/x',
  '.agents/x',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '/home/u/.config/countersign/settings.json',
  '/home/u/.local/share/countersign/state/rules.json',
  '/home/u/Library/Application Support/countersign/x',
  // Spelt otherwise.
  '.VSCODE/Settings.json',
  '.GIT/hooks/pre-commit',
  '.Env',
  '.g\u200cit/config',
  'git~1/config',
  '.git./config',
  '.git /config',
  '.git::$INDEX_ALLOCATION/config',
  '.\u00adenvrc',
  'a\\.git\\config',
]
const ordinary = [
  'src/git.ts',
  '.gitignore',
  'src/environment.ts',
  'a.npmrc.md',
  'vscode/x',
  'docs/agents.md.txt',
  '.env.example',
  'src/hosts.ts',
  'credentials.test.ts',
  'countersign/main/app.ts',
  'src/profile.ts',
  'package.json',
  'Makefile',
]

const nothing: JudgedEffects = { reads: [], writes: [], deletes: [], executes: [], network: [], unknown: false }
const all: ApprovalSettings = {
  actions: {
    ...strictestActions,
    readFiles: true,
    readFilesExternally: true,
    editFiles: true,
    editFilesExternally: true,
    executeSafeCommands: true,
    executeAllCommands: true,
  },
  approveAll: false,
  mode: 'act',
  strictPlanMode: true,
}
const command = {
  command: 'x',
  cwd: '/p',
  requiresApproval: false,
  harmless: false,
  why: 'x',
  reads: [],
  writes: [],
  deletes: [],
  network: [],
  programs: [],
  marks: [],
}

/** What can be done to a file, as effects. Moving onto it, linking onto it and importing write it. */
const ways = {
  'writing by a tool': (path: string) => ({ ...nothing, writes: [{ display: path, real: path, inside: true }] }),
  'deleting by a tool': (path: string) => ({ ...nothing, deletes: [{ display: path, real: path, inside: true }] }),
  'writing by a command': (path: string) => ({
    ...nothing,
    executes: [{ ...command, writes: [{ display: path, real: path, inside: true }] }],
  }),
  'deleting by a command': (path: string) => ({
    ...nothing,
    executes: [{ ...command, deletes: [{ display: path, real: path, inside: true }] }],
  }),
  'a link of another name': (path: string) => ({ ...nothing, writes: [{ display: 'notes.md', real: path, inside: true }] }),
  'a rule that allows it': (path: string) => ({
    ...nothing,
    writes: [{ display: path, real: path, inside: true }],
    rules: { decision: 'allow', reason: 'x' } as const,
  }),
}

describe('files that make other programs act', () => {
  it('are more than sixty', () => expect(names.length).toBeGreaterThanOrEqual(60))

  it.each(Object.entries(ways))('ask by %s, whatever is switched on', (_, effectsOf) => {
    const wrong = names.filter((name) => decide(effectsOf(name), all).kind !== 'ask')
    expect(wrong).toEqual([])
  })

  it('are no ordinary files', () => {
    expect(ordinary.filter((name) => isProtected(name))).toEqual([])
    expect(ordinary.filter((name) => decide(ways['writing by a tool'](name), all).kind !== 'allow')).toEqual([])
  })
})
