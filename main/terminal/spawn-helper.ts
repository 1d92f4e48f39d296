import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * A small process that starts commands for the app: a fork costs what its process has in memory, so it is not the app that forks.
 * Linux only. It runs by itself and imports nothing of the app.
 */

/** Asks for a program in a session of its own at the terminal `tty`. */
export interface SpawnRequest {
  readonly kind: 'spawn'
  readonly id: number
  readonly tty: string
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Asks what `stty -a` says of a terminal. */
export interface ModeRequest {
  readonly kind: 'mode'
  readonly id: number
  readonly tty: string
}

/** What comes back for a mode: its text, empty when it cannot be known. For a program: first `started` or `failed`, and after `started` some time `exited`. */
export type SpawnAnswer =
  | { readonly kind: 'mode'; readonly id: number; readonly text: string }
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'exited'; readonly id: number; readonly exitCode: number; readonly signal: number }

/** The leader of a session that opens a terminal has it as its own. Then it becomes the program. */
const TAKE_TERMINAL = 'exec "$@" <>"$0" >&0 2>&0'

const answer = (message: SpawnAnswer): void => {
  // An app that is gone needs no answer.
  if (process.connected) process.send?.(message, () => undefined)
}

const start = ({ id, tty, file, args, cwd, env }: SpawnRequest): void => {
  const child = spawn('/bin/sh', ['-c', TAKE_TERMINAL, tty, file, ...args], { cwd, env, detached: true, stdio: 'ignore' })
  child.on('error', (error) => answer({ kind: 'failed', id, message: error.message }))
  child.on('exit', (exitCode, signal) =>
    answer({ kind: 'exited', id, exitCode: exitCode ?? 0, signal: signal ? constants.signals[signal] : 0 }),
  )
  if (child.pid !== undefined) answer({ kind: 'started', id, pid: child.pid })
}

const MODE_MS = 1000
const readMode = ({ id, tty }: ModeRequest): void => {
  const env = { PATH: '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin' }
  execFile('stty', ['-F', tty, '-a'], { timeout: MODE_MS, env }, (error, text) => answer({ kind: 'mode', id, text: error ? '' : text }))
}

process.on('message', (request: SpawnRequest | ModeRequest) => (request.kind === 'spawn' ? start(request) : readMode(request)))
// The commands go on: whoever hung up on them is gone, or ends them by what it wrote down.
process.on('disconnect', () => process.exit())
