import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { HeadlessEvent } from '../../../main/headless/events'

export const productFolder = fileURLToPath(new URL('../../..', import.meta.url))
const entry = join(productFolder, 'bin', 'countersign.js')

export type EventOf<Type extends HeadlessEvent['type']> = Extract<HeadlessEvent, { type: Type }>

export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly events: readonly HeadlessEvent[]
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Where the process stands. */
  readonly cwd?: string
  /** A program that starts this one: `prlimit …`. */
  readonly through?: readonly string[]
}

/** The built program as a child process, and what it has said until now. */
export class Program {
  readonly events: HeadlessEvent[] = []
  /** Lines on stdout that are no JSON. */
  readonly oddLines: string[] = []
  stdout = ''
  stderr = ''
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  private rest = ''
  private isOver = false
  private readonly waiting = new Set<() => void>()

  constructor(args: readonly string[], { env = {}, cwd = productFolder, through = [] }: StartOptions) {
    const [file = process.execPath, ...more] = [...through, process.execPath, entry, ...args]
    this.child = spawn(file, more, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    this.child.stdin?.on('error', () => undefined)
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.take(text))
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.look()
    })
    this.ended = once(this.child, 'close').then(([status, signal]) => {
      this.isOver = true
      this.look()
      return { status, signal, stdout: this.stdout, stderr: this.stderr, events: this.events }
    })
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The program did not start.')
    return this.child.pid
  }

  send(command: object): void {
    this.child.stdin?.write(`${JSON.stringify(command)}\n`)
  }

  closeStdin(): void {
    this.child.stdin?.end()
  }

  answer(ask: { readonly ts: number }, response: string, more: object = {}): void {
    this.send({ type: 'askResponse', ts: ask.ts, response, ...more })
  }

  /** The first event, from number `from` on, that fits. Rejects when the program ends without one. */
  event<Type extends HeadlessEvent['type']>(
    type: Type,
    fits: (event: EventOf<Type>) => boolean = () => true,
    from = 0,
  ): Promise<EventOf<Type>> {
    return this.until(`the event ${type}`, () =>
      this.events.slice(from).find((event): event is EventOf<Type> => event.type === type && fits(event as EventOf<Type>)),
    )
  }

  until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = look()
        if (value === undefined && !this.isOver) return
        this.waiting.delete(check)
        if (value !== undefined) resolve(value)
        else reject(new Error(`The program ended before ${what}.\n${this.stdout.slice(-2000)}\n${this.stderr.slice(-2000)}`))
      }
      this.waiting.add(check)
      check()
    })
  }

  private look(): void {
    for (const check of this.waiting) check()
  }

  private take(text: string): void {
    this.stdout += text
    const lines = `${this.rest}${text}`.split('\n')
    this.rest = lines.pop() ?? ''
    for (const line of lines) this.takeLine(line)
    this.look()
  }

  private takeLine(line: string): void {
    try {
      this.events.push(JSON.parse(line))
    } catch {
      this.oddLines.push(line)
    }
  }
}

/** Starts the program. What the test leaves running is killed after it. */
export function start(args: readonly string[], options: StartOptions = {}): Program {
  const program = new Program(args, options)
  onTestFinished(async () => {
    if (program.child.exitCode === null && program.child.signalCode === null) program.child.kill('SIGKILL')
    await program.ended
  })
  return program
}

/** Starts the program with nobody at its stdin, and waits for its end. */
export function run(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  const program = start(args, options)
  program.closeStdin()
  return program.ended
}
