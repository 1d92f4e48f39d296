import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const children = join(import.meta.dirname, '..', 'children')

export interface Child {
  readonly process: ChildProcess
  /** The next line it writes to stdout; undefined once it has ended. */
  line(): Promise<string | undefined>
  send(line: string): void
  /** SIGKILL, then waits until it is gone. */
  kill(): Promise<void>
  exited: Promise<number | null>
}

/** Starts a TypeScript file of ../children as a real process. It is killed when the test ends. */
export function startChild(file: string, args: readonly string[], wrap: readonly string[] = []): Child {
  const node = [process.execPath, '--import', join(children, 'typescript-imports.mjs'), join(children, file), ...args]
  const [command, ...rest] = [...wrap, ...node]
  const child = spawn(command ?? '', rest, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } })
  const exited = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.on('error', () => undefined)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return {
    process: child,
    exited,
    kill,
    line: async () => {
      const next = await lines.next()
      return next.done ? undefined : next.value
    },
    send: (line) => void child.stdin.write(`${line}\n`),
  }
}
