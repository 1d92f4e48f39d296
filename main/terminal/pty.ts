import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import type { Spawner } from './spawner'
import { readTtyMode, type TtyMode } from './tty-mode'

export interface PtyRequest {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cols: number
  readonly rows: number
}

export interface PtyExit {
  readonly exitCode: number
  /** Number of the signal that ended it, 0 for none. */
  readonly signal: number
}

/** A process with a terminal of its own. It leads a session, so everything it starts can be found by that. */
export interface Pty {
  readonly pid: number
  onData(listener: (bytes: Buffer) => void): void
  /** The process itself has ended; others may still hold the terminal. */
  onExit(listener: (exit: PtyExit) => void): void
  /** Nobody holds the terminal any more, and all that was written to it has been read. */
  onClose(listener: () => void): void
  pause(): void
  resume(): void
  /** Types into the terminal. */
  write(data: string): void
  /** How the terminal treats what is typed. Undefined where that cannot be known. */
  mode(): Promise<TtyMode | undefined>
  /** Lets go of the terminal. Ends no process. */
  close(): void
}

/** Starts the program from this process, whatever that costs. Throws when no terminal or no process can be made. */
export const openPty = (request: PtyRequest): Pty => (process.platform === 'win32' ? openConsole(request) : openByFork(request))

/** Has the program started by the helper where there is one. Rejects when no terminal or no process can be made. */
export const openPtyBy = async (spawner: Spawner | undefined, request: PtyRequest): Promise<Pty> =>
  (spawner && (await openBySpawner(request, spawner))) ?? openPty(request)

/**
 * The native part of node-pty: its JavaScript reports an exit late when a child still holds the terminal, and takes the terminal
 * away from that child.
 */
interface NativePty {
  fork(...request: readonly unknown[]): { readonly fd: number; readonly pid: number; readonly pty: string }
  open(cols: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string }
}

function loadNative(): { readonly native: NativePty; readonly require: NodeJS.Require } {
  const require = createRequire(createRequire(import.meta.url).resolve('node-pty'))
  // The shape of node-pty 1.1, which package.json pins.
  const loader = require('./requireBinary') as { requireBinary(name: string): NativePty }
  return { native: loader.requireBinary('pty.node'), require }
}

/** The terminal is made here, and its program is started by the small helper: no byte goes through it. Undefined when the helper is gone. */
async function openBySpawner({ file, args, cwd, env, cols, rows }: PtyRequest, spawner: Spawner): Promise<Pty | undefined> {
  // Started after the terminal was made, it would hold that open for ever.
  spawner.prepare()
  const { master, slave, pty } = loadNative().native.open(cols, rows)
  // The native part's own file would go along to every process that the app starts.
  const held = openSync(pty, constants.O_RDWR | constants.O_NOCTTY)
  closeSync(slave)
  try {
    const { pid, exited } = await spawner.spawn({ tty: pty, file, args, cwd, env })
    const onExit = (listener: (exit: PtyExit) => void): void => void exited.then(listener)
    return overTerminal({ fd: master, pid, held, onExit, mode: () => spawner.mode(pty) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    closeSync(held)
    closeSync(master)
    return undefined
  }
}

function openByFork({ file, args, cwd, env, cols, rows }: PtyRequest): Pty {
  const { native, require } = loadNative()
  const exited = once<PtyExit>()
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const onExit = (exitCode: number, signal: number): void => exited.settle({ exitCode, signal })
  const { fd, pid, pty } = native.fork(file, [...args], variables, cwd, cols, rows, -1, -1, true, spawnHelper(require), onExit)
  return overTerminal({
    fd,
    pid,
    held: openSync(pty, constants.O_RDWR | constants.O_NOCTTY),
    onExit: exited.listen,
    mode: () => readTtyMode(fd),
  })
}

/**
 * `held` is the program's side of the terminal. A terminal that nobody holds any more is gone, and its leader is hung up on: one
 * that closes its own files would die of it. So it is held until the leader has ended.
 */
function overTerminal({
  fd,
  pid,
  held,
  onExit,
  mode,
}: Pick<Pty, 'pid' | 'onExit' | 'mode'> & { readonly fd: number; readonly held: number }): Pty {
  const closed = once<void>()
  onExit(() => closeSync(held))
  const stream = new ReadStream(fd)
  // Linux reports the end of a terminal as an error (EIO); after any error the stream closes.
  stream.on('error', () => closed.settle())
  stream.on('close', () => closed.settle())
  return {
    pid,
    onData: (listener) => stream.on('data', listener),
    onExit,
    onClose: closed.listen,
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    write: (data) => {
      if (!stream.destroyed) stream.write(data)
    },
    mode: () => (stream.destroyed ? Promise.resolve(undefined) : mode()),
    close: () => stream.destroy(),
  }
}

/** macOS starts the process through a small program that comes with node-pty. */
function spawnHelper(require: NodeJS.Require): string {
  if (process.platform !== 'darwin') return ''
  return require.resolve(`@lydell/node-pty-${process.platform}-${process.arch}/spawn-helper`).replace('app.asar', 'app.asar.unpacked')
}

interface ConsolePty {
  readonly pid: number
  onData(listener: (data: string) => void): void
  onExit(listener: (exit: { exitCode: number; signal?: number }) => void): void
  pause(): void
  resume(): void
  write(data: string): void
  kill(): void
}

function openConsole({ file, args, ...options }: PtyRequest): Pty {
  // The public interface of node-pty.
  const nodePty = createRequire(import.meta.url)('node-pty') as { spawn(file: string, args: string[], options: object): ConsolePty }
  const exited = once<PtyExit>()
  const pty = nodePty.spawn(file, [...args], options)
  pty.onExit(({ exitCode, signal }) => exited.settle({ exitCode, signal: signal ?? 0 }))
  return {
    pid: pty.pid,
    onData: (listener) => pty.onData((data) => listener(Buffer.from(data))),
    onExit: exited.listen,
    onClose: (listener) => exited.listen(() => listener()),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    write: (data) => pty.write(data),
    mode: () => Promise.resolve(undefined),
    close: () => pty.kill(),
  }
}

/** Something that happens once; who listens later hears of it too. */
function once<Value>(): { settle: (value: Value) => void; listen: (listener: (value: Value) => void) => void } {
  let happened: { readonly value: Value } | undefined
  const listeners: ((value: Value) => void)[] = []
  return {
    settle: (value) => {
      if (happened) return
      happened = { value }
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => {
      if (happened) listener(happened.value)
      else listeners.push(listener)
    },
  }
}
