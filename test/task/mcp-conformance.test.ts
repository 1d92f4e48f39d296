import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder'

const ROOT = process.cwd()
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const CLIENT = `"${process.execPath}" --import "${join(ROOT, 'test/runtime/typescript.mjs')}" "${join(ROOT, 'test/support/mcp/conformance-client.ts')}"`
const LONG_MS = 240_000

async function run(...args: readonly string[]): Promise<string> {
  const options = { cwd: await tempFolder(), maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [SUITE, 'client', '--command', CLIENT, '--timeout', String(LONG_MS), ...args],
    options,
  )
  return stdout + stderr
}

/** One for each part of the hub that the suite looks at. */
const some = ['tools_call', 'elicitation-sep1034-client-defaults', 'auth/scope-step-up', 'auth/token-endpoint-auth-basic']

it('passes the scenarios of the conformance suite for clients', { timeout: LONG_MS }, async () => {
  if (process.env['COUNTERSIGN_LONG'] === '1') {
    const text = await run('--suite', 'all', '--expected-failures', join(ROOT, 'test/support/mcp/conformance-baseline.yml'))
    const passed = text.split('\n').filter((line) => /^✓ .*, 0 failed/.test(line))
    // As the README says.
    expect(passed).toHaveLength(23)
    return
  }
  for (const scenario of some) expect(await run('--scenario', scenario)).toContain('OVERALL: PASSED')
})
