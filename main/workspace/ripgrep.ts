import { spawn } from 'node:child_process'
import { sep } from 'node:path'

export interface RipgrepRun {
  readonly status: 'ended' | 'failed'
  readonly complaint: string
}

const MAX_COMPLAINT = 2000
/** It reads files of rules to their end, and a project may bring along a link to one that has none. In KiB of addresses. */
const WITHIN_MEMORY = 'ulimit -v 1572864; exec "$0" "$@"'

/** Runs the ripgrep that came along, in `cwd` if given. `feed` gets its output as it comes and returns false when it needs no more; what it throws rejects. */
export async function runRipgrep(
  args: readonly string[],
  signal: AbortSignal,
  feed: (output: string) => boolean,
  cwd?: string,
): Promise<RipgrepRun> {
  const program = await findRipgrep()
  if (program === undefined) return { status: 'failed', complaint: 'ripgrep is not installed for this system' }
  return new Promise((settle, reject) => {
    const [file, ...words] = process.platform === 'linux' ? ['/bin/sh', '-c', WITHIN_MEMORY, program, ...args] : [program, ...args]
    const child = spawn(file, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      env: { PATH: process.env['PATH'] },
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    })
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (output: string) => {
      try {
        if (!feed(output)) child.kill()
      } catch (error) {
        child.kill()
        reject(error)
      }
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, MAX_COMPLAINT)
    })
    child.on('error', (error) => {
      if (signal.aborted) reject(error)
      else settle({ status: 'failed', complaint: error.message })
    })
    // 0: something was found, 1: nothing was, 2: something went wrong, perhaps in one folder of many. Without a code it was ended.
    child.on('close', (code) => {
      const isWell = code === 0 || code === 1 || child.killed
      settle({ status: isWell ? 'ended' : 'failed', complaint: complaint.trim() })
    })
  })
}

/** The binary that came with the package; in a packed app it lies beside the archive. */
async function findRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(`app.asar${sep}`, `app.asar.unpacked${sep}`)
  } catch (error) {
    // The package throws when it has no binary for this system.
    if (error instanceof Error) return undefined
    throw error
  }
}
