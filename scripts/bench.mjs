import './check-node.mjs'
import process from 'node:process'
import { createServer } from 'vite'
import { ensureBuilt } from './ensure-built.mjs'
import { ROOT } from './freshness.mjs'

if (process.platform !== 'linux') {
  console.error('The benchmark reads CPU and memory from /proc: it runs on Linux.')
  process.exit(2)
}
ensureBuilt()
// Kept open until the end: the product imports some packages only when it needs them.
const server = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
})
const module = await server.ssrLoadModule('/test/bench/bench.ts')
const missed = await module.bench(process.argv.slice(2))
await server.close()
for (const reason of missed) console.error(`missed: ${reason}`)
process.exitCode = missed.length === 0 ? 0 : 1
