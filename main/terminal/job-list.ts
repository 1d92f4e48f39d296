import type { Job } from '../../shared/jobs'
import { type Beat, createBeat } from './batch'
import type { Command, CommandExit } from './command'
import { jobName } from './job-name'
import { findPort } from './listening-port'

export interface JobNews {
  readonly command: string
  readonly output: string
}

/** The window is told at most once in so many ms, and only when something changed. */
const TELL_MS = 300
/** A server listens soon or never: each look for its port comes later than the one before. */
const FIRST_PORT_MS = 400
const MOST_PORT_MS = 10_000
/** Of what a job printed, the model is told the end. In lines and in characters. */
const NEWS_LINES = 50
const NEWS_LENGTH = 8_000
/** Of those that have ended, and of whose end the model was told, so many are still listed. */
const KEPT_ENDED = 10

interface Entry {
  readonly command: Command
  readonly name: string
  news: string
  port: number | undefined
  isOver: boolean
  exit: CommandExit | undefined
  /** The model was told of its end. */
  isTold: boolean
}

/** The commands of a task that go on in the background. */
export class JobList {
  private entries: Entry[] = []
  private readonly platform: NodeJS.Platform
  private readonly onChange: () => void
  private readonly beat: Beat
  private told = ''

  constructor(platform: NodeJS.Platform, onChange: () => void) {
    this.platform = platform
    this.onChange = onChange
    this.beat = createBeat(TELL_MS, () => this.tell())
  }

  /** Takes a command in, once. */
  add(command: Command): Job {
    const known = this.entries.find((each) => each.command === command)
    if (known) return describe(known)
    const names = new Set(this.entries.map((each) => each.name))
    const entry: Entry = {
      command,
      name: jobName(command.command, names),
      news: '',
      port: undefined,
      isOver: false,
      exit: undefined,
      isTold: false,
    }
    this.entries.push(entry)
    const stops = [command.onLines((text) => this.heard(entry, text)), command.onAwaitedInput(() => this.beat.wake())]
    void command.exited.then((exit) => {
      entry.exit = exit
    })
    void command.over.then(() => {
      for (const stop of stops) stop()
      entry.isOver = true
      entry.news += `[${endOf(entry.exit)}]\n`
      this.beat.wake()
    })
    this.watchPort(entry, FIRST_PORT_MS)
    this.beat.wake()
    return describe(entry)
  }

  list(): readonly Job[] {
    return this.entries.map(describe)
  }

  /** Those that run, or have something new, with what they printed since the last time: of all, or of some by their terminals. */
  news(of: (terminalId: string) => boolean = () => true): readonly JobNews[] {
    const wanted = this.entries.filter((entry) => of(entry.command.terminalId))
    const news = wanted.filter((entry) => !entry.isTold).map((entry) => ({ command: entry.command.command, output: newsOf(entry) }))
    for (const entry of wanted) {
      entry.news = ''
      entry.isTold = entry.isOver
    }
    this.forgetOld()
    return news
  }

  private heard(entry: Entry, text: string): void {
    entry.news = lastLines(entry.news + text)
    this.beat.wake()
  }

  private watchPort(entry: Entry, ms: number): void {
    const timer = setTimeout(() => void this.lookForPort(entry, ms), ms)
    void entry.command.over.then(() => clearTimeout(timer))
  }

  private async lookForPort(entry: Entry, ms: number): Promise<void> {
    entry.port = await findPort(entry.command.tree, this.platform)
    if (entry.isOver) return
    if (entry.port === undefined) this.watchPort(entry, Math.min(MOST_PORT_MS, ms * 2))
    else this.beat.wake()
  }

  private tell(): void {
    const now = JSON.stringify(this.list())
    if (now === this.told) return
    this.told = now
    this.onChange()
  }

  private forgetOld(): void {
    const ended = this.entries.filter((entry) => entry.isOver)
    const old = new Set(ended.slice(0, Math.max(0, ended.length - KEPT_ENDED)).filter((entry) => entry.isTold))
    this.entries = this.entries.filter((entry) => !old.has(entry))
  }
}

function describe({ command, name, port, isOver, exit }: Entry): Job {
  const { awaitedInput } = command
  return {
    terminalId: command.terminalId,
    name,
    command: command.command,
    cwd: command.cwd,
    state: isOver ? 'ended' : awaitedInput ? 'waiting' : 'running',
    ...(awaitedInput === undefined || isOver ? {} : { waitsForInput: awaitedInput }),
    ...(port === undefined || isOver ? {} : { port }),
    lastLine: command.lastLine(),
    startedAt: command.startedAt,
    ...(isOver ? howEnded(exit) : {}),
  }
}

function howEnded(exit: CommandExit | undefined): Pick<Job, 'exitCode' | 'signal'> {
  return {
    ...(exit?.exitCode === undefined ? {} : { exitCode: exit.exitCode }),
    ...(exit?.signal === undefined ? {} : { signal: exit.signal }),
  }
}

function newsOf(entry: Entry): string {
  const { state, port } = describe(entry)
  const where = port === undefined ? '' : `, and listens on port ${port}`
  const waits = state === 'waiting' ? ' It waits for input.' : ''
  const heading = state === 'ended' ? `[Job "${entry.name}"]` : `[Job "${entry.name}" runs${where}.${waits}]`
  return `${heading}\n${entry.news}`.trimEnd()
}

function endOf(exit: CommandExit | undefined): string {
  if (exit?.timedOut) return 'It was ended with all it had started: it took longer than it may.'
  return `It has ended: ${exit?.signal ?? `exit code ${exit?.exitCode ?? 0}`}.`
}

function lastLines(text: string): string {
  const lines = text.split('\n')
  const last = lines.length > NEWS_LINES ? lines.slice(-NEWS_LINES).join('\n') : text
  return last.length > NEWS_LENGTH ? `…${last.slice(-NEWS_LENGTH)}` : last
}
