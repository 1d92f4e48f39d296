import type { JobsPort, RunningCommand, TerminalPort } from '../tools/task-config'

/** The commands of one subagent: it sees, tends and ends its own and no others of the task. */
export class OwnCommands {
  readonly terminal: TerminalPort
  readonly jobs: JobsPort
  private readonly started = new Set<string>()
  /** Each with its command line. */
  private readonly running = new Map<RunningCommand, string>()

  constructor(terminal: TerminalPort, jobs: JobsPort) {
    this.terminal = { run: (request) => this.run(terminal, request) }
    const { own } = this
    this.jobs = {
      // Nobody looks at its terminals so that they could type.
      attended: false,
      detach: (terminalId) => (own(terminalId) ? jobs.detach(terminalId) : undefined),
      jobs: () => jobs.jobs().filter(({ terminalId }) => own(terminalId)),
      outputOf: (terminalId, lineLimit) => (own(terminalId) ? jobs.outputOf(terminalId, lineLimit) : undefined),
      stop: (terminalId) => (own(terminalId) ? jobs.stop(terminalId) : Promise.resolve(false)),
      onAwaitedInput: (terminalId, listener) => jobs.onAwaitedInput(terminalId, listener),
      ownsLog: (real) => jobs.ownsLog(real),
    }
  }

  readonly own = (terminalId: string): boolean => this.started.has(terminalId)

  /** Ends every command that it started, with all that those started. What is told of those that went on in the background; undefined when there were none. */
  async endAll(): Promise<string | undefined> {
    const background = new Set(this.jobs.jobs().flatMap(({ terminalId, state }) => (state === 'ended' ? [] : [terminalId])))
    const lines = [...this.running].flatMap(([{ terminalId }, line]) => (background.has(terminalId) ? [onOneLine(line)] : []))
    await Promise.all([...this.running.keys()].map((command) => command.end()))
    return lines.length === 0 ? undefined : `What it left running was ended with it: ${lines.join('; ')}`
  }

  private async run(terminal: TerminalPort, request: Parameters<TerminalPort['run']>[0]): Promise<RunningCommand> {
    const running = await terminal.run(request)
    this.started.add(running.terminalId)
    this.running.set(running, request.command)
    void running.over.then(() => this.running.delete(running))
    return running
  }
}

const MAX_LINE = 100

function onOneLine(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim()
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
}
