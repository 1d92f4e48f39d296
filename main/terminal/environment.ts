export interface EnvironmentFacts {
  readonly platform: NodeJS.Platform
  /** The app's own folder: what it put on the PATH is not the person's. */
  readonly appFolder: string
  /** Names the command to us: inherited by all that it starts. */
  readonly sessionId: string
}

/** The person's own environment for a command: without what npm, Electron and the app itself added, and without secrets. */
export function commandEnvironment(env: Readonly<Record<string, string | undefined>>, facts: EnvironmentFacts): Record<string, string> {
  const kept: Record<string, string> = {}
  const startedByNpm = Object.keys(env).some((name) => /^npm_/i.test(name))
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || isOurs(name) || isSecretName(name) || isSecretValue(name, value)) continue
    if (startedByNpm && SET_BY_NPM.has(name)) continue
    kept[name] = name.toUpperCase() === 'PATH' ? cleanPath(value, facts) : value
  }
  return { ...kept, ...quietPrograms(kept), TERM: 'xterm-256color', TERM_SESSION_ID: facts.sessionId }
}

/** The name of the variable by which everything that a command started can be found. */
export const SESSION_VARIABLE = 'TERM_SESSION_ID'

/** Set by npm for every script, whatever the person has set. */
const SET_BY_NPM: ReadonlySet<string> = new Set(['NODE', 'EDITOR', 'COLOR', 'PREFIX'])

const OURS = [
  /^npm_/i,
  /^(?:INIT_CWD|PNPM_SCRIPT_SRC_DIR|BERRY_BIN_FOLDER)$/,
  /^NODE_(?:OPTIONS|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|COMPILE_CACHE|V8_COVERAGE|ENV_ELECTRON_VITE)$/,
  /^(?:ELECTRON|COUNTERSIGN)_/,
  /^(?:CHROME_DESKTOP|ORIGINAL_XDG_CURRENT_DESKTOP|GDK_PIXBUF_MODULE_FILE|OLDPWD|COLUMNS|LINES)$/,
  // These make other code run, or point git at another repository, inside every program.
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/,
  // A start file, which a bash that runs one command would run first.
  /^BASH_ENV$/,
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|EXEC_PATH|CONFIG.*|SSH.*|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND)$/,
]

const isOurs = (name: string): boolean => OURS.some((pattern) => pattern.test(name))

const SECRET_WORDS: ReadonlySet<string> = new Set(
  'KEY KEYS TOKEN TOKENS SECRET SECRETS PASSWORD PASSWORDS PASSWD PASSPHRASE PWD CREDENTIAL CREDENTIALS APIKEY COOKIE BEARER JWT PAT'.split(
    ' ',
  ),
)
const SECRET_ENDING = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY|ACCESSKEY|PRIVATEKEY|CREDENTIALS?)$/
/** Alone, this is the current folder. */
const NO_SECRETS: ReadonlySet<string> = new Set(['PWD'])

/** By whole words of the name: `KEYBOARD` and `TOKENIZERS_PARALLELISM` stay. */
function isSecretName(name: string): boolean {
  if (NO_SECRETS.has(name)) return false
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
  return words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word))
}

const SECRET_VALUE =
  /^(?:sk-[\w-]{16,}|gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|npm_\w{30,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*)$/
const PASSWORD_IN_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i

/** A proxy's address stays as it is: without it a command reaches nothing. */
function isSecretValue(name: string, value: string): boolean {
  return SECRET_VALUE.test(value.trim()) || (PASSWORD_IN_ADDRESS.test(value) && !/_PROXY$/i.test(name))
}

function cleanPath(path: string, { platform, appFolder }: EnvironmentFacts): string {
  const separator = platform === 'win32' ? ';' : ':'
  const app = slashed(appFolder)
  const isForeign = (entry: string): boolean => {
    const folder = slashed(entry)
    return (
      !/(?:^|\/)node_modules\/\.bin$/.test(folder) && !folder.endsWith('/node-gyp-bin') && folder !== app && !folder.startsWith(`${app}/`)
    )
  }
  return path.split(separator).filter(isForeign).join(separator)
}

const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/\/+$/, '')

/** Nobody is there to page or to edit: programs that would wait for that print or go on instead. */
function quietPrograms(env: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    MANPAGER: 'cat',
    SYSTEMD_PAGER: '',
    GIT_EDITOR: 'true',
    GIT_TERMINAL_PROMPT: '0',
    ...(env['EDITOR'] === undefined ? { EDITOR: 'cat' } : {}),
  }
}
