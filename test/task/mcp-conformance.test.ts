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

it('passes the scenarios of the conformance suite for clients', { timeout: LONG_MS }, async () => {
  const text = await run('--suite', 'all', '--expected-failures', join(ROOT, 'test/support/mcp/conformance-baseline.yml'))
  const scores = [...text.matchAll(/^[✓✗] .*: (\d+) passed, (\d+) failed/gm)].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }))
  const checks = scores.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }))
  // As the README says.
  expect({ scenarios: scores.length, whole: scores.filter(({ failed }) => failed === 0).length, ...checks }).toEqual({
    scenarios: 26,
    whole: 23,
    passed: 361,
    failed: 6,
  })
})
