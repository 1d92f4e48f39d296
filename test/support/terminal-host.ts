import { createTerminals } from '../../main/terminal/terminals'

/** Run as a process of its own, to be killed: starts each command that is given and says so once all have printed something. */
const [logs = '', ledger = '', cwd = '', ...commands] = process.argv.slice(2)
const terminals = await createTerminals({ logs, ledger, env: process.env, platform: process.platform })
const terminal = terminals.forTask('task', () => undefined)
await Promise.all(
  commands.map(async (command) => {
    const running = await terminal.run({ command, cwd })
    await new Promise<void>((settle) => running.onLines(() => settle()))
  }),
)
process.stdout.write('started\n')
setInterval(() => undefined, 1000)
