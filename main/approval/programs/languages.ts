import type { Program, Programs } from './program'

/** Only tells its version. */
const version = (...flags: readonly string[]): Program => ({ flags: flags.join(' '), words: 'none', needs: flags })
const plain: Program = { words: 'none' }
const pip: Program = {
  flags: '--version -V --disable-pip-version-check',
  words: 'none',
  commands: {
    list: { flags: '--format= --not-required --user --local -v --disable-pip-version-check --exclude-editable', words: 'none' },
    show: { flags: '-f --files -v --disable-pip-version-check', words: 'text' },
    freeze: { flags: '--all --local --user --exclude-editable', words: 'none' },
  },
}
const npmList: Program = {
  flags:
    '--depth= --json --all -a -g --global --prod --production --dev -l --long -p --parseable --omit= --include= --link --package-lock-only --workspaces',
  words: 'text',
  here: true,
}

/** These may name a toolchain within the project, which would then run. */
const TOOLCHAIN_FILES = ['rust-toolchain', 'rust-toolchain.toml']

const PACKAGE_MANAGER_FILES = [
  'package.json#packageManager',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.corepack.env',
]

/** Package managers and languages: what tells of them without running any code of the project. */
export const languages: Programs = {
  npm: {
    flags: '--version -v',
    words: 'none',
    commands: {
      ls: npmList,
      list: npmList,
      ll: npmList,
      la: npmList,
      explain: { flags: '--json', words: 'text', here: true },
      why: { flags: '--json', words: 'text', here: true },
      root: { flags: '-g --global', words: 'none', here: true },
      prefix: { flags: '-g --global', words: 'none', here: true },
      pkg: { words: 'none', commands: { get: { flags: '--json', words: 'text', here: true } } },
      config: {
        words: 'none',
        commands: {
          get: { flags: '-g --global', words: 'text', here: true },
          list: { flags: '-l --json', words: 'none', here: true },
          ls: { flags: '-l --json', words: 'none', here: true },
        },
      },
      // Without a word it lists the scripts.
      run: { words: 'none', here: true },
      'run-script': { words: 'none', here: true },
    },
  },
  pnpm: { flags: '--version -v', words: 'none', unless: PACKAGE_MANAGER_FILES, commands: { list: npmList, ls: npmList, why: npmList } },
  yarn: {
    flags: '--version -v',
    words: 'none',
    unless: PACKAGE_MANAGER_FILES,
    commands: { list: { flags: '--depth= --pattern= --json', words: 'none', here: true }, why: { words: 'text', here: true } },
  },
  npx: version('--version', '-v'),
  node: version('--version', '-v'),
  bun: version('--version', '-v'),
  deno: version('--version', '-V'),
  corepack: version('--version', '-v'),
  tsc: version('--version', '-v'),
  python: version('--version', '-V', '-VV'),
  python3: version('--version', '-V', '-VV'),
  pip,
  pip3: pip,
  uv: { flags: '--version -V', words: 'none', commands: { version: plain } },
  conda: {
    flags: '--version -V',
    words: 'none',
    commands: {
      env: { words: 'none', commands: { list: { flags: '--json', words: 'none' } } },
      info: { flags: '--envs -e --json', words: 'none' },
    },
  },
  poetry: version('--version', '-V'),
  ruby: version('--version', '-v'),
  gem: {
    flags: '--version -v',
    words: 'none',
    commands: { list: { flags: '--local -l --all -a', words: 'text' }, environment: plain, env: plain },
  },
  php: version('--version', '-v', '-m', '-i'),
  java: version('--version', '-version'),
  javac: version('--version', '-version'),
  kotlin: version('-version'),
  scala: version('-version', '--version'),
  go: {
    unless: ['go.mod#\ntoolchain ', 'go.work#\ntoolchain '],
    words: 'none',
    commands: {
      version: plain,
      env: { flags: '-json', words: 'text' },
      doc: { flags: '-all -short -src -u -c', words: 'text', here: true },
      help: { words: 'text' },
    },
  },
  cargo: {
    unless: TOOLCHAIN_FILES,
    flags: '--version -V --list',
    words: 'none',
    commands: {
      version: plain,
      metadata: { flags: '--no-deps --format-version= --offline --frozen --locked', words: 'none', needs: ['--no-deps'], here: true },
      'locate-project': { flags: '--workspace --message-format=', words: 'none', here: true },
      help: { words: 'text' },
    },
  },
  rustc: { unless: TOOLCHAIN_FILES, flags: '--version -V -vV --verbose', words: 'none', needs: ['--version', '-V', '-vV'] },
  rustup: {
    unless: TOOLCHAIN_FILES,
    flags: '--version -V',
    words: 'none',
    commands: {
      show: { words: 'none' },
      toolchain: { words: 'none', commands: { list: { flags: '-v', words: 'none' } } },
      target: { words: 'none', commands: { list: { flags: '--installed', words: 'none' } } },
    },
  },
  // Anything else would run what the project's global.json names.
  dotnet: version('--list-sdks', '--list-runtimes'),
  swift: version('--version'),
  gcc: version('--version', '-dumpversion', '-dumpmachine'),
  'g++': version('--version', '-dumpversion'),
  clang: version('--version'),
  cc: version('--version'),
  cmake: version('--version'),
  make: version('--version', '-v'),
  ninja: version('--version'),
  aws: version('--version'),
  gh: version('--version'),
  perl: version('--version', '-v', '-V'),
  lua: version('-v'),
  bash: version('--version'),
  zsh: version('--version'),
  sqlite3: version('--version', '-version'),
  psql: version('--version', '-V'),
  curl: version('--version', '-V'),
  wget: version('--version', '-V'),
  ssh: version('-V'),
  openssl: { words: 'none', commands: { version: { flags: '-a', words: 'none' } } },
  vim: version('--version'),
  code: version('--version', '-v'),
}
