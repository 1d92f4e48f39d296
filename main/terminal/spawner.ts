import { type ChildProcess, fork } from 'node:child_process'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PtyExit } from './pty'
import type { SpawnAnswer, SpawnRequest } from './spawn-helper'

export interface Spawned {
  readonly pid: number
  readonly exited: Promise<PtyExit>
}

/** Starts programs at terminals from a small process beside the app. */
export interface Spawner {
  /** Rejects when the program could not be started, or the helper is gone: then somebody else must start it. */
  spawn(request: Omit<SpawnRequest, 'id'>): Promise<Spawned>
  close(): void
}

interface Waiting {
  readonly started: (pid: number) => void
  readonly failed: (error: Error) => void
  readonly exited: (exit: PtyExit) => void
}

/** Undefined on systems on which a start costs the same from a large process. */
export function createSpawner(platform: NodeJS.Platform): Spawner | undefined {
  if (platform !== 'linux') return undefined
  const waiting = new Map<number, Waiting>()
  let helper: ChildProcess | undefined
  let next = 0

  const take = (answer: SpawnAnswer): void => {
    const request = waiting.get(answer.id)
    if (answer.kind === 'started') return request?.started(answer.pid)
    waiting.delete(answer.id)
    if (waiting.size === 0) helper?.channel?.unref()
    if (answer.kind === 'failed') request?.failed(new Error(answer.message))
    else request?.exited(answer)
  }
  const lose = (lost: ChildProcess): void => {
    if (helper === lost) helper = undefined
    for (const request of waiting.values()) {
      request.failed(new Error('The process that starts commands has ended.'))
      // Their terminals were theirs alone: what they did is seen there, how they ended is not known any more.
      request.exited({ exitCode: 1, signal: 0 })
    }
    waiting.clear()
  }
  const start = (): ChildProcess => {
    const child = fork(helperFile(), [], {
      execArgv: [],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // What is typed to end the app at a terminal does not reach it.
      detached: true,
    })
    child.on('message', take)
    child.on('error', () => lose(child))
    child.on('exit', () => lose(child))
    // It ends with the app. Only what was started keeps the app from ending.
    child.unref()
    child.channel?.unref()
    return child
  }
  helper = start()
  return {
    spawn: (request) => {
      helper ??= start()
      next += 1
      const id = next
      const { promise, resolve, reject } = Promise.withResolvers<Spawned>()
      const exited = Promise.withResolvers<PtyExit>()
      const started = (pid: number): void => resolve({ pid, exited: exited.promise })
      waiting.set(id, { started, failed: reject, exited: ({ exitCode, signal }) => exited.resolve({ exitCode, signal }) })
      helper.channel?.ref()
      helper.send({ ...request, id }, (error) => error && reject(error))
      return promise
    },
    close: () => helper?.disconnect(),
  }
}

/** Beside the bundle that this is part of, or beside this source. */
function helperFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return join(here, '..', 'spawn-helper.ts')
  const folder = join(here, '..')
  return join(folder.endsWith(`${sep}chunks`) ? join(folder, '..') : folder, 'spawn-helper.js')
}
