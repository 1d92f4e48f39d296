import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFile } from '../../main/storage/take-file'

/** What a second instance tells the first. */
export interface Arrival {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly data: unknown
}

export interface InstanceLock {
  readonly isFirst: boolean
  /** For a second instance: settles when the first has heard of it. */
  readonly told: Promise<void>
  release(): void
}

/** One instance per folder. The answer is there at once, as in Electron; arrivals come over a local socket. */
export function lockInstance(folder: string, arrival: Arrival, onArrival: (arrival: Arrival) => void): InstanceLock {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'instance.lock')
  const address = socketOf(lock)
  if (!takeFile(lock)) return { isFirst: false, told: tell(address, arrival), release: () => undefined }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > MOST_CHARACTERS) socket.destroy()
    })
    socket.on('end', () => {
      const heard = readArrival(text)
      if (heard) onArrival(heard)
      socket.end()
    })
    // Whoever hangs up early has nothing to be told.
    socket.on('error', () => socket.destroy())
  })
  if (process.platform === 'darwin') rmSync(address, { force: true })
  // The lock is the file; without the socket a second instance only cannot be heard.
  server.on('error', (error) => process.stderr.write(`A second start will not be noticed: ${error.message}\n`))
  server.listen(address)
  server.unref()
  return { isFirst: true, told: Promise.resolve(), release: () => rmSync(lock, { force: true }) }
}

/** A command line and a folder are far shorter. */
const MOST_CHARACTERS = 1_000_000

/** What another start has to say. `undefined` for anything else: every program of this machine can reach the socket. */
function readArrival(text: string): Arrival | undefined {
  try {
    const heard: unknown = JSON.parse(text)
    return isArrival(heard) ? heard : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isArrival(heard: unknown): heard is Arrival {
  if (typeof heard !== 'object' || heard === null || !('argv' in heard) || !('cwd' in heard)) return false
  const { argv, cwd } = heard
  return typeof cwd === 'string' && Array.isArray(argv) && argv.every((word) => typeof word === 'string')
}

const TELL_LIMIT_MS = 2_000

function tell(address: string, arrival: Arrival): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.setTimeout(TELL_LIMIT_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve())
    socket.resume()
    socket.end(JSON.stringify(arrival))
  })
}

/** Where the first instance listens. Short enough for every system; on Linux it is no file and goes with its process. */
export function socketOf(lock: string): string {
  const name = `countersign-${createHash('sha256').update(lock).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}
