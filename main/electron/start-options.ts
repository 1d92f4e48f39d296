import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir } from '../storage/data-dir'

export interface StartOptions {
  readonly dataDir: string
  /** The project folder to open; absent when none was named. */
  readonly cwd?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** What the command line and the environment say. Relative paths start where the person stands, which npm tells in INIT_CWD. */
export function readStartOptions(argv: readonly string[], env: Environment): StartOptions {
  const { values } = parseArgs({
    args: [...argv],
    // The app's own path and switches of the browser stand among ours.
    strict: false,
    options: { cwd: { type: 'string' }, 'data-dir': { type: 'string' } },
  })
  const stands = env['INIT_CWD'] ?? process.cwd()
  const named = textOf(values['data-dir']) ?? textOf(env['COUNTERSIGN_DATA_DIR'])
  const cwd = textOf(values['cwd'])
  return {
    dataDir: named === undefined ? defaultDataDir(process.platform, env, homedir()) : resolve(stands, named),
    ...(cwd === undefined ? {} : { cwd: resolve(stands, cwd) }),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
