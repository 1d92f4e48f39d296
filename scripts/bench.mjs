import './check-node.mjs'
import process from 'node:process'
import { runnerImport } from 'vite'

if (process.platform !== 'linux') {
  console.error('The benchmark reads CPU and memory from /proc: it runs on Linux.')
  process.exit(2)
}
const { module } = await runnerImport('./test/bench/bench.ts', { root: process.cwd(), configFile: false, logLevel: 'error' })
const missed = await module.bench(process.argv.slice(2))
for (const reason of missed) console.error(`missed: ${reason}`)
process.exitCode = missed.length === 0 ? 0 : 1
