import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Services } from '../services'
import { openPty } from '../terminal/pty'
import type { Finding } from './finding'
import { findOnPath } from './find-program'
import { runProgram } from './run-program'

/** How long a program may take to say its version. */
export const ANSWER_LIMIT_MS = 5_000
/** Login files may print, ask the network or wait for something that never comes. */
const LOGIN_LIMIT_MS = 10_000
const OLDEST_NODE = [22, 12] as const

export function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  const mend = `Countersign needs Node ${OLDEST_NODE.join('.')} or newer: run it through npm, which brings one along.`
  return { name: 'Node', found: fits, version: process.versions.node, path: process.execPath, ...(fits ? {} : { mend }) }
}

/** Opens a terminal for real: that the package is installed says nothing about whether it works here. */
export async function checkPty(): Promise<Finding> {
  const problem = await tryPty()
  if (problem === undefined) return { name: 'pty', found: true }
  return {
    name: 'pty',
    found: false,
    mend: `No terminal can be opened, so no command can run (${problem}). Run npm install again on this system.`,
  }
}

const PTY_ANSWER = 'countersign-pty'

function tryPty(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    const file = isWindows ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe') : '/bin/sh'
    const args = isWindows ? ['/d', '/c', `echo ${PTY_ANSWER}`] : ['-c', `echo ${PTY_ANSWER}`]
    try {
      const pty = openPty({ file, args, cwd: homedir() || process.cwd(), env: { PATH: process.env['PATH'] ?? '' }, cols: 80, rows: 24 })
      let output = ''
      const end = (problem: string | undefined) => {
        clearTimeout(timer)
        pty.close()
        resolve(problem)
      }
      const timer = setTimeout(() => end('it stayed silent'), ANSWER_LIMIT_MS)
      pty.onData((bytes) => {
        output += bytes.toString('utf8')
        if (output.includes(PTY_ANSWER)) end(undefined)
      })
      pty.onClose(() => end(output.includes(PTY_ANSWER) ? undefined : 'it printed nothing'))
    } catch (error) {
      // Whatever the reason is, it is the finding.
      resolve(error instanceof Error ? error.message : String(error))
    }
  })
}

export async function checkRipgrep(): Promise<Finding> {
  const mend = 'Searching needs it: run npm install again on this system, so that the binary for it is fetched.'
  const path = await ripgrepPath()
  if (path === undefined) return { name: 'ripgrep', found: false, mend }
  const version = versionIn(await runProgram(path, ['--version'], ANSWER_LIMIT_MS))
  return version === undefined ? { name: 'ripgrep', found: false, path, mend } : { name: 'ripgrep', found: true, version, path }
}

async function ripgrepPath(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch (error) {
    // The package throws when it has no binary for this system.
    if (error instanceof Error) return undefined
    throw error
  }
}

export async function checkGit(): Promise<Finding> {
  const mend = 'Everything works without it; the model may want to run it. Install git to have it.'
  const path = findOnPath('git', process.env)
  const version = path === undefined ? undefined : versionIn(await runProgram(path, ['--version'], ANSWER_LIMIT_MS))
  return path === undefined || version === undefined ? { name: 'git', found: false, mend } : { name: 'git', found: true, version, path }
}

/** The first thing in a program's own words that looks like a version. */
export function versionIn(run: Awaited<ReturnType<typeof runProgram>>): string | undefined {
  return run.kind === 'ended' && run.code === 0 ? /\d+\.\d+[\w.+-]*/.exec(run.output)?.[0] : undefined
}

/** A window that was started from a menu, or a service, may know fewer programs than the person's own terminal. */
export async function checkLoginShellPath(): Promise<Finding> {
  const name = 'login-shell PATH'
  if (process.platform === 'win32') return { name, found: true }
  const shell = process.env['SHELL'] || '/bin/sh'
  // `env` and not a variable: shells differ in how they write a list.
  const run = await runProgram(shell, ['-l', '-c', 'env'], LOGIN_LIMIT_MS)
  const path = run.kind === 'ended' ? /^PATH=(.*)$/m.exec(run.output)?.[1] : undefined
  if (path === undefined) {
    const why = run.kind === 'too_slow' ? `did not answer within ${LOGIN_LIMIT_MS / 1000} s` : 'gave no PATH'
    return { name, found: false, path: shell, mend: `${shell} -l ${why}. Commands run with the PATH this program was started with.` }
  }
  const missing = missingFolders(path, process.env['PATH'] ?? '')
  if (missing.length === 0) return { name, found: true, path: shell }
  const mend = `Your login shell also finds programs in ${missing.join(', ')}. Start this program from a terminal to have them here.`
  return { name, found: true, path: shell, mend }
}

/** Folders of one PATH that the other lacks. */
export function missingFolders(login: string, ours: string): readonly string[] {
  const known = new Set(ours.split(delimiter))
  return [...new Set(login.split(delimiter))].filter((folder) => folder !== '' && !known.has(folder))
}

export async function checkDataFolder(root: string | undefined): Promise<Finding> {
  const name = 'data folder'
  if (root === undefined) return { name, found: false, mend: 'It could not be opened. Name another one with --data-dir.' }
  try {
    await rm(await mkdtemp(join(root, '.doctor-')), { recursive: true })
    return { name, found: true, path: root }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return {
      name,
      found: false,
      path: root,
      mend: `It cannot be written (${String(error.code)}). Make it yours, or name another one with --data-dir.`,
    }
  }
}

/** Only the window can open what a keychain sealed. */
export async function checkKeychain(services: Services | undefined): Promise<Finding> {
  const kept = Object.entries((await services?.secrets.status()) ?? {})
  const sealed = kept.filter(([, { backend }]) => backend !== 'file' && backend !== 'memory').map(([provider]) => provider)
  const note = 'Without the window, keys come from the environment or from the file that only you can read.'
  const mend =
    sealed.length === 0 ? note : `${note} Sealed, and closed to it: ${sealed.join(', ')}. Set its variable, or name one with --api-key-env.`
  return { name: 'keychain', found: false, mend }
}
