import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTerminals } from '../../main/terminal/terminals'
import { median } from './statistics'

/** Run as a process of its own, so that what it has in memory is known: `command-child.ts <megabytes> <repetitions>`. */
const [megabytes = 0, repetitions = 40] = process.argv.slice(2).map(Number)

/** Memory of which every page was written to: only such a page costs a fork anything. */
const ballast = Array.from({ length: Math.ceil(megabytes / 64) }, () => Buffer.alloc(64 * 1024 * 1024, 1))

const bare = (cwd: string): Promise<void> =>
  new Promise((settle, fail) => {
    const child = spawn('sh', ['-c', 'true'], { cwd })
    child.on('error', fail)
    child.on('close', () => settle())
  })

const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const terminals = await createTerminals({
  logs: join(folder, 'logs'),
  ledger: join(folder, 'processes'),
  env: { ...process.env, SHELL: '/bin/sh' },
  platform: process.platform,
})
const terminal = terminals.forTask('bench', () => undefined)
const own = async (): Promise<void> => {
  const running = await terminal.run({ command: 'true', cwd: folder })
  await running.exited
  running.output(500)
}
const times = { bare: [] as number[], own: [] as number[] }
// Not in turns: after a fork every page of a large process costs a fault at its next write, which would fall on the other.
for (const [name, work] of [
  ['own', own],
  ['bare', () => bare(folder)],
] as const) {
  // The first few warm up.
  for (let at = -3; at < repetitions; at += 1) {
    const before = performance.now()
    await work()
    if (at >= 0) times[name].push(performance.now() - before)
  }
}
const residentMb = process.memoryUsage.rss() / 1024 / 1024
const costs = { residentMb, bareMs: median(times.bare), ownMs: median(times.own) }
console.log(JSON.stringify({ ...costs, ballast: ballast.length }))
await terminal.endAll()
await rm(folder, { recursive: true, force: true })
process.exit()
