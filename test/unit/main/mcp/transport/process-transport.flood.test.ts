import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../..')
const MAX_HELD_MB = 30

/** The bench measures all kinds with five servers at once, and what is not collected yet. */
it('holds next to nothing of what a server prints without end (M10)', { timeout: 180_000 }, async () => {
  const child = ['--import', './test/runtime/typescript.mjs', 'test/bench/mcp-flood-child.ts']
  const floods = ['one line', 'large messages', 'stderr']
  const held = await Promise.all(
    floods.map(async (flood) => {
      const { stdout } = await run(process.execPath, [...child, flood, '1', '1'], { cwd: root })
      return { flood, ...(JSON.parse(stdout) as { readonly heldMb: number; readonly messages: number }) }
    }),
  )
  for (const { flood, heldMb, messages } of held) {
    expect([flood, heldMb < MAX_HELD_MB]).toEqual([flood, true])
    expect([flood, messages > 0]).toEqual([flood, flood === 'large messages'])
  }
})
