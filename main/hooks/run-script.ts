import type { HookError } from '../../shared/hooks'
import { maskedStream } from '../storage/masked-stream'
import type { ProgramEnd, Programs, RunningProgram } from '../terminal/programs'
import type { Hook } from './find-hooks'
import { type HookAnswer, readAnswer } from './hook-output'

/** How one script ended. */
export interface ScriptEnd {
  /** Absent when it was ended, or never began. */
  readonly exitCode?: number
  /** What it answered, if it succeeded and did. */
  readonly answer?: HookAnswer
  readonly error?: HookError
}

export interface ScriptRun {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  readonly platform: NodeJS.Platform
  readonly timeMs: number
  /** Ends the script. */
  readonly signal: AbortSignal
  readonly onOutput: (text: string) => void
  /** Takes known keys out of what is shown, written down and told to the model. */
  readonly mask: (text: string) => string
}

/** Characters of all that a script prints. */
const MAX_OUTPUT = 1024 * 1024
const MAX_DETAILS = 2_000
/** As of a program that was interrupted at a terminal. */
const EXIT_CANCELLED = 130
/** A copy that was just written may still be held open for a moment by something that was started meanwhile. */
const BUSY_TRIES = 5

/** Runs one script to its end, whatever that is. Nothing of it is left when it was ended. Never rejects for what the script does. */
export async function runScript(hook: Hook, programs: Programs, run: ScriptRun): Promise<ScriptEnd> {
  const { answer, ...end } = await runToEnd(hook, programs, run)
  if (!answer) return end
  // Before they are cut, so that no part of a key is left at the edge.
  const contextModification = run.mask(answer.contextModification)
  return { ...end, answer: { ...answer, contextModification, errorMessage: run.mask(answer.errorMessage) } }
}

async function runToEnd(hook: Hook, programs: Programs, run: ScriptRun): Promise<ScriptEnd> {
  const fail = failing(hook, run.mask)
  const cancelled: ScriptEnd = { exitCode: EXIT_CANCELLED, error: fail('cancellation', 'was stopped') }
  if (run.signal.aborted) return cancelled
  const printed = printer(run)
  let running: RunningProgram
  try {
    running = await startScript(hook, programs, run, printed.take)
  } catch (error) {
    return { error: fail('execution', `could not be started (${error instanceof Error ? error.message : String(error)})`) }
  }
  const end = await waitFor(running, run)
  printed.end()
  if (end === 'aborted') return cancelled
  if (end === 'late') return { error: fail('timeout', `took longer than ${run.timeMs / 1000} s and was ended`, printed.stderr) }
  return end.exitCode === 0 && !end.isTooLong ? readEnd(printed, fail) : { ...exitOf(end), error: failedEnd(end, printed, fail) }
}

type Fail = (type: HookError['type'], what: string, details?: string) => HookError

const failing =
  ({ name, path }: Hook, mask: ScriptRun['mask']): Fail =>
  (type, what, details = '') => ({
    type,
    message: `The hook ${name} ${mask(what)}.`,
    ...(details.trim() === '' ? {} : { details: mask(details.trim()).slice(-MAX_DETAILS) }),
    scriptPath: path,
  })

const exitOf = ({ exitCode }: ProgramEnd) => (exitCode === undefined ? {} : { exitCode })

function failedEnd({ exitCode, signal, isTooLong }: ProgramEnd, { stdout, stderr }: Printed, fail: Fail): HookError {
  if (isTooLong) return fail('execution', 'printed more than 1 MB and was ended', stderr)
  return fail('execution', exitCode === undefined ? `was ended by ${signal}` : `ended with exit code ${exitCode}`, stderr || stdout)
}

function readEnd({ stdout }: Printed, fail: Fail): ScriptEnd {
  const read = readAnswer(stdout)
  if (read.kind === 'bad') return { exitCode: 0, error: fail('validation', read.message, stdout) }
  return { exitCode: 0, ...(read.kind === 'answer' ? { answer: read.answer } : {}) }
}

interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** Gathers what a script prints, and shows it without keys: each stream by itself, since a key may be cut by the other. */
function printer({ mask, onOutput }: ScriptRun) {
  const shown = { stdout: maskedStream(mask, onOutput), stderr: maskedStream(mask, onOutput) }
  const gathered = { stdout: '', stderr: '' }
  return {
    get stdout() {
      return gathered.stdout
    },
    get stderr() {
      return gathered.stderr
    },
    take: (stream: keyof Printed, text: string): void => {
      gathered[stream] += text
      shown[stream].push(text)
    },
    end: (): void => {
      shown.stdout.end()
      shown.stderr.end()
    },
  }
}

async function startScript(
  hook: Hook,
  programs: Programs,
  { cwd, env, input, platform }: ScriptRun,
  take: (stream: keyof Printed, text: string) => void,
): Promise<RunningProgram> {
  const path = await hook.prepare()
  const [file, ...args] = platform === 'win32' ? [...POWERSHELL, path] : [path]
  for (let tries = 1; ; tries++) {
    try {
      return await programs.run({ file: file ?? path, args, cwd, env, input, maxOutput: MAX_OUTPUT, onOutput: take })
    } catch (error) {
      if (tries === BUSY_TRIES || !(error instanceof Error && 'code' in error && error.code === 'ETXTBSY')) throw error
    }
  }
}

const POWERSHELL = ['powershell.exe', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'] as const

/** Until it ends, or is ended: then with all that it started. */
async function waitFor(running: RunningProgram, { signal, timeMs }: ScriptRun) {
  const { promise: stopped, resolve } = Promise.withResolvers<'aborted' | 'late'>()
  const abort = (): void => resolve('aborted')
  const timer = setTimeout(() => resolve('late'), timeMs)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const end = await Promise.race([running.exited, stopped])
  clearTimeout(timer)
  signal.removeEventListener('abort', abort)
  if (typeof end === 'string') await running.end()
  return end
}
