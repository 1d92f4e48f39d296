import { type ChildProcess, fork } from 'node:child_process'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PtyExit } from './pty'
import type { ModeRequest, ProgramSpawnRequest, SpawnAnswer, SpawnRequest } from './spawn-helper'
import { parseStty, type TtyMode } from './tty-mode'

export interface Spawned {
  readonly pid: number
  readonly exited: Promise<PtyExit>
}

export interface ProgramListener {
  printed(stream: 'stdout' | 'stderr', text: string): void
  /** It printed more than it may. */
  overflowed(): void
}

/** Starts programs without a terminal, on every system. */
export interface ProgramSpawner {
  /** Rejects when the program could not be started, or the helper is gone. What it prints is told before `exited` resolves. */
  startProgram(request: Omit<ProgramSpawnRequest, 'id' | 'kind'>, listener: ProgramListener): Promise<Spawned>
}

/** Starts programs at terminals from a small process beside the app. */
export interface Spawner extends ProgramSpawner {
  /** Rejects when the program could not be started, or the helper is gone: then somebody else must start it. */
  spawn(request: Omit<SpawnRequest, 'id' | 'kind'>): Promise<Spawned>
  /** How a terminal treats what is typed. Undefined when that cannot be known. */
  mode(tty: string): Promise<TtyMode | undefined>
  /** Starts the helper now, so that the first program need not wait for it. */
  prepare(): void
  close(): void
}

/** Hears each answer to one request, and undefined when the helper has ended before the last of them. */
type Listener = (answer: SpawnAnswer | undefined) => void
type Unnumbered = Omit<SpawnRequest, 'id'> | Omit<ModeRequest, 'id'> | Omit<ProgramSpawnRequest, 'id'>

/** Undefined on systems on which a start costs the same from a large process. */
export function createSpawner(platform: NodeJS.Platform): Spawner | undefined {
  if (platform !== 'linux') return undefined
  const helper = new Helper()
  return {
    spawn: (request) => askFor(helper, { kind: 'spawn', ...request }),
    startProgram: (request, listener) => askFor(helper, { kind: 'program', ...request }, listener),
    mode: (tty) =>
      new Promise((settle) => {
        helper.ask({ kind: 'mode', tty }, (answer) => settle(answer?.kind === 'mode' ? parseStty(answer.text) : undefined))
      }),
    prepare: () => helper.prepare(),
    close: () => helper.close(),
  }
}

/** The same without terminals, for systems on which those are started in another way. Ends with the app. */
export function createProgramSpawner(): ProgramSpawner {
  const helper = new Helper()
  return { startProgram: (request, listener) => askFor(helper, { kind: 'program', ...request }, listener) }
}

function askFor(helper: Helper, request: Exclude<Unnumbered, { kind: 'mode' }>, listener?: ProgramListener): Promise<Spawned> {
  const { promise, resolve, reject } = Promise.withResolvers<Spawned>()
  const exited = Promise.withResolvers<PtyExit>()
  helper.ask(request, (answer) => {
    switch (answer?.kind) {
      case 'started':
        return resolve({ pid: answer.pid, exited: exited.promise })
      case 'printed':
        return listener?.printed(answer.stream, answer.text)
      case 'overflow':
        return listener?.overflowed()
      case 'exited':
        return exited.resolve({ exitCode: answer.exitCode, signal: answer.signal })
      default:
        reject(answer?.kind === 'failed' ? asError(answer) : new Error('The process that starts commands has ended.'))
        // What a program does is still seen at its terminal; how it ends is not known any more.
        exited.resolve({ exitCode: 1, signal: 0 })
    }
  })
  return promise
}

const asError = ({ message, code }: Extract<SpawnAnswer, { kind: 'failed' }>): Error => Object.assign(new Error(message), { code })

/** The small process, started when it is needed, and again after it has ended. */
class Helper {
  private readonly listeners = new Map<number, Listener>()
  private child: ChildProcess | undefined
  private last = 0

  ask(request: Unnumbered, listener: Listener): void {
    this.child ??= this.start()
    this.last += 1
    const id = this.last
    this.listeners.set(id, listener)
    // Only what was asked for keeps the app from ending.
    this.child.channel?.ref()
    this.child.send({ ...request, id }, (error) => error && this.tell(id, undefined))
  }

  prepare(): void {
    this.child ??= this.start()
  }

  close(): void {
    if (this.child?.connected) this.child.disconnect()
  }

  private start(): ChildProcess {
    const child = fork(helperFile(), [], {
      execArgv: [],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // What is typed to end the app at a terminal does not reach it.
      detached: true,
    })
    child.on('message', (answer: SpawnAnswer) => this.tell(answer.id, answer))
    child.on('error', () => this.lose(child))
    child.on('exit', () => this.lose(child))
    child.unref()
    child.channel?.unref()
    return child
  }

  private tell(id: number, answer: SpawnAnswer | undefined): void {
    const listener = this.listeners.get(id)
    if (!answer || !GOES_ON.has(answer.kind)) this.listeners.delete(id)
    if (this.listeners.size === 0) this.child?.channel?.unref()
    listener?.(answer)
  }

  private lose(lost: ChildProcess): void {
    if (this.child !== lost) return
    this.child = undefined
    // Who hears of it may ask again at once.
    const unanswered = [...this.listeners.keys()]
    for (const id of unanswered) this.tell(id, undefined)
  }
}

/** After one of these there is more to come for the same request. */
const GOES_ON: ReadonlySet<SpawnAnswer['kind']> = new Set(['started', 'printed', 'overflow'])

/** Beside the bundle that this is part of, or beside this source. */
function helperFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return join(here, '..', 'spawn-helper.ts')
  const folder = join(here, '..')
  return join(folder.endsWith(`${sep}chunks`) ? join(folder, '..') : folder, 'spawn-helper.js')
}
