import { basename, dirname } from 'node:path'
import { autoApprovalActionNames } from '../../shared/settings'
import type { AutoApprove, RunOptions } from './arguments'

/** How this program was started. */
export interface Started {
  readonly env: NodeJS.ProcessEnv
  /** The program's file, as Node got it. */
  readonly file: string | undefined
  readonly platform: NodeJS.Platform
}

/** What a run was given. Absolute paths. */
export interface Given {
  readonly options: RunOptions
  readonly dataDir: string | undefined
  /** A demo needs no option for its model, but its resumption does. */
  readonly command: 'run' | 'resume' | 'demo'
  /** The limit that ended it would end the next run at once. */
  readonly endedBy: string | undefined
}

/** The command line that goes on with a task as it was run: with every option that is no secret. To be pasted. */
export function resumeCommand(taskId: string, given: Given, started: Started): string {
  const quote = started.platform === 'win32' ? quoteForWindows : quoteForSh
  return [...programOf(started), 'resume', taskId, ...optionsOf(given)].map(quote).join(' ')
}

function programOf({ env, file }: Started): readonly string[] {
  const manifest = env['npm_package_name'] === 'countersign' ? env['npm_package_json'] : undefined
  if (manifest !== undefined) {
    const folder = dirname(manifest)
    const isThere = env['INIT_CWD'] === undefined || env['INIT_CWD'] === folder
    return ['npm', ...(isThere ? [] : ['--prefix', folder]), 'run', '--silent', 'headless', '--']
  }
  // A link that npm made has the product's own name, and lies on the PATH.
  return file === undefined || basename(file).replace(/\.cmd$/, '') === 'countersign' ? ['countersign'] : ['node', file]
}

function optionsOf({ options, dataDir, command, endedBy }: Given): readonly string[] {
  const values: Readonly<Record<string, string | number | undefined>> = {
    // A task keeps its folder; one that was resumed elsewhere is to be resumed there again.
    cwd: command === 'resume' ? options.cwd : undefined,
    'data-dir': dataDir,
    provider: command === 'demo' ? 'demo' : options.provider,
    model: command === 'demo' ? undefined : options.model,
    'base-url': options.baseUrl === undefined || holdsSecret(options.baseUrl) ? undefined : options.baseUrl,
    'api-key-env': options.apiKeyEnv,
    settings: options.settingsFile,
    mode: options.mode,
    'auto-approve': options.autoApprove && listOf(options.autoApprove),
    // Whoever pastes this is there to answer.
    'on-ask': options.onAsk === 'nobody' ? undefined : options.onAsk,
    'max-turns': endedBy === 'max_turns' ? undefined : options.maxTurns,
    'max-cost': endedBy === 'max_cost' ? undefined : options.maxCost,
    timeout: endedBy === 'timeout' ? undefined : options.timeoutSeconds,
  }
  const named = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : withValue(name, String(value))))
  return [...named, ...(options.trust ? ['--trust'] : [])]
}

/** A value that looks like an option must hang on its own. */
const withValue = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]

/** Some put a password or a key into the address. */
function holdsSecret(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password, search } = new URL(address)
  return username !== '' || password !== '' || search !== ''
}

function listOf(approve: AutoApprove): string {
  if (approve.kind === 'all') return 'all'
  const chosen = autoApprovalActionNames.filter((name) => approve.actions.includes(name))
  return chosen.length === 0 ? 'none' : chosen.join(',')
}

const PLAIN = /^[\w@%+=:,./-]+$/

const quoteForSh = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** A word that ends with backslashes would hide the closing quote. */
const quoteForWindows = (word: string): string =>
  /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
