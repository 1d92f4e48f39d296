import { join } from 'node:path'
import { createTerminals } from '../../main/terminal/terminals'

/** Run as a process of its own, to be killed: starts one program without a terminal, and says so. */
const [state = '', cwd = '', script = ''] = process.argv.slice(2)
const terminals = await createTerminals({
  logs: join(state, 'logs'),
  ledger: join(state, 'processes'),
  env: {},
  platform: process.platform,
})
const env = { PATH: process.env['PATH'] ?? '' }
const programs = terminals.openPrograms()
await programs.run({ file: '/bin/sh', args: ['-c', script], cwd, env, input: '', maxOutput: 1000, onOutput: () => undefined })
process.stdout.write('started\n')
setInterval(() => undefined, 1000)
