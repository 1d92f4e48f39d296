import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import ignore from 'ignore'
import type { FormatRule } from '../../shared/settings'
import type { ResolvedPath } from './workspace-types'

export type FormatRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'ran'; readonly command: string }
  | { readonly kind: 'failed'; readonly command: string; readonly message: string }

export interface Formatter {
  format(path: ResolvedPath, signal: AbortSignal): Promise<FormatRun>
}

const MAX_TIME_MS = 10_000
/** A failed one has ended when it exits, and what it said may still be on the way; something that it started may hold that way open. */
const LAST_WORDS_MS = 500
/** Of what a failed formatter said, from its end. */
const MAX_OUTPUT = 600

export interface FormatterPlace {
  readonly cwd: string
  /** What it may see of the app's variables: the same as a command. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>
  readonly maxTimeMs?: number
}

/**
 * Runs the first command whose glob fits a file of the project. Files outside are never formatted. In a command `{file}`
 * stands for the path; without it the path follows at the end.
 */
export function createFormatter(
  rules: () => readonly FormatRule[],
  { cwd, variables, maxTimeMs = MAX_TIME_MS }: FormatterPlace,
): Formatter {
  return {
    format: async (path, signal) => {
      const rule = path.inside ? rules().find(({ glob }) => fits(glob, path.display)) : undefined
      if (!rule) return { kind: 'none' }
      const { command } = rule
      const child = start(command, path.real, { cwd, env: await variables() })
      const message = await run(child, signal, maxTimeMs)
      signal.throwIfAborted()
      return message === undefined ? { kind: 'ran', command } : { kind: 'failed', command, message }
    },
  }
}

const fits = (glob: string, display: string): boolean => display !== '.' && ignore().add(glob).ignores(display)

/** The path is handed over as an argument: nothing in it is read as shell. */
function start(command: string, real: string, { cwd, env }: Pick<SpawnOptions, 'cwd' | 'env'>): ChildProcess {
  const options: SpawnOptions = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true }
  if (process.platform === 'win32') {
    const file = '"%COUNTERSIGN_FILE%"'
    const line = command.includes('{file}') ? command.replaceAll('{file}', file) : `${command} ${file}`
    return spawn(line, { ...options, shell: true, env: { ...env, COUNTERSIGN_FILE: real } })
  }
  const line = command.includes('{file}') ? command.replaceAll('{file}', '"$1"') : `${command} "$1"`
  return spawn('/bin/sh', ['-c', line, 'sh', real], { ...options, detached: true })
}

/** Undefined once it ended well, else what went wrong. Ends the whole group when it takes too long or the task is cancelled. */
function run(child: ChildProcess, signal: AbortSignal, maxTimeMs: number): Promise<string | undefined> {
  let output = ''
  const take = (data: Buffer): void => {
    output = (output + data.toString('utf8')).slice(-MAX_OUTPUT)
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  return new Promise((resolve) => {
    let late = false
    const end = (): void => endGroup(child)
    const timer = setTimeout(() => {
      late = true
      end()
    }, maxTimeMs)
    const finish = (message: string | undefined): void => {
      clearTimeout(timer)
      child.stdout?.destroy()
      child.stderr?.destroy()
      signal.removeEventListener('abort', end)
      resolve(message)
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    child.once('error', (error) => finish(`it could not be started (${error.message}).`))
    child.once('exit', (code, name) => {
      const fail = (): void => finish(`it ended with ${name ?? `exit code ${code}`}. ${output.trim()}`.trimEnd())
      if (late) return finish(`it took longer than ${maxTimeMs / 1000} s and was ended.`)
      if (code === 0) return finish(undefined)
      child.once('close', fail)
      setTimeout(fail, LAST_WORDS_MS)
    })
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill()
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself just now.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
