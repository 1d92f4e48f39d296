import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTerminals, type TaskTerminal } from '../../main/terminal/terminals'
import { tempWorkspace } from './temp-workspace'

export interface TestTerminal {
  readonly cwd: string
  readonly terminal: TaskTerminal
  /** What the window would have been told, joined. */
  live(terminalId: string): string
  /** Called when the list of jobs has changed. */
  readonly onJobs: Set<() => void>
  readonly logs: string
  readonly ledger: string
}

/** A terminal for one test. Nothing that was started in it outlives the test. */
export async function taskTerminal(
  env: Readonly<Record<string, string | undefined>> = { PATH: process.env['PATH'], HOME: process.env['HOME'] },
): Promise<TestTerminal> {
  const cwd = await tempWorkspace()
  const state = await tempWorkspace()
  const shown = new Map<string, string>()
  const [logs, ledger] = [join(state, 'logs'), join(state, 'processes')]
  const terminals = await createTerminals({ logs, ledger, env, platform: process.platform })
  const onJobs = new Set<() => void>()
  const onData = (terminalId: string, offset: number, data: string): void => {
    const before = shown.get(terminalId) ?? ''
    if (offset < before.length) throw new Error('The window was told the same characters twice.')
    shown.set(terminalId, before.padEnd(offset, '?') + data)
  }
  const terminal = terminals.forTask('task', onData, () => {
    for (const listener of onJobs) listener()
  })
  onTestFinished(async () => {
    await terminal.endAll()
    terminals.close()
  })
  return { cwd, terminal, live: (terminalId) => shown.get(terminalId) ?? '', onJobs, logs: join(logs, 'commands'), ledger }
}
