import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import spawn from 'cross-spawn'
import { endProcesses, type ProcessTree } from '../../terminal/end-processes'
import { SESSION_VARIABLE } from '../../terminal/environment'
import type { ProcessLedger } from '../../terminal/process-ledger'
import { readProcess } from '../../terminal/process-table'
import { childEnvironment } from './child-environment'
import { type StreamLine, LineReader } from './line-reader'
import { answeredRequest, MAX_MESSAGE_BYTES, readMessage } from './read-message'
import type { Variables } from '../settings/server-config'
import { ServerFault } from './server-fault'
import { firstOf, type ServerLog } from '../server-log'

/** What the processes of servers need of the machine. */
export interface ProcessPorts {
  readonly platform: NodeJS.Platform
  readonly ledger: ProcessLedger
  /** Where a server runs that has no folder of its own. */
  readonly homeDir: string
  /** The person's own environment. */
  variables(): Promise<Variables>
}

export interface ProcessLaunch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Variables
}

/** A server may ask to end, and has this long for it. */
const LEAVE_MS = 300
/** What it wrote before its exit may still be under way. */
const DRAIN_MS = 200
/** Its exit may be told so long after its streams have ended: a busy machine takes its time. */
const EXIT_MS = 2_000
/** Of what is no message, since its start; and of what waits until the server reads it. */
const MAX_NOISE_BYTES = 64 * 1024 * 1024
const MAX_UNREAD_BYTES = 16 * 1024 * 1024
const TAKEN_AT_ONCE = 50
const MAX_NOISE_LINE = 500

/** A server of this machine, spoken to over its own stdin and stdout. It ends with all that it started. */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <Message extends JSONRPCMessage>(message: Message) => void
  /** Why it is over; undefined while it is not, and after `close`. */
  fault: ServerFault | undefined

  private readonly launch: ProcessLaunch
  private readonly ports: ProcessPorts
  private readonly log: ServerLog
  private readonly mark = randomUUID()
  private readonly reader = new LineReader(MAX_MESSAGE_BYTES)
  private readonly exited = Promise.withResolvers<void>()
  private child: ChildProcess | undefined
  private tree: ProcessTree
  private isTaking = false
  /** Bytes of stdout that were no message, with the line that is under way. */
  private noise = 0
  private ending: Promise<void> | undefined

  constructor(launch: ProcessLaunch, ports: ProcessPorts, log: ServerLog) {
    this.launch = launch
    this.ports = ports
    this.log = log
    this.tree = { leader: 0, started: '', variable: `${SESSION_VARIABLE}=${this.mark}` }
  }

  /** Rejects with a ServerFault when the program cannot be started. */
  async start(): Promise<void> {
    const { launch, ports } = this
    const env = childEnvironment(await ports.variables(), launch.env, this.mark)
    this.refuseIfOver()
    // Written down before it is there: a crash between the two leaves nothing that cannot be found.
    ports.ledger.started(this.tree)
    await ports.ledger.flush()
    this.refuseIfOver()
    const child = spawn(launch.command, [...launch.args], {
      cwd: launch.cwd ?? ports.homeDir,
      env,
      stdio: 'pipe',
      detached: ports.platform !== 'win32',
      windowsHide: true,
    })
    this.child = child
    this.listen(child)
    await this.begun(child)
    const leader = await readProcess(child.pid ?? 0, ports.platform)
    this.refuseIfOver()
    this.tree = { ...this.tree, leader: child.pid ?? 0, started: leader?.started ?? '' }
    ports.ledger.started(this.tree)
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin
    if (!stdin?.writable || this.ending) return this.gone()
    if (stdin.writableLength > MAX_UNREAD_BYTES) {
      this.fail(new ServerFault('It does not read what is sent to it.'))
      return Promise.reject(new ServerFault('The server does not read what is sent to it.'))
    }
    stdin.write(`${JSON.stringify(message)}\n`)
    return Promise.resolve()
  }

  /** Resolves when nothing of it is left. */
  close(): Promise<void> {
    // Who hears of its end closes it once more.
    this.ending ??= Promise.resolve().then(() => this.end())
    return this.ending
  }

  /** Nothing is started, and nothing written down as started, once its end has begun. */
  private refuseIfOver(): void {
    if (this.ending) throw this.fault ?? new ServerFault('It was stopped before it had started.')
  }

  /** Rejects with why it ended, once that is known. */
  private async gone(): Promise<never> {
    await this.unreachable('It closed its stdin.')
    throw this.fault ?? new ServerFault('The server has ended.')
  }

  private async begun(child: ChildProcess): Promise<void> {
    await new Promise<void>((settle, reject) => {
      child.once('spawn', () => settle())
      // It stays: one that comes later, as of a signal that could not be sent, ends nothing.
      child.on('error', (error) => reject(this.notStarted(error)))
    })
  }

  private notStarted(error: Error): ServerFault {
    this.exited.resolve()
    const code = 'code' in error ? error.code : undefined
    const { command, cwd } = this.launch
    const where = cwd === undefined ? '' : ` in ${cwd}`
    if (code === 'ENOENT') return new ServerFault(`"${command}" was not found${where}: install it, or correct the command.`, true)
    if (code === 'EACCES') return new ServerFault(`"${command}" may not be run: check its permissions.`, true)
    return new ServerFault(`"${command}" could not be started: ${error.message}`, true)
  }

  private listen(child: ChildProcess): void {
    child.stdout?.on('data', (chunk: Buffer) => this.read(chunk))
    child.stdout?.on('end', () => void this.unreachable('It closed its stdout.'))
    child.stderr?.on('data', (chunk: Buffer) => this.readErrors(chunk))
    child.stdout?.on('error', () => void this.unreachable('Its stdout could not be read.'))
    child.stderr?.on('error', (error) => this.log.note(`Its stderr could not be read: ${error.message}`))
    child.stdin?.on('error', () => void this.unreachable('It closed its stdin.'))
    child.on('exit', (code, signal) => void this.leave(code, signal))
  }

  /** Who else holds its stdout has no say in that it is over. */
  private async leave(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const closed = new Promise<void>((settle) => this.child?.once('close', () => settle()))
    await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })])
    // What it said before it ended counts.
    for (let line = this.reader.next(); line; line = this.reader.next()) this.take(line)
    this.exited.resolve()
    this.fail(new ServerFault(signal === null ? `It ended by itself, with code ${code ?? 0}.` : `It was ended by ${signal}.`))
  }

  /** Usually its exit comes with that, and says why. */
  private async unreachable(why: string): Promise<void> {
    await Promise.race([this.exited.promise, delay(EXIT_MS, undefined, { ref: false })])
    this.fail(new ServerFault(why))
  }

  private read(chunk: Buffer): void {
    this.noise += chunk.length
    this.reader.feed(chunk)
    if (!this.isTaking) this.takeSome()
    if (this.noise <= MAX_NOISE_BYTES) return
    const isOneLine = this.reader.pending > MAX_MESSAGE_BYTES
    this.fail(
      new ServerFault(
        isOneLine ? 'It prints without end and never finishes a message.' : 'It prints too much to stdout that is no message.',
      ),
    )
  }

  /** A flood of one server must not hold up the others, nor the chat: a few at a time, and meanwhile no more is read. */
  private takeSome(): void {
    this.child?.stdout?.pause()
    this.isTaking = true
    for (let taken = 0; taken < TAKEN_AT_ONCE; taken += 1) {
      const line = this.reader.next()
      if (!line) return void setImmediate(() => this.readOn())
      this.take(line)
    }
    setImmediate(() => this.takeSome())
  }

  private readOn(): void {
    this.isTaking = false
    this.child?.stdout?.resume()
  }

  /** As with stdout: one piece at a time. */
  private readErrors(chunk: Buffer): void {
    this.log.stderr(chunk)
    this.child?.stderr?.pause()
    setImmediate(() => this.child?.stderr?.resume())
  }

  private take(line: StreamLine): void {
    if (this.fault || this.ending) return
    if (line.kind === 'too_long') return this.refuse(line)
    if (line.text.trim() === '') return
    const message = readMessage(line.text)
    if (typeof message === 'string') return this.log.note(`[stdout, ${message}] ${firstOf(line.text, MAX_NOISE_LINE)}`)
    this.noise -= line.bytes + 1
    this.onmessage?.(message)
  }

  /** Whoever waits for it hears why it does not come. */
  private refuse({ bytes, head, tail }: Extract<StreamLine, { kind: 'too_long' }>): void {
    const text = `A message of ${megabytes(bytes)} MB was left out: at most ${megabytes(MAX_MESSAGE_BYTES)} MB are taken.`
    this.log.note(`[stdout] ${text}`)
    const id = answeredRequest(head, tail)
    if (id === undefined) return
    this.noise -= bytes + 1
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: TOO_LARGE, message: text } })
  }

  private fail(fault: ServerFault): void {
    if (this.fault || this.ending) return
    this.fault = fault
    this.log.note(fault.message)
    void this.close()
  }

  private async end(): Promise<void> {
    const { child } = this
    // Whoever waits for an answer hears at once that none comes.
    this.onclose?.()
    if (child?.pid !== undefined) {
      child.stdin?.end()
      await Promise.race([this.exited.promise, delay(LEAVE_MS, undefined, { ref: false })])
      await endProcesses([this.tree], this.ports.platform)
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    this.ports.ledger.ended(this.tree)
    await this.ports.ledger.flush()
  }
}

/** Of JSON-RPC's own range for servers. */
const TOO_LARGE = -32_010

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)
