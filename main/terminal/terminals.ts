import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { EnvironmentReport } from '../../shared/environment-report'
import type { Job } from '../../shared/jobs'
import { Command, type CommandExit } from './command'
import { endProcesses, type ProcessTree } from './end-processes'
import { type CommandVariables, createCommandVariables } from './command-variables'
import { SESSION_VARIABLE } from './environment'
import type { AwaitedInput } from './input-watch'
import { JobList, type JobNews } from './job-list'
import { isKeptResult, type KeptContent, keepResult } from './keep-result'
import { createLedger, type ProcessLedger, sweepLedger } from './process-ledger'
import { readProcess } from './process-table'
import { openPtyBy } from './pty'
import { startInShell } from './shell'
import { createPrograms, type Programs } from './programs'
import { createProgramSpawner, createSpawner, type Spawner } from './spawner'
import { isLogOf, logName, removeLogs, sweepLogs } from './sweep-logs'

export interface RunningCommand {
  readonly terminalId: string
  readonly exited: Promise<CommandExit>
  /** Nobody holds its terminal any more either. */
  readonly over: Promise<void>
  output(lineLimit: number): string
  onLines(listener: (text: string) => void): () => void
  /** Tells what it waits for, each time that changes, and at once if it already waits. */
  onAwaitedInput(listener: (awaited: AwaitedInput | undefined) => void): () => void
  end(): Promise<void>
}

export interface ScreenReplay {
  readonly data: string
  /** Characters of this screen before the next data. */
  readonly offset: number
  readonly cols: number
  readonly rows: number
}

/** The commands of one task. */
export interface TaskTerminal {
  /** Rejects only when no terminal could be made. */
  run(request: { readonly command: string; readonly cwd: string; readonly timeoutMs?: number }): Promise<RunningCommand>
  screen(terminalId: string): ScreenReplay | undefined
  /** Whether somebody is there who could type into a command. */
  readonly attended: boolean
  /** Tells what a command waits for, each time that changes, and at once if it already waits. */
  onAwaitedInput(terminalId: string, listener: (awaited: AwaitedInput | undefined) => void): () => void
  /** True for the real path of the full output of one of these commands. */
  ownsLog(real: string): boolean
  /** The real path of a new file with this, which counts as such a log; undefined when the disk does not take it. */
  keepResult(content: KeptContent): Promise<string | undefined>
  /** True for the real path of such a file, of whatever task. */
  isKeptResult(real: string): boolean
  /** Types into a command that still runs, in order. False when it does not. */
  input(terminalId: string, data: string): Promise<boolean>
  /** Lets a running command go on in the background. Undefined when there is no such command. */
  detach(terminalId: string): Job | undefined
  /** Those in the background, also the newest that have ended, in the order in which they came there. */
  jobs(): readonly Job[]
  /** What a command has printed so far, as the model gets it. */
  outputOf(terminalId: string, lineLimit: number): string | undefined
  /** Ends a command with all it started. False when there is nothing left of it. */
  stop(terminalId: string): Promise<boolean>
  /** Jobs that run or have something new, with what they printed since the last time: all, or some by their terminals. */
  background(of?: (terminalId: string) => boolean): readonly JobNews[]
  /** Where its scripts run. */
  readonly programs: Programs
  /** Ends every process that the task started, also those of its programs. */
  endAll(): Promise<void>
}

export interface Terminals {
  /** Name of the shell that commands run in. */
  readonly shell: string
  /** What commands start from, and where it came from. */
  environmentReport(): Promise<EnvironmentReport>
  /** What commands start from. */
  variables(): Promise<Readonly<Record<string, string>>>
  /** Those that the person's settings may name, secrets too: no program is given them as a whole. */
  settingsVariables(): Promise<Readonly<Record<string, string | undefined>>>
  /** Removes what commands of a task that is deleted have printed. */
  forgetTask(taskId: string): Promise<void>
  /** A place for programs without a terminal: what is started in one is ended together. */
  openPrograms(): Programs
  /** Lets go of the process that starts commands; those that run go on. It ends with the app anyway. */
  close(): void
  forTask(taskId: string, onData: (terminalId: string, offset: number, data: string) => void, onJobs?: () => void): TaskTerminal
}

export interface TerminalsOptions {
  /** The full text of long outputs goes to a folder in this one. */
  readonly logs: string
  /** Folder in which what runs is written down, for the case of a crash. */
  readonly ledger: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Whether the person's login shell is asked for its variables: an app that was started from an icon knows little. */
  readonly asksLoginShell?: boolean
  /** Whether somebody is there who could type into a command; nobody unless said. */
  readonly attended?: boolean
  /** Something that the person should know of and that stops nothing. */
  readonly onProblem?: (text: string) => void
}

/** Makes terminals for tasks. Ends first what an app that crashed left running, and removes old logs. */
export async function createTerminals(given: TerminalsOptions): Promise<Terminals> {
  const options = { ...given, logs: await makeFolder(join(given.logs, 'commands')) }
  const appFolder = findAppFolder(import.meta.dirname)
  const variables = createCommandVariables({
    env: options.env,
    platform: options.platform,
    appFolder,
    asksLoginShell: options.asksLoginShell ?? false,
  })
  await Promise.all([sweepLedger(options.ledger, options.platform), sweepLogs(options.logs, Date.now())])
  const ledger = await createLedger(options.ledger, options.platform, options.onProblem ?? (() => undefined))
  const spawner = createSpawner(options.platform)
  const programSpawner = spawner ?? createProgramSpawner()
  const openPrograms = () => createPrograms({ spawner: programSpawner, ledger, platform: options.platform })
  return {
    shell: basename(startInShell('', options.env, options.platform).file),
    environmentReport: () => variables.report(),
    variables: () => variables.forAll(),
    settingsVariables: () => variables.forSettings(),
    forgetTask: (taskId) => removeLogs(options.logs, taskId),
    openPrograms,
    close: () => spawner?.close(),
    forTask: (taskId, onData, onJobs = () => undefined) => {
      // Its first command comes after the model's first answer.
      spawner?.prepare()
      const programs = openPrograms()
      return new CommandsOfTask({ ...options, taskId, onData, onJobs, variables, entries: ledger, spawner, programs })
    },
  }
}

interface TaskOptions extends TerminalsOptions {
  readonly taskId: string
  readonly variables: CommandVariables
  readonly entries: ProcessLedger
  readonly spawner: Spawner | undefined
  readonly programs: Programs
  readonly onData: (terminalId: string, offset: number, data: string) => void
  readonly onJobs: () => void
}

/** Wide enough that few lines break. */
const SIZE = { cols: 120, rows: 30 } as const
/** Of commands that have ended, so many screens can still be drawn again. */
const KEPT_SCREENS = 30

class CommandsOfTask implements TaskTerminal {
  readonly attended: boolean
  readonly programs: Programs
  private readonly options: TaskOptions
  private readonly commands = new Map<string, Command>()
  private readonly running = new Set<Command>()
  /** Of every command: processes can outlive their shell. */
  private readonly trees: ProcessTree[] = []
  private readonly list: JobList

  constructor(options: TaskOptions) {
    this.options = options
    this.attended = options.attended ?? false
    this.programs = options.programs
    this.list = new JobList(options.platform, options.onJobs)
  }

  async run({
    command,
    cwd,
    timeoutMs,
  }: {
    readonly command: string
    readonly cwd: string
    readonly timeoutMs?: number
  }): Promise<RunningCommand> {
    if (!(await isFolder(cwd))) throw new Error(`${cwd} is not a folder, so nothing can be run there.`)
    const { options } = this
    const terminalId = randomUUID()
    const env = await options.variables.forCommand(terminalId)
    const { file, args } = startInShell(command, env, options.platform)
    const pty = await openPtyBy(options.spawner, {
      file: existsSync(file) ? file : '/bin/sh',
      args,
      cwd,
      env: { ...env, PWD: cwd },
      ...SIZE,
    })
    const leader = await readProcess(pty.pid, options.platform)
    const tree = { leader: pty.pid, started: leader?.started ?? '', variable: `${SESSION_VARIABLE}=${terminalId}` }
    options.entries.started(tree)
    const started = new Command({
      terminalId,
      command,
      cwd,
      pty,
      tree,
      size: SIZE,
      platform: options.platform,
      logFile: join(options.logs, logName(options.taskId, terminalId)),
      timeoutMs,
      onData: (offset, data) => options.onData(terminalId, offset, data),
    })
    this.keep(started)
    return started
  }

  screen(terminalId: string): ScreenReplay | undefined {
    const command = this.commands.get(terminalId)
    return command && { ...command.replayed(), ...SIZE }
  }

  onAwaitedInput(terminalId: string, listener: (awaited: AwaitedInput | undefined) => void): () => void {
    return this.commands.get(terminalId)?.onAwaitedInput(listener) ?? (() => undefined)
  }

  ownsLog(real: string): boolean {
    return dirname(real) === this.options.logs && isLogOf(this.options.taskId, basename(real))
  }

  keepResult(content: KeptContent): Promise<string | undefined> {
    return keepResult(this.options.logs, this.options.taskId, content)
  }

  isKeptResult(real: string): boolean {
    return isKeptResult(this.options.logs, real)
  }

  async input(terminalId: string, data: string): Promise<boolean> {
    return (await this.commands.get(terminalId)?.type(data)) ?? false
  }

  detach(terminalId: string): Job | undefined {
    const command = this.commands.get(terminalId)
    return command && this.list.add(command)
  }

  jobs(): readonly Job[] {
    return this.list.list()
  }

  outputOf(terminalId: string, lineLimit: number): string | undefined {
    return this.commands.get(terminalId)?.output(lineLimit)
  }

  async stop(terminalId: string): Promise<boolean> {
    const command = this.commands.get(terminalId)
    if (!command || !this.running.has(command)) return false
    await command.end()
    return true
  }

  background(of?: (terminalId: string) => boolean): readonly JobNews[] {
    return this.list.news(of)
  }

  async endAll(): Promise<void> {
    const trees = this.trees.splice(0)
    // All at once: each look at the processes of the machine serves every command.
    const together = endProcesses(trees, this.options.platform)
    await Promise.all([together, this.programs.endAll(), ...[...this.running].map((command) => command.end(together))])
    for (const tree of trees) this.options.entries.ended(tree)
    await this.options.entries.flush()
  }

  private keep(command: Command): void {
    this.commands.set(command.terminalId, command)
    this.running.add(command)
    this.trees.push(command.tree)
    void command.exited.then(() => {
      // Something that it started goes on at its terminal.
      if (!command.isOver) this.list.add(command)
    })
    void command.over.then(() => {
      this.running.delete(command)
      this.forgetOldScreens()
    })
  }

  private forgetOldScreens(): void {
    const ended = [...this.commands.values()].filter((command) => !this.running.has(command))
    for (const command of ended.slice(0, Math.max(0, ended.length - KEPT_SCREENS))) this.commands.delete(command.terminalId)
  }
}

/** Its real path: what the model is told is what its tools resolve. */
async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  return realpath(path)
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** The nearest folder above that holds the app's package.json. */
function findAppFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file) && readFileSync(file, 'utf8').includes('"countersign"')) return folder
    if (dirname(folder) === folder) return start
  }
}
