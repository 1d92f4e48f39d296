import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from './source-files'

/** Runs .ci/run in an empty checkout, with an npm that does what `install` and `test` say. */
function runWith(
  commands: { readonly install: string; readonly test: string },
  env: NodeJS.ProcessEnv,
): { status: number | null; lines: string[] } {
  const checkout = mkdtempSync(join(tmpdir(), 'clean-'))
  made.push(checkout)
  mkdirSync(join(checkout, '.ci'))
  cpSync(join(ROOT, '.ci/run'), join(checkout, '.ci/run'))
  mkdirSync(join(checkout, 'bin'))
  writeFileSync(join(checkout, 'bin/npm'), `#!/bin/sh\ncase "$1" in\ninstall) ${commands.install} ;;\ntest) ${commands.test} ;;\nesac\n`)
  chmodSync(join(checkout, 'bin/npm'), 0o755)
  const { status, stdout } = spawnSync(join(checkout, '.ci/run'), [], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: `${checkout}/bin:/usr/bin:/bin`, ...env },
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}
const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const SUMMARY = 'tests: 3 passed, 0 failed, 1 skipped'

describe.skipIf(process.platform === 'win32')('.ci/run', () => {
  it('ends with the line that counts the tests, and with their status', () => {
    const { status, lines } = runWith(
      { install: 'true', test: `echo "skipped: x (no reason given)"; echo "${SUMMARY}"; echo noise` },
      { HOME: tmpdir() },
    )
    expect(status).toBe(0)
    expect(lines.at(-1)).toBe(SUMMARY)
    expect(lines).toContain('skipped: x (no reason given)')
  })

  it('passes on the status of tests that failed', () => {
    const { status, lines } = runWith({ install: 'true', test: 'echo "tests: 3 passed, 2 failed, 0 skipped"; exit 7' }, { HOME: tmpdir() })
    expect(status).toBe(7)
    expect(lines.at(-1)).toBe('tests: 3 passed, 2 failed, 0 skipped')
  })

  it('fails, with a line that says so, when the tests ended without counting', () => {
    const { status, lines } = runWith({ install: 'true', test: 'echo half' }, { HOME: tmpdir() })
    expect(status).not.toBe(0)
    expect(lines.at(-1)).toBe('tests: 0 passed, 1 failed, 0 skipped')
  })

  it('tests nothing when the installation failed', () => {
    const { status, lines } = runWith({ install: 'exit 4', test: `echo "${SUMMARY}"` }, { HOME: tmpdir() })
    expect(status).toBe(4)
    expect(lines.at(-1)).toBe('tests: 0 passed, 1 failed, 0 skipped')
  })

  it.each([[{}], [{ HOME: '' }], [{ HOME: '/nowhere' }]])('gives npm a home that can be written, from %j', (env) => {
    const { status, lines } = runWith({ install: 'true', test: `touch "$HOME/x" && cat && echo "${SUMMARY}"` }, env)
    expect(lines.at(-1)).toBe(SUMMARY)
    expect(status).toBe(0)
  })
})
