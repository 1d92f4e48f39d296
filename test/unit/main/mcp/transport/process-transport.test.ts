import { expect, it } from 'vitest'
import { ProcessTransport } from '../../../../../main/mcp/transport/process-transport'
import { ServerLog } from '../../../../../main/mcp/server-log'

/** What the ledger holds of one start that is ended so many turns of the event loop after it began. */
async function leftInLedger(turns: number): Promise<readonly string[]> {
  const left = new Set<string>()
  const ledger = {
    started: ({ variable }: { readonly variable: string }) => void left.add(variable),
    ended: ({ variable }: { readonly variable: string }) => void left.delete(variable),
    flush: () => new Promise<void>((settle) => setImmediate(settle)),
  }
  const variables = async () => {
    await new Promise(setImmediate)
    return { PATH: process.env['PATH'] ?? '' }
  }
  const transport = new ProcessTransport(
    { command: 'sleep', args: ['1000'], env: {} },
    { platform: process.platform, ledger, homeDir: '/', variables },
    new ServerLog(),
  )
  const started = Promise.allSettled([transport.start()])
  for (let done = 0; done < turns; done += 1) await new Promise(setImmediate)
  await transport.close()
  await started
  return [...left]
}

it('ends once when it fails, although whoever hears of that closes it', { timeout: 60_000 }, async () => {
  let ended = 0
  const ledger = { started: () => undefined, ended: () => (ended += 1), flush: () => Promise.resolve() }
  const variables = () => Promise.resolve({ PATH: process.env['PATH'] ?? '' })
  const transport = new ProcessTransport(
    { command: process.execPath, args: ['-e', 'process.stdin.once("data", () => process.exit())'], env: {} },
    { platform: process.platform, ledger, homeDir: '/', variables },
    new ServerLog(),
  )
  const over = Promise.withResolvers<Promise<void>>()
  let told = 0
  transport.onclose = () => {
    told += 1
    if (told < 3) over.resolve(transport.close())
  }
  await transport.start()
  await transport.send({ jsonrpc: '2.0', method: 'ping' })
  await over.promise
  await transport.close()
  expect([told, ended]).toEqual([1, 1])
})

it('is out of the ledger when it is over, however early it was ended', { timeout: 60_000 }, async () => {
  const left = await Promise.all(Array.from({ length: 12 }, (_, turns) => leftInLedger(turns)))
  expect(left.flat()).toEqual([])
})
