import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { CommandData } from '../../../shared/messages'
import { ClineDefaultTool } from '../../../shared/tools'
import type { CommandExit, RunningCommand, TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { createOutputRow, type OutputRow } from './command-output-row'
import { summariseCommand } from './command-words'
import { flagField, numberField } from './input-fields'
import { describeCall, readableText } from './partial-input'
import { isSlow } from './slow-commands'

const description = `Run a command in a new shell in the project folder; nothing carries over from one call to the next but what is on the disk. \
Nobody can type into it, so pass what keeps programs from asking. For a server, put "&" behind it: it goes on while you go on, until the task ends. \
Long output is shortened in the middle, and the result names a file with all of it.`

const Input = z.object({
  command: z
    .string()
    .refine((command) => command.trim() !== '', 'must not be empty')
    .refine((command) => !command.includes('\0'), 'must hold no NUL character')
    .describe("The command, for the person's own shell and system."),
  requires_approval: flagField(
    'true if it changes or deletes anything, installs, reaches the network or cannot be undone; false if it only reads or builds. Default: true.',
  ),
  timeout: numberField('Seconds after which it is ended with all it started. Default: none.'),
})
type Input = z.infer<typeof Input>

/** When nobody is there to look, in seconds. */
const DEFAULT_TIMEOUT = 30
const SLOW_TIMEOUT = 300
const MAX_TIMEOUT = 24 * 3600

export class ExecuteCommandToolHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.BASH
  readonly spec = { description, input: Input, offered: () => true }

  effects(input: Input, config: TaskConfig): Promise<Effects> {
    const requiresApproval = input.requires_approval ?? true
    return Promise.resolve({ ...noEffects, executes: [{ command: input.command, cwd: config.cwd, requiresApproval }] })
  }

  prepare({ command }: Input, config: TaskConfig): Promise<Preparation<null>> {
    const data: CommandData = { command, cwd: config.cwd, status: 'running' }
    return Promise.resolve({ kind: 'ready', card: { kind: 'command', data }, summary: summariseCommand(command), basis: null })
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const { command } = block.input
    const timeout = timeoutOf(block.input, config)
    const request = { command, cwd: config.cwd, ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) }
    const running = await config.services.terminal.run(request)
    if (ts !== undefined) config.callbacks.patchRow(ts, { data: { terminalId: running.terminalId } })
    const row = createOutputRow(config, running, ts ?? 0)
    const end = await firstOf(running, config)
    const output = running.output(config.settings.terminalOutputLineLimit)
    switch (end.kind) {
      case 'exited':
        row.finish(output)
        return describeExit(end.exit, output, timeout)
      case 'detached':
        return letGo(config, running, { output, row, ts })
      default:
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

function timeoutOf({ command, timeout }: Input, config: TaskConfig): number | undefined {
  if (timeout !== undefined && timeout > 0) return Math.min(timeout, MAX_TIMEOUT)
  if (!config.settings.yoloModeToggled) return undefined
  return isSlow(command) ? SLOW_TIMEOUT : DEFAULT_TIMEOUT
}

type End = { readonly kind: 'exited'; readonly exit: CommandExit } | { readonly kind: 'detached' } | { readonly kind: 'cancelled' }

/** What comes first: its end, the person letting it go on by itself, or Cancel, which ends it. */
async function firstOf(running: RunningCommand, config: TaskConfig): Promise<End> {
  const { signal, callbacks } = config
  let onAbort: (() => void) | undefined
  const cancelled = new Promise<End>((settle) => {
    onAbort = () => settle({ kind: 'cancelled' })
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  const exited = running.exited.then((exit): End => ({ kind: 'exited', exit }))
  const detached = callbacks.detached(running.terminalId).then((): End => ({ kind: 'detached' }))
  const end = await Promise.race([exited, detached, cancelled])
  if (onAbort) signal.removeEventListener('abort', onAbort)
  if (end.kind === 'cancelled') await running.end()
  return end
}

function describeExit({ exitCode, signal, timedOut }: CommandExit, output: string, timeout: number | undefined): ToolResponse {
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
  if (signal !== undefined) return done(withOutput(`It was ended by ${signal}.`, output), { patch, note: `Ended by ${signal}` })
  const heading = exitCode === 0 ? 'Exit code 0.' : `It failed with exit code ${exitCode}.`
  return done(withOutput(heading, output), { patch })
}

function letGo(
  config: TaskConfig,
  running: RunningCommand,
  { output, row, ts }: { readonly output: string; readonly row: OutputRow; readonly ts: number | undefined },
): ToolResponse {
  void running.exited.then(({ exitCode, signal }) => {
    row.finish(running.output(config.settings.terminalOutputLineLimit))
    const how = { ...(exitCode === undefined ? {} : { exitCode }), ...(signal === undefined ? {} : { signal }) }
    if (ts !== undefined) config.callbacks.patchRow(ts, { data: { status: 'done', ...how } })
  })
  const heading = 'It still runs: the person let it go on in the background. What it prints from now on is told with later messages.'
  return done(withOutput(heading, output), { patch: { background: true }, note: 'Runs in the background' })
}

const withOutput = (heading: string, output: string): string =>
  output.trim() === '' ? `${heading}\nIt printed nothing.` : `${heading}\nOutput:\n${output}`
