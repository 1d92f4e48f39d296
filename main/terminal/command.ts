import { constants } from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as immediate } from 'node:timers/promises'
import { type Batch, type Beat, createBatch, createBeat } from './batch'
import { endProcesses, findMembers, type ProcessTree } from './end-processes'
import type { ScreenSize } from './emulated-screen'
import { createOutputLog, type OutputLog } from './output-log'
import { createHiddenInput, type HiddenInput } from './hidden-input'
import { type AwaitedInput, createInputWatch, type InputWatch, isHidden } from './input-watch'
import type { Pty, PtyExit } from './pty'
import { createReplay, KEPT_LENGTH, type Replay } from './replay'
import { Screen } from './screen'
import { findReader } from './terminal-reader'

export interface CommandExit {
  readonly exitCode?: number
  readonly signal?: string
  readonly timedOut: boolean
}

export interface CommandOptions {
  readonly terminalId: string
  readonly command: string
  readonly cwd: string
  readonly pty: Pty
  readonly tree: ProcessTree
  readonly size: ScreenSize
  readonly platform: NodeJS.Platform
  readonly logFile: string
  readonly timeoutMs: number | undefined
  readonly onData: (offset: number, data: string) => void
}

const LIVE_MS = 16
const LINES_MS = 50
/** Of one batch for the window: of a flood it gets the end. */
const MAX_LIVE_LENGTH = 64 * 1024
/** Of one batch of lines for the chat: of a flood it gets the beginning. */
const MAX_LINES_LENGTH = 32 * 1024
/** More than this waiting to be drawn or written holds the program up. */
const HIGH_WATER = 1024 * 1024
const LOW_WATER = 256 * 1024
/** After the exit, while a child still holds the terminal: when nothing came for so long, and at the latest. */
const QUIET_MS = 25
const DRAIN_MS = 200
/** When nobody holds it, its end is sure to come. */
const CLOSE_MS = 5000
const AFTER_END_MS = 1000
/** So many lines above the cursor are looked at for a prompt. */
const PROMPT_LINES = 8

/** One command from its start until nobody holds its terminal any more. */
export class Command {
  readonly terminalId: string
  readonly command: string
  readonly cwd: string
  /** ms since 1970. */
  readonly startedAt = Date.now()
  readonly exited: Promise<CommandExit>
  /** Resolves when it has exited and nobody holds its terminal any more. */
  readonly over: Promise<void>
  readonly tree: ProcessTree
  private readonly closed: Promise<void>
  private readonly options: CommandOptions
  private readonly screen: Screen
  private readonly replay: Replay = createReplay()
  private readonly log: OutputLog
  private readonly decoder = new StringDecoder('utf8')
  private readonly live: Beat
  private readonly lines: Batch
  private readonly lineListeners = new Set<(text: string) => void>()
  private readonly inputListeners = new Set<(awaited: AwaitedInput | undefined) => void>()
  private readonly hidden: HiddenInput = createHiddenInput()
  private readonly watch: InputWatch
  private typed: Promise<unknown> = Promise.resolve()
  private told = 0
  private hasExited = false
  private isClosed = false
  private finalLine = ''
  private isPaused = false
  private timedOut = false
  private ending: Promise<void> | undefined

  constructor(options: CommandOptions) {
    this.options = options
    this.terminalId = options.terminalId
    this.command = options.command
    this.cwd = options.cwd
    this.tree = options.tree
    this.log = createOutputLog(options.logFile)
    this.live = createBeat(LIVE_MS, () => this.tellData())
    this.lines = createBatch(LINES_MS, MAX_LINES_LENGTH, (text) => this.tellLines(text))
    this.screen = new Screen(options.size, { onLine: (line) => this.lines.add(`${line}\n`), onText: (text) => this.log.write(text) })
    const { pty } = options
    this.watch = createInputWatch({
      reader: () => findReader(this.tree.leader, options.platform),
      mode: () => pty.mode(),
      lastLines: () => this.screen.untilCursor(PROMPT_LINES),
      onChange: (awaited) => {
        for (const listener of this.inputListeners) listener(awaited)
      },
    })
    pty.onData((bytes) => this.take(bytes))
    this.closed = new Promise<void>((settle) => pty.onClose(settle)).then(() => this.finish())
    this.exited = new Promise<PtyExit>((settle) => pty.onExit(settle)).then((exit) => this.concludeExit(exit))
    this.over = Promise.all([this.exited, this.closed]).then(() => undefined)
    this.startTimer(options.timeoutMs)
  }

  /** It has exited, and nobody holds its terminal any more. */
  get isOver(): boolean {
    return this.hasExited && this.isClosed
  }

  output(lineLimit: number): string {
    return this.screen.render(lineLimit, () => this.log.file())
  }

  onLines(listener: (text: string) => void): () => void {
    this.lineListeners.add(listener)
    return () => this.lineListeners.delete(listener)
  }

  /** What it waits for now. */
  get awaitedInput(): AwaitedInput | undefined {
    return this.watch.awaited
  }

  /** Tells what it waits for, each time that changes, and at once if it already waits. */
  onAwaitedInput(listener: (awaited: AwaitedInput | undefined) => void): () => void {
    this.inputListeners.add(listener)
    if (this.watch.awaited) listener(this.watch.awaited)
    return () => this.inputListeners.delete(listener)
  }

  /** The line on which the cursor stands, or the last one that is not empty. */
  lastLine(): string {
    return this.screen.untilCursor(PROMPT_LINES).findLast((line) => line.trim() !== '') ?? this.finalLine
  }

  /** Types into it, in order. False when it has exited. What goes to a hidden prompt is taken out of all that is printed from then on. */
  type(keys: string): Promise<boolean> {
    const typed = this.typed.then(async () => {
      if (this.hasExited) return false
      // Asked anew for each key: the program may have changed it since the prompt was seen.
      if (isHidden(await this.options.pty.mode(), this.screen.untilCursor(PROMPT_LINES))) this.hidden.type(keys)
      this.options.pty.write(keys)
      return true
    })
    this.typed = typed
    return typed
  }

  /**
   * Ends all that the command started, or waits for `together` to do that. Resolves when it is gone; asking again changes
   * nothing.
   */
  end(together?: Promise<void>): Promise<void> {
    this.ending ??= this.endTree(together)
    return this.ending
  }

  replayed(): { readonly data: string; readonly offset: number } {
    this.live.now()
    return { data: this.replay.newest(KEPT_LENGTH), offset: this.replay.length }
  }

  private async endTree(together: Promise<void> | undefined): Promise<void> {
    this.resume()
    await (together ?? endProcesses([this.tree], this.options.platform))
    this.options.pty.close()
    // What runs as another user may not be ended by us; nobody waits for it.
    await happensWithin(this.over, AFTER_END_MS)
  }

  private startTimer(timeoutMs: number | undefined): void {
    if (timeoutMs === undefined) return
    const timer = setTimeout(() => {
      this.timedOut = true
      // Whoever waits for the exit hears of it.
      void this.end()
    }, timeoutMs)
    void this.exited.then(() => clearTimeout(timer))
  }

  private take(bytes: Buffer): void {
    this.watch.printed()
    this.show(this.hidden.clean(this.decoder.write(bytes)))
    if (this.waiting > HIGH_WATER && !this.isPaused) this.holdUp()
  }

  private show(text: string): void {
    if (text === '') return
    this.replay.add(text)
    this.live.wake()
    this.screen.feed(text)
  }

  private get waiting(): number {
    return Math.max(this.screen.waiting, this.log.waiting)
  }

  private holdUp(): void {
    this.isPaused = true
    this.options.pty.pause()
    void this.catchUp()
  }

  private async catchUp(): Promise<void> {
    while (this.waiting > LOW_WATER) await Promise.all([this.screen.settle(), this.log.flush()])
    this.resume()
  }

  private resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.options.pty.resume()
  }

  private async concludeExit({ exitCode, signal }: PtyExit): Promise<CommandExit> {
    this.watch.stop()
    this.hasExited = true
    await this.drain()
    await Promise.all([this.screen.settle(), this.log.flush()])
    this.live.now()
    this.lines.flush()
    const name = signal === 0 ? undefined : signalName(signal)
    return { ...(name === undefined ? { exitCode } : { signal: name }), timedOut: this.timedOut }
  }

  /** What was written before the exit may still be under way. A child that goes on writing does not hold up the end. */
  private async drain(): Promise<void> {
    if (await happensWithin(this.closed, QUIET_MS)) return
    const holders = await findMembers([this.tree], this.options.platform)
    if (holders.length === 0) {
      while (!(await happensWithin(this.closed, CLOSE_MS)) && this.isPaused);
      return
    }
    const until = Date.now() + DRAIN_MS
    for (let before = -1; before !== this.replay.length || this.isPaused; ) {
      before = this.replay.length
      if ((await happensWithin(this.closed, QUIET_MS)) || Date.now() > until) return
      // A timer alone says nothing of a busy machine: only behind these has the terminal been looked at again.
      await immediate()
      await immediate()
    }
  }

  private async finish(): Promise<void> {
    this.isClosed = true
    this.show(this.hidden.clean(this.decoder.end()) + this.hidden.rest())
    await this.screen.settle()
    this.finalLine = this.lastLine()
    this.screen.finish()
    this.live.now()
    this.lines.flush()
    await this.log.flush()
    this.log.close()
  }

  private tellData(): void {
    const data = this.replay.newest(Math.min(this.replay.length - this.told, MAX_LIVE_LENGTH))
    this.told = this.replay.length
    if (data !== '') this.options.onData(this.replay.length - data.length, data)
  }

  private tellLines(text: string): void {
    for (const listener of this.lineListeners) listener(text)
  }
}

const signalName = (signal: number): string =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`

/** Waits for the promise, but not longer than this. True when it came. */
async function happensWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((settle) => {
    timer = setTimeout(() => settle(false), ms)
  })
  const happened = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return happened
}
