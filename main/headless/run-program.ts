import { spawn } from 'node:child_process'

/** How a program that was only asked something ended. */
export type ProgramRun =
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: string }
  | { readonly kind: 'not_started' }
  | { readonly kind: 'too_slow' }

const MAX_OUTPUT = 256 * 1024
/** Time to tidy up (a lock of its own, perhaps) before it is killed, in ms. */
const PATIENCE_MS = 1_000

/** Runs a program without a terminal and without input, for at most so many ms; then it is ended with all it started. */
export function runProgram(file: string, args: readonly string[], limitMs: number): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const isUnix = process.platform !== 'win32'
    const child = spawn(file, [...args], { stdio: ['ignore', 'pipe', 'ignore'], detached: isUnix, windowsHide: true })
    let output = ''
    const timer = setTimeout(() => {
      endGroup(isUnix, child.pid, 'SIGTERM', () => child.kill())
      setTimeout(() => endGroup(isUnix, child.pid, 'SIGKILL', () => child.kill('SIGKILL')), PATIENCE_MS).unref()
      // Whoever still holds the pipe is not waited for.
      child.stdout.destroy()
      resolve({ kind: 'too_slow' })
    }, limitMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MAX_OUTPUT)
    })
    child.on('error', () => {
      clearTimeout(timer)
      resolve({ kind: 'not_started' })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ kind: 'ended', code, output })
    })
  })
}

/** On Unix the child leads a group. */
function endGroup(isUnix: boolean, pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL', killOne: () => void): void {
  if (!isUnix || pid === undefined) return killOne()
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // It ended in the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
