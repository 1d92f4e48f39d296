import { monitorEventLoopDelay } from 'node:perf_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTerminals } from '../../main/terminal/terminals'

/** Run as a process of its own: `flood-child.ts <megabytes>` has a command print so much and says what that cost. */
const [megabytes = 100] = process.argv.slice(2).map(Number)
const LINE_LENGTH = 100

const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const terminals = await createTerminals({
  logs: join(folder, 'logs'),
  ledger: join(folder, 'processes'),
  env: process.env,
  platform: process.platform,
})
let pushes = 0
let pushed = 0
let peak = 0
const terminal = terminals.forTask('bench', (_, __, data) => {
  pushes += 1
  pushed += data.length
})
const before = process.memoryUsage.rss()
const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
const delay = monitorEventLoopDelay({ resolution: 1 })
const lines = Math.ceil((megabytes * 1e6) / LINE_LENGTH)
const script = `yes ${'x'.repeat(LINE_LENGTH - 2)} | head -n ${lines}`
delay.enable()
const [started, cpu] = [performance.now(), process.cpuUsage()]
const running = await terminal.run({ command: script, cwd: folder })
let chat = 0
running.onLines((text) => (chat += text.length))
const { exitCode } = await running.exited
const used = process.cpuUsage(cpu)
delay.disable()
clearInterval(look)
console.log(
  JSON.stringify({
    exitCode,
    seconds: (performance.now() - started) / 1000,
    pushes,
    pushedMb: pushed / 1e6,
    chatMb: chat / 1e6,
    replayMb: (terminal.screen(running.terminalId)?.data.length ?? 0) / 1e6,
    modelBytes: running.output(500).length,
    cpuMs: (used.user + used.system) / 1000,
    longestDelayMs: delay.max / 1e6,
    grownMb: (peak - before) / 1024 / 1024,
  }),
)
await terminal.endAll()
await rm(folder, { recursive: true, force: true })
process.exit()
