import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * A small process that starts commands for the app: a fork costs what its process has in memory, so it is not the app that forks.
 * Terminals: Linux only. It runs by itself and imports nothing of the app.
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

/** Asks for a program without a terminal, in a group of its own. `input` goes to its standard input, which then ends. */
export interface ProgramSpawnRequest {
  readonly kind: 'program'
  readonly id: number
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** Of its output, both kinds together: what comes after is read and thrown away. */
  readonly maxBytes: number
}

/**
 * What comes back for a mode: its text, empty when it cannot be known. For a program: first `started` or `failed`, and after `started` some time `exited`, and before that
 * what it printed. `overflow`: it printed more than was asked for.
 */
export type SpawnAnswer =
  | { readonly kind: 'mode'; readonly id: number; readonly text: string }
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code?: string }
  | { readonly kind: 'exited'; readonly id: number; readonly exitCode: number; readonly signal: number }
  | { readonly kind: 'printed'; readonly id: number; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'overflow'; readonly id: number }

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

/** What a program has printed may still be under way when it has exited; a child of it that holds the pipe is not waited for. */
const AFTER_EXIT_MS = 200

const startProgram = (request: ProgramSpawnRequest): void => {
  try {
    openProgram(request)
  } catch (error) {
    // Some refusals of the system are thrown, and not told by the child.
    const { message, code } = error as NodeJS.ErrnoException
    answer({ kind: 'failed', id: request.id, message, ...(code === undefined ? {} : { code }) })
  }
}

const openProgram = ({ id, file, args, cwd, env, input, maxBytes }: ProgramSpawnRequest): void => {
  // On Windows a group of its own would open a window.
  const detached = process.platform !== 'win32'
  const child = spawn(file, args, { cwd, env, detached, windowsHide: true, stdio: 'pipe' })
  let room = maxBytes
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      if (room > 0) answer({ kind: 'printed', id, stream, text: text.slice(0, room) })
      if (room >= 0 && text.length > room) answer({ kind: 'overflow', id })
      room -= room < 0 ? 0 : text.length
    })
  child.on('error', (error: NodeJS.ErrnoException) =>
    answer({ kind: 'failed', id, message: error.message, ...(error.code === undefined ? {} : { code: error.code }) }),
  )
  child.on('exit', (exitCode, signal) => {
    const tell = (): void => {
      clearTimeout(timer)
      for (const stream of [child.stdout, child.stderr]) stream.destroy()
      answer({ kind: 'exited', id, exitCode: exitCode ?? 0, signal: signal ? constants.signals[signal] : 0 })
    }
    const timer = setTimeout(() => child.off('close', tell) && tell(), AFTER_EXIT_MS)
    child.once('close', tell)
  })
  // Nobody has to read what they are told.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  if (child.pid !== undefined) answer({ kind: 'started', id, pid: child.pid })
}

const MODE_MS = 1000
const readMode = ({ id, tty }: ModeRequest): void => {
  const env = { PATH: '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin' }
  execFile('stty', ['-F', tty, '-a'], { timeout: MODE_MS, env }, (error, text) => answer({ kind: 'mode', id, text: error ? '' : text }))
}

process.on('message', (request: SpawnRequest | ModeRequest | ProgramSpawnRequest) => {
  if (request.kind === 'spawn') start(request)
  else if (request.kind === 'program') startProgram(request)
  else readMode(request)
})
// The commands go on: whoever hung up on them is gone, or ends them by what it wrote down.
process.on('disconnect', () => process.exit())
