/**
 * Files that make other programs act: never written, made, moved onto or deleted unasked, whether they are there or not.
 * Compared by parts, whatever their case, without characters that some disks pass over.
 */
export function isProtected(path: string): boolean {
  const parts = path
    .normalize('NFC')
    .replace(IGNORABLE, '')
    .toLowerCase()
    .split(/[\\/]/)
    // Windows drops these at the end of a name, and keeps what follows a colon out of it.
    .map((part) => part.replace(/:.*$/, '').replace(/[. ]+$/, '') || part)
  return (
    parts.some((part, index) => FOLDERS.has(part) || SHORT_GIT.test(part) || isProtectedPair(parts, index)) ||
    isProtectedName(parts.at(-1) ?? '')
  )
}

/** Characters that are no part of a name for some file systems. */
const IGNORABLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g
/** The short names of `.git` and its like on Windows. */
const SHORT_GIT = /^git~\d+$|^gi[0-9a-f]{4}~\d$/

/** Whatever lies in one of these. */
const FOLDERS: ReadonlySet<string> = new Set(
  [
    '.git .hg .svn .husky .githooks .vscode .idea .fleet .zed .devcontainer .cargo .yarn .pnpm-store .mvn',
    '.ssh .gnupg .aws .azure .kube .gcloud .password-store',
    '.cline .clinerules .claude .cursor .windsurf .roo .kilocode .continue .codex .gemini .aider .amazonq .opencode .countersign .agents',
    'autostart launchagents launchdaemons cron.d cron.daily cron.hourly cron.weekly cron.monthly init.d profile.d sudoers.d',
  ]
    .join(' ')
    .split(' '),
)

const NAMES: ReadonlySet<string> = new Set(
  [
    '.gitmodules .gitattributes .gitconfig .gitignore_global .git-credentials .netrc _netrc .hgrc',
    '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .bunfig.toml bunfig.toml .pypirc pip.conf .condarc .gemrc .bundle .envrc .tool-versions .mise.toml mise.toml',
    'rust-toolchain rust-toolchain.toml sitecustomize.py usercustomize.py .pythonrc .pythonstartup .irbrc .pryrc .rprofile .noderc',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login config.fish .inputrc .xinitrc .xprofile .xsession .pam_environment',
    '.vimrc .exrc .nvimrc .emacs .lldbinit .gdbinit .screenrc .tmux.conf .wgetrc .curlrc .lesskey .terraformrc',
    '.clineignore .cursorignore .rooignore .kilocodeignore .geminiignore .aiexclude .cursorrules .windsurfrules .roomodes agents.md claude.md gemini.md .mcp.json mcp.json cline_mcp_settings.json',
    'authorized_keys known_hosts id_rsa id_ed25519 crontab sudoers .dockerconfigjson',
    '.pre-commit-config.yaml lefthook.yml .lintstagedrc .huskyrc .env',
  ]
    .join(' ')
    .split(' '),
)

const isProtectedName = (name: string): boolean =>
  NAMES.has(name) ||
  name.endsWith('.code-workspace') ||
  /^\.env\.(?!example$|sample$|template$)[\w.-]+$/.test(name) ||
  name.startsWith('.yarnrc')

/** Names that mean something only below another one. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['.github', 'copilot-instructions.md'],
  ['.github', 'workflows'],
  ['spool', 'cron'],
  ['.config', 'git'],
  ['.config', 'fish'],
  ['.config', 'gh'],
  ['.docker', 'config.json'],
  ['systemd', 'user'],
  ['systemd', 'system'],
  ['etc', 'hosts'],
  ['etc', 'passwd'],
  ['etc', 'shadow'],
  ['etc', 'environment'],
  ['programs', 'startup'],
  // Where this app keeps its own settings, tasks and keys.
  ['.config', 'countersign'],
  ['share', 'countersign'],
  ['application support', 'countersign'],
  ['roaming', 'countersign'],
]

const isProtectedPair = (parts: readonly string[], index: number): boolean =>
  PAIRS.some(([first, second]) => parts[index] === first && parts[index + 1] === second) || isOfCline(parts.slice(index, index + 3))

/** Where Cline keeps what acts in every task, and this app reads it. */
const isOfCline = ([first, second, third = '']: readonly string[]): boolean =>
  first === 'documents' && second === 'cline' && ['agents', 'hooks', 'rules', 'workflows', 'mcp'].includes(third)
