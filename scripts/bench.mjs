import './check-node.mjs'
import process from 'node:process'
import { runnerImport } from 'vite'
import { ensureBuilt } from './ensure-built.mjs'
import { ROOT } from './freshness.mjs'

if (process.platform !== 'linux') {
  console.error('The benchmark reads CPU and memory from /proc: it runs on Linux.')
  process.exit(2)
}
ensureBuilt()
const { module } = await runnerImport('./test/bench/bench.ts', { root: ROOT, configFile: false, logLevel: 'error' })
const missed = await module.bench(process.argv.slice(2))
for (const reason of missed) console.error(`missed: ${reason}`)
process.exitCode = missed.length === 0 ? 0 : 1
