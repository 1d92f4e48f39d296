import { type ChildProcess, fork } from 'node:child_process'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PtyExit } from './pty'
import type { ModeRequest, SpawnAnswer, SpawnRequest } from './spawn-helper'
import { parseStty, type TtyMode } from './tty-mode'

export interface Spawned {
  readonly pid: number
  readonly exited: Promise<PtyExit>
}

/** Starts programs at terminals from a small process beside the app. */
export interface Spawner {
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
type Unnumbered = Omit<SpawnRequest, 'id'> | Omit<ModeRequest, 'id'>

/** Undefined on systems on which a start costs the same from a large process. */
export function createSpawner(platform: NodeJS.Platform): Spawner | undefined {
  if (platform !== 'linux') return undefined
  const helper = new Helper()
  return {
    spawn: (request) => startProgram(helper, request),
    mode: (tty) =>
      new Promise((settle) => {
        helper.ask({ kind: 'mode', tty }, (answer) => settle(answer?.kind === 'mode' ? parseStty(answer.text) : undefined))
      }),
    prepare: () => helper.prepare(),
    close: () => helper.close(),
  }
}

function startProgram(helper: Helper, request: Omit<SpawnRequest, 'id' | 'kind'>): Promise<Spawned> {
  const { promise, resolve, reject } = Promise.withResolvers<Spawned>()
  const exited = Promise.withResolvers<PtyExit>()
  helper.ask({ kind: 'spawn', ...request }, (answer) => {
    if (answer?.kind === 'started') return resolve({ pid: answer.pid, exited: exited.promise })
    if (answer?.kind === 'exited') return exited.resolve({ exitCode: answer.exitCode, signal: answer.signal })
    reject(new Error(answer?.kind === 'failed' ? answer.message : 'The process that starts commands has ended.'))
    // What a program does is still seen at its terminal; how it ends is not known any more.
    exited.resolve({ exitCode: 1, signal: 0 })
  })
  return promise
}

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
    if (answer?.kind !== 'started') this.listeners.delete(id)
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

/** Beside the bundle that this is part of, or beside this source. */
function helperFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return join(here, '..', 'spawn-helper.ts')
  const folder = join(here, '..')
  return join(folder.endsWith(`${sep}chunks`) ? join(folder, '..') : folder, 'spawn-helper.js')
}
