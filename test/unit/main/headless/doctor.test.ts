import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runDoctor } from '../../../../main/headless/doctor'
import { checkDataFolder, checkLoginShellPath, missingFolders } from '../../../../main/headless/doctor-checks'
import { checkChromium, checkDisplay } from '../../../../main/headless/doctor-window'
import type { Finding } from '../../../../main/headless/finding'
import { listen, openServices } from './support/stored-tasks'

afterEach(() => {
  vi.unstubAllEnvs()
})

const names = ['Node', 'pty', 'ripgrep', 'git', 'Electron', 'Chromium', 'display', 'sandbox', 'login-shell PATH', 'data folder', 'keychain']

describe('the doctor', () => {
  test('finds all that is needed here, by trying it', async () => {
    const { heard, write } = listen()
    const services = await openServices()
    expect(await runDoctor(services, true, write)).toBe(0)
    const findings: Finding[] = JSON.parse(heard.out)
    expect(findings.map(({ name }) => name)).toEqual(names)
    const found = new Map(findings.map((finding) => [finding.name, finding]))
    expect(found.get('Node')).toEqual({ name: 'Node', found: true, version: process.versions.node, path: process.execPath })
    expect(found.get('pty')).toEqual({ name: 'pty', found: true })
    expect(found.get('ripgrep')).toMatchObject({ found: true, version: expect.stringMatching(/^\d+\.\d+/) })
    expect(found.get('data folder')).toEqual({ name: 'data folder', found: true, path: services.paths.root })
    for (const finding of findings) expect(finding.found || finding.mend !== undefined).toBe(true)
  })

  test('says in words what is missing and how to mend it, and fails when it is needed', async () => {
    const { heard, write } = listen()
    expect(await runDoctor(undefined, false, write)).toBe(1)
    expect(heard.out).toMatch(/^Node {14}ok {9}\d+\.\d+\.\d+ {2}\//)
    expect(heard.out).toContain(
      '\ndata folder       MISSING\n                  It could not be opened. Name another one with --data-dir.\n',
    )
  })
})

describe('the PATH of the login shell', () => {
  async function loginShell(script: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-shell-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const shell = join(folder, 'shell')
    await writeFile(shell, `#!/bin/sh\n${script}\n`)
    await chmod(shell, 0o755)
    vi.stubEnv('SHELL', shell)
    return shell
  }

  test.skipIf(process.platform === 'win32')('is compared with ours, whatever the login files print', async () => {
    const path = await loginShell('echo "Welcome, PATH=lies"\nPATH="$PATH:/opt/ada/bin" exec env')
    const mend = 'Your login shell also finds programs in /opt/ada/bin. Start this program from a terminal to have them here.'
    expect(await checkLoginShellPath()).toEqual({ name: 'login-shell PATH', found: true, path, mend })
  })

  test.skipIf(process.platform === 'win32')('is said to be unknown when the shell fails', async () => {
    const path = await loginShell('exit 1')
    expect(await checkLoginShellPath()).toMatchObject({ found: false, path, mend: expect.stringContaining('gave no PATH') })
  })

  test('lacks each folder once', () => {
    expect(missingFolders('/a:/b:/c:/b:', '/a:/d')).toEqual(['/b', '/c'])
  })
})

describe('what the window needs', () => {
  test('is a Chromium that was named before any other, where it can be seen', async () => {
    vi.stubEnv('COUNTERSIGN_CHROMIUM', process.execPath)
    vi.stubEnv('DISPLAY', ':0')
    expect(await checkChromium()).toEqual({ name: 'Chromium', found: true, path: process.execPath, version: process.versions.node })
  })

  test.skipIf(process.platform !== 'linux')('is a display', () => {
    vi.stubEnv('DISPLAY', '')
    vi.stubEnv('WAYLAND_DISPLAY', '')
    expect(checkDisplay()).toMatchObject({ found: false, mend: expect.stringContaining('--offscreen') })
    vi.stubEnv('WAYLAND_DISPLAY', 'wayland-0')
    expect(checkDisplay()).toEqual({ name: 'display', found: true })
  })
})

test('a data folder that cannot be written is named with the reason', async () => {
  expect(await checkDataFolder('/proc/nothing')).toMatchObject({
    found: false,
    path: '/proc/nothing',
    mend: expect.stringContaining('ENOENT'),
  })
})
