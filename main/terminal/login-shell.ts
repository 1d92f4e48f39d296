import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

export type Variables = Readonly<Record<string, string>>

export type LoginAnswer =
  | { readonly ok: true; readonly variables: Variables; readonly ms: number }
  | { readonly ok: false; readonly problem: string; readonly ms: number }

/** Longer than any sane start of a shell, shorter than anybody's patience. */
const MOST_MS = 5000
const MAX_OUTPUT = 4 * 1024 * 1024

/** Which options make a shell read what the person has set for terminals. Another shell is not asked. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  bash: ['-ilc'],
  zsh: ['-ilc'],
  fish: ['-ilc'],
  sh: ['-lc'],
  dash: ['-lc'],
  ash: ['-lc'],
  ksh: ['-ilc'],
}

/**
 * Asks the person's shell for the variables that it has after its login files, as a terminal window would have them. What those
 * files print is told apart by a mark. Never rejects, and leaves no process behind.
 */
export async function askLoginShell(shell: string, env: Variables, mostMs = MOST_MS): Promise<LoginAnswer> {
  const options = shell.startsWith('/') ? OPTIONS[basename(shell)] : undefined
  if (!options) return { ok: false, problem: `${shell || 'No shell'} is not a shell that can be asked for its variables.`, ms: 0 }
  const before = performance.now()
  const mark = randomUUID()
  const output = await outputOf(shell, [...options, printVariables(mark)], env, mostMs)
  const ms = Math.round(performance.now() - before)
  if (output === undefined) return { ok: false, problem: `${shell} took longer than ${mostMs / 1000} s to start, so it was ended.`, ms }
  const [, json] = output.split(mark)
  const variables = json === undefined ? undefined : parseVariables(json)
  if (!variables) return { ok: false, problem: `${shell} ended before it told its variables: look at its start files.`, ms }
  return { ok: true, variables, ms }
}

/** The app itself prints them: it is there on every system, and names and values may hold anything. */
function printVariables(mark: string): string {
  const script = `process.stdout.write("${mark}" + JSON.stringify(process.env) + "${mark}")`
  return `env ELECTRON_RUN_AS_NODE=1 ${quote(process.execPath)} -e ${quote(script)}`
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Undefined when it took too long: then it was ended with all it had started. */
function outputOf(file: string, args: readonly string[], env: Variables, mostMs: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const child = spawn(file, [...args], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    const end = (): void => {
      if (child.pid !== undefined) endGroup(child.pid)
    }
    const timer = setTimeout(() => {
      end()
      settle(undefined)
    }, mostMs)
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < MAX_OUTPUT) text += piece
    })
    child.on('error', () => settle(''))
    child.on('exit', () => {
      clearTimeout(timer)
      // What its start files left running holds the pipe: what was printed before the exit is read by now, or never.
      setTimeout(() => {
        end()
        settle(text)
      }, AFTER_EXIT_MS)
    })
  })
}
const AFTER_EXIT_MS = 20

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    // ESRCH: nobody is left of it.
    if (!(error instanceof Error) || !('code' in error)) throw error
  }
}

function parseVariables(json: string): Variables | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
