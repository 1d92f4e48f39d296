import type { JobsPort, RunningCommand, TerminalPort } from '../tools/task-config'

/** The commands of one subagent: it sees, tends and ends its own and no others of the task. */
export class OwnCommands {
  readonly terminal: TerminalPort
  readonly jobs: JobsPort
  private readonly started = new Set<string>()
  private readonly running = new Set<RunningCommand>()

  constructor(terminal: TerminalPort, jobs: JobsPort) {
    this.terminal = { run: (request) => this.run(terminal, request) }
    const own = (terminalId: string): boolean => this.started.has(terminalId)
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

  /** Ends every command that it started, with all that those started. */
  async endAll(): Promise<void> {
    await Promise.all([...this.running].map((command) => command.end()))
  }

  private async run(terminal: TerminalPort, request: Parameters<TerminalPort['run']>[0]): Promise<RunningCommand> {
    const running = await terminal.run(request)
    this.started.add(running.terminalId)
    this.running.add(running)
    void running.over.then(() => this.running.delete(running))
    return running
  }
}
