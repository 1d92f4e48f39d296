import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvironmentReport } from '../../../../shared/environment-report'
import { createCommandVariables } from '../../../../main/terminal/command-variables'
import { commandEnvironment } from '../../../../main/terminal/environment'
import { askLoginShell } from '../../../../main/terminal/login-shell'
import { processesWith } from '../../../support/processes'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

/** A home with these login files, for bash. */
async function home(profile: string): Promise<string> {
  const folder = await tempFolder()
  await writeFile(join(folder, '.bash_profile'), profile)
  return folder
}

const sources = (HOME: string, more: Record<string, string> = {}) => ({
  env: { HOME, SHELL: '/bin/bash', PATH: '/usr/bin:/bin', ...more },
  platform: process.platform,
  appFolder: '/opt/countersign',
  asksLoginShell: true,
})

describe.skipIf(process.platform === 'win32')('what commands start from', () => {
  it('is what the login shell has, with its PATH first when the app was started from an icon', async () => {
    const HOME = await home('echo Welcome; export PATH="$HOME/bin:/usr/bin:/bin" GOPATH="two\nlines"; echo bye')
    const variables = createCommandVariables(sources(HOME))
    expect(await variables.forCommand('id')).toMatchObject({
      PATH: `${HOME}/bin:/usr/bin:/bin`,
      GOPATH: 'two\nlines',
      TERM_SESSION_ID: 'id',
    })
    const report = EnvironmentReport.parse(await variables.report())
    expect(report).toMatchObject({
      shell: '/bin/bash',
      entries: [
        { path: `${HOME}/bin`, from: 'login_shell' },
        { path: '/usr/bin', from: 'app_start' },
        { path: '/bin', from: 'app_start' },
      ],
    })
    expect(report.added).toContain('GOPATH')
    expect(report.ms).toBeGreaterThan(0)
    expect(report).not.toHaveProperty('problem')
  })

  it('is whole where a character is cut by how the answer arrives', async () => {
    const HOME = await home('export ONE="$(printf "😀%.0s" {1..25000})"; export TWO="x$ONE" THREE="xx$ONE"')
    const { ONE, TWO, THREE } = await createCommandVariables(sources(HOME)).forCommand('id')
    const letters = '😀'.repeat(25_000)
    expect([ONE === letters, TWO === `x${letters}`, THREE === `xx${letters}`]).toEqual([true, true, true])
  })

  it('keeps first what was set in the terminal from which the app was started', async () => {
    const HOME = await home('export PATH=/usr/local/bin:/usr/bin EDITOR=nano')
    const variables = createCommandVariables(sources(HOME, { PATH: '/venv/bin:/usr/bin', TERM: 'xterm', EDITOR: 'vi' }))
    expect(await variables.forCommand('id')).toMatchObject({ PATH: '/venv/bin:/usr/bin:/usr/local/bin', EDITOR: 'vi' })
  })

  it('holds no secret of the login files, and names what it left out, without its value', async () => {
    const HOME = await home('export SERVICE_API_KEY=canary-1 LD_PRELOAD="" PLAIN=sk-canary1234567890abcdef')
    const variables = createCommandVariables(sources(HOME, { GITHUB_TOKEN: 'canary-2' }))
    const report = await variables.report()
    expect(report.removed).toEqual(expect.arrayContaining(['GITHUB_TOKEN', 'PLAIN', 'SERVICE_API_KEY']))
    expect(JSON.stringify([await variables.forCommand('id'), report])).not.toContain('canary')
  })

  it('is told to settings with its secrets, as the shell of the person would have it', async () => {
    const HOME = await home('export SERVICE_API_KEY=from-login ONE=from-login')
    const started = { ONE: 'from-start', OTHER_TOKEN: 'from-start' }
    const icon = await createCommandVariables(sources(HOME, started)).forSettings()
    expect(icon).toMatchObject({ SERVICE_API_KEY: 'from-login', ONE: 'from-login', OTHER_TOKEN: 'from-start' })
    expect(await createCommandVariables(sources(HOME, { ...started, TERM: 'xterm' })).forSettings()).toMatchObject({
      ...started,
      SERVICE_API_KEY: 'from-login',
    })
  })

  it('is what the app was started with when the login files hang, break or leave something running', async () => {
    const hang = await askLoginShell('/bin/bash', { HOME: await home('sleep 86471 & sleep 86471'), PATH: '/usr/bin:/bin' }, 300)
    expect(hang).toMatchObject({ ok: false, problem: '/bin/bash took longer than 0.3 s to start, so it was ended.' })
    const broken = createCommandVariables(sources(await home('exit 3')))
    expect((await broken.forCommand('id'))['PATH']).toBe('/usr/bin:/bin')
    expect((await broken.report()).problem).toContain('look at its start files')
    const busy = await askLoginShell('/bin/bash', { HOME: await home('sleep 86472 &'), PATH: '/usr/bin:/bin' })
    expect(busy).toMatchObject({ ok: true })
    // A killed process is there for a moment longer.
    await eventually(() => expect([...processesWith('sleep\u000086471'), ...processesWith('sleep\u000086472')]).toEqual([]))
  })

  it('does not ask what is no shell', async () => {
    const file = join(await tempFolder(), 'odd')
    await writeFile(file, '#!/bin/sh\necho > asked')
    await chmod(file, 0o755)
    for (const shell of [file, 'bash', '']) expect(await askLoginShell(shell, {})).toMatchObject({ ok: false, ms: 0 })
  })

  it('asks nobody unless told to', async () => {
    const variables = createCommandVariables({ ...sources('/nowhere'), asksLoginShell: false })
    expect(await variables.report()).toMatchObject({ added: [], entries: [{ path: '/usr/bin' }, { path: '/bin' }] })
    expect(await variables.report()).not.toHaveProperty('ms')
  })
})

describe('names that look secret', () => {
  const word = fc.constantFrom('AWS', 'my', 'Service', 'DB', 'prod', 'x', 'GITHUB', 'npm2')
  const secret = fc.constantFrom(
    'KEY',
    'TOKEN',
    'SECRET',
    'PASSWORD',
    'APIKEY',
    'API_KEY',
    'PASSPHRASE',
    'CREDENTIALS',
    'ACCESS_TOKEN',
    'PRIVATE_KEY',
  )
  const name = fc
    .tuple(fc.array(word, { maxLength: 2 }), secret, fc.array(fc.constantFrom('2', 'ID', 'FILE', 'PROD'), { maxLength: 1 }))
    .map(([before, middle, after]) => [...before, middle, ...after].join('_'))
    .chain((text) => fc.constantFrom(text, text.toLowerCase()))

  it('do not pass: none of 200', () => {
    const names = fc.sample(name, { numRuns: 200, seed: 12 })
    const env = Object.fromEntries(names.map((each) => [each, 'value']))
    const kept = Object.keys(commandEnvironment(env, { platform: 'linux', appFolder: '/opt/countersign', sessionId: 'id' }))
    expect(names).toHaveLength(200)
    expect(kept.filter((each) => each in env)).toEqual([])
  })
})
