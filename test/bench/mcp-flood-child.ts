import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ProcessTransport } from '../../main/mcp/transport/process-transport'
import { ServerLog } from '../../main/mcp/server-log'

/** Run as a process of its own: `mcp-flood-child.ts <flood> <servers> <seconds>` has so many servers print without end, and says what that takes. */
const [flood = '', servers = '5', seconds = '3'] = process.argv.slice(2)

/** What each server prints again and again, as its own program says it. */
const floods: Readonly<Record<string, string>> = {
  'one line': `'x'.repeat(1 << 20)`,
  'lines too long': `'y'.repeat(5 << 20) + '\\n'`,
  'large messages': `message('z'.repeat(4_000_000))`,
  'small messages': `message('hello').repeat(10_000)`,
  'no messages': `'Server is listening.\\n'.repeat(50_000)`,
  'line ends': `'\\n'.repeat(1 << 20)`,
  stderr: `'cannot open it\\n'.repeat(50_000)`,
}
const piece = floods[flood]
if (piece === undefined) throw new Error(`Name a flood: ${Object.keys(floods).join(', ')}.`)
const program = `
  const message = (data) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } }) + '\\n'
  const piece = ${piece}
  const go = () => process.${flood === 'stderr' ? 'stderr' : 'stdout'}.write(piece, go)
  go()`

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
/** Bytes that are held once all that can go is gone. */
const held = (): number => {
  // The first only begins to give back what buffers held.
  if (typeof collect === 'function') for (let round = 0; round < 2; round += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const launch = { command: process.execPath, args: ['-e', program], env: {} }
const ports = {
  platform: process.platform,
  ledger: { started: () => undefined, ended: () => undefined, flush: () => Promise.resolve() },
  homeDir: '/',
  variables: () => Promise.resolve({ PATH: process.env['PATH'] ?? '' }),
}
const before = { held: held(), resident: process.memoryUsage.rss() }
let messages = 0
const transports = Array.from({ length: Number(servers) }, () => {
  const transport = new ProcessTransport(launch, ports, new ServerLog())
  transport.onmessage = () => (messages += 1)
  return transport
})
let mostHeld = 0
let mostResident = 0
const looks = [
  setInterval(() => (mostResident = Math.max(mostResident, process.memoryUsage.rss())), 20),
  // Rarely: what is not collected is to pile up as it does in the app.
  setInterval(() => (mostHeld = Math.max(mostHeld, held())), 1_000),
]
await Promise.all(transports.map((transport) => transport.start()))
await new Promise((settle) => setTimeout(settle, Number(seconds) * 1000))
for (const look of looks) clearInterval(look)
console.log(
  JSON.stringify({
    messages,
    heldMb: (Math.max(mostHeld, held()) - before.held) / 1024 / 1024,
    grownMb: (mostResident - before.resident) / 1024 / 1024,
  }),
)
await Promise.all(transports.map((transport) => transport.close()))
process.exit()
