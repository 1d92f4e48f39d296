import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { Amendment, CommandData } from '../../../shared/messages'
import { ClineDefaultTool } from '../../../shared/tools'
import type { CommandExit, RunningCommand, TaskConfig } from '../task-config'
import {
  type Amended,
  denied,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  type ToolResponse,
  type ToolUse,
  toolFailed,
} from '../tool-handler'
import { createOutputRow, type OutputRow } from './command-output-row'
import { summariseCommand } from './command-words'
import { firstEnd } from './first-end'
import { flagField, numberField } from './input-fields'
import { describeCall, readableText } from './partial-input'
import { isSlow } from './slow-commands'
import { jobActions, prepareJob, tendJob } from './tend-job'

const description = `Run a command in a new shell in the project folder; nothing carries over from one call to the next but what is on the disk. \
Pass what keeps programs from asking: you cannot type into them. For a server or a watcher set background: it goes on while you go on, until the task \
ends, and what it prints comes with later messages; to see all it printed so far or to end it, call this tool with job and action instead of a command. \
Long output is shortened in the middle, and the result names a file with all of it, which read_file and search_files open.`

const Fields = z
  .object({
    command: z
      .string()
      .refine((command) => !command.includes('\0'), 'must hold no NUL character')
      .describe("The command, for the person's own shell and system. Empty when the call is about a job."),
    requires_approval: flagField(
      'true if it changes or deletes anything, installs, reaches the network or cannot be undone; false if it only reads or builds. Default: true.',
    ),
    timeout: numberField('Seconds after which it is ended with all it started. Default: none.'),
    background: flagField('true to let it go on in the background: the result comes once it has started. Default: false.'),
    job: z.string().optional().describe('Instead of a command: the name of a job in the background, as a result gave it.'),
    action: z.enum(jobActions).optional().describe('For a job: see its output (the default), or stop it with all it started.'),
  })
  .refine((input) => isAboutJob(input) || input.command.trim() !== '', { path: ['command'], message: 'must not be empty' })
  .refine((input) => !isAboutJob(input) || input.command.trim() === '', {
    path: ['job'],
    message: 'must not be given along with a command',
  })
const Input = z.preprocess(withoutEmpty, Fields)
type Input = z.infer<typeof Fields>

const isAboutJob = ({ job }: { readonly job?: string | undefined }): boolean => job !== undefined

/** Whether the person wrote another command than the model before approving it. */
interface Basis {
  readonly isChanged: boolean
}
const asWritten: Basis = { isChanged: false }

/** When nobody is there to look, in seconds. */
const DEFAULT_TIMEOUT = 30
const SLOW_TIMEOUT = 300
const MAX_TIMEOUT = 24 * 3600

/** In ms. */
export interface CommandLimits {
  /** How long the result of a command in the background waits for what it prints first, or for its early end. */
  readonly startMs: number
  /** How long a command may wait for input when nobody is there to type. */
  readonly unansweredMs: number
}
const LIMITS: CommandLimits = { startMs: 1500, unansweredMs: 10_000 }

export class ExecuteCommandToolHandler implements IFullyManagedTool<Input, Basis> {
  readonly name = ClineDefaultTool.BASH
  readonly spec = { description, input: Input, offered: () => true }

  private readonly limits: CommandLimits

  constructor(limits = LIMITS) {
    this.limits = limits
  }

  effects({ command, requires_approval: requiresApproval = true }: Input, config: TaskConfig): Promise<Effects> {
    if (command.trim() === '') return Promise.resolve(noEffects)
    return Promise.resolve({ ...noEffects, executes: [{ command, cwd: config.cwd, requiresApproval }] })
  }

  prepare({ command, job = '', action = 'output' }: Input, config: TaskConfig): Promise<Preparation<Basis>> {
    if (command.trim() === '') return Promise.resolve(prepareJob(job, action, config, asWritten))
    const data: CommandData = { command, cwd: config.cwd, status: 'running' }
    return Promise.resolve({ kind: 'ready', card: { kind: 'command', data }, summary: summariseCommand(command), basis: asWritten })
  }

  async amend(input: Input, _basis: Basis, { command, text, leftOut }: Amendment, config: TaskConfig): Promise<Amended<Input, Basis>> {
    if (text !== undefined || leftOut !== undefined)
      return { kind: 'failed', response: denied('What the person changed is not this command, so nothing was run.') }
    if (command === undefined || command === input.command) return this.prepare(input, config)
    const changed = Fields.safeParse({ ...input, command })
    if (!changed.success)
      return {
        kind: 'failed',
        response: toolFailed('The command was changed to one that cannot run: it is empty, or holds a NUL character.'),
      }
    const prepared = await this.prepare(changed.data, config)
    return prepared.kind === 'failed' ? prepared : { ...prepared, input: changed.data, basis: { isChanged: true } }
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, { isChanged }: Basis, ts: number | undefined): Promise<ToolResponse> {
    const { command, job = '', action = 'output' } = block.input
    if (command.trim() === '') return tendJob(job, action, config)
    const response = await this.run(config, block.input, ts)
    return isChanged
      ? { ...response, content: `The person changed the command before approving it. What ran is: ${command}\n${response.content}` }
      : response
  }

  private async run(config: TaskConfig, input: Input, ts: number | undefined): Promise<TextResponse> {
    const timeout = timeoutOf(input, config)
    const request = { command: input.command, cwd: config.cwd, ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) }
    const running = await config.services.terminal.run(request)
    if (ts !== undefined) config.callbacks.patchRow(ts, { data: { terminalId: running.terminalId } })
    showAwaitedInput(config, running, ts)
    const row = createOutputRow(config, running, ts ?? 0)
    const end = await firstEnd(running, config, { ...this.limits, background: input.background ?? false })
    const output = running.output(config.settings.terminalOutputLineLimit)
    switch (end.kind) {
      case 'exited':
        row.finish(output)
        return describeExit(end.exit, output, timeout)
      case 'detached':
      case 'started':
        return letGo(config, running, { output, row, ts, byPerson: end.kind === 'detached' })
      case 'unanswered':
        row.finish(output)
        return describeUnanswered(this.limits.unansweredMs / 1000, output)
      case 'cancelled':
        row.finish(output)
        if (ts !== undefined) config.callbacks.patchRow(ts, { partial: null, data: { status: 'cancelled', note: 'Cancelled' } })
        // Nothing that follows in this answer may run either.
        throw config.signal.reason
    }
  }

  handlePartialBlock(block: PartialToolUse, config: TaskConfig): PartialCard | undefined {
    const command = readableText(block, 'command')
    return command === '' ? undefined : { kind: 'command', data: { command, cwd: config.cwd, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['command'])
  }
}

type TextResponse = ToolResponse & { readonly content: string }

function timeoutOf({ command, timeout, background }: Input, config: TaskConfig): number | undefined {
  if (timeout !== undefined && timeout > 0) return Math.min(timeout, MAX_TIMEOUT)
  if (!config.settings.yoloModeToggled || background) return undefined
  return isSlow(command) ? SLOW_TIMEOUT : DEFAULT_TIMEOUT
}

function describeExit({ exitCode, signal, timedOut }: CommandExit, output: string, timeout: number | undefined): TextResponse {
  const patch = { ...(exitCode === undefined ? {} : { exitCode }), ...(signal === undefined ? {} : { signal }) }
  if (timedOut) {
    const note = `Ended after ${timeout} s`
    return {
      status: 'failed',
      content: withOutput(`It did not end within ${timeout} s, so it was ended with all it had started.`, output),
      patch,
      note,
    }
  }
  if (signal !== undefined) return said(withOutput(`It was ended by ${signal}.`, output), { patch, note: `Ended by ${signal}` })
  const heading = exitCode === 0 ? 'Exit code 0.' : `It failed with exit code ${exitCode}.`
  return said(withOutput(heading, output), { patch })
}

function describeUnanswered(seconds: number, output: string): TextResponse {
  const told = `It waited for input for ${seconds} s and nobody is there to type, so it was ended with all it had started. Pass what keeps it from asking.`
  return { status: 'failed', content: withOutput(told, output), note: `Ended: it waited for input for ${seconds} s` }
}

/** The row says what it waits for, as long as it does. */
function showAwaitedInput(config: TaskConfig, running: RunningCommand, ts: number | undefined): void {
  if (ts === undefined) return
  config.services.jobs.onAwaitedInput(running.terminalId, (awaited) =>
    config.callbacks.patchRow(ts, { data: { waitsForInput: awaited ?? null } }),
  )
}

function letGo(
  config: TaskConfig,
  running: RunningCommand,
  {
    output,
    row,
    ts,
    byPerson,
  }: { readonly output: string; readonly row: OutputRow; readonly ts: number | undefined; readonly byPerson: boolean },
): TextResponse {
  void running.exited.then(({ exitCode, signal }) => {
    row.finish(running.output(config.settings.terminalOutputLineLimit))
    const how = { ...(exitCode === undefined ? {} : { exitCode }), ...(signal === undefined ? {} : { signal }) }
    if (ts !== undefined) config.callbacks.patchRow(ts, { data: { status: 'done', note: 'Ran in the background', ...how } })
  })
  const job = config.services.jobs.detach(running.terminalId)
  const who = byPerson ? 'It still runs: the person let it go on in the background' : 'It runs in the background'
  const name = job ? ` as the job "${job.name}"${job.port === undefined ? '' : `, which listens on port ${job.port}`}` : ''
  const waits = job?.state === 'waiting' ? ' It waits for input, which only the person can type.' : ''
  const heading = `${who}${name}.${waits} What it prints from now on is told with later messages.`
  return said(withOutput(heading, output), { patch: { background: true }, note: 'Runs in the background' })
}

const said = (content: string, more: Omit<ToolResponse, 'status' | 'content'>): TextResponse => ({ status: 'done', content, ...more })

const withOutput = (heading: string, output: string): string =>
  output.trim() === '' ? `${heading}\nIt printed nothing.` : `${heading}\nOutput:\n${output}`

/** Some models fill what they do not mean with empty texts, and leave out the command of a call about a job. */
function withoutEmpty(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const meant = Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== '' || name === 'command'))
  return 'job' in meant ? { command: '', ...meant } : meant
}
