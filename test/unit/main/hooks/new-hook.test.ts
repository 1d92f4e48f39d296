import { execFileSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHook } from '../../../../main/hooks/new-hook'
import { hookNames } from '../../../../shared/hooks'
import { tempFolder } from '../../../support/temp-folder'

describe('a new hook', () => {
  it.skipIf(process.platform === 'win32')('is a script of its kind that runs, does nothing, and takes the place of no other', async () => {
    const folder = join(await tempFolder(), 'hooks')
    for (const name of hookNames) {
      const path = await createHook(folder, name, 'linux')
      expect(path).toBe(join(folder, name))
      expect(execFileSync(path ?? '', { input: '{}\n', encoding: 'utf8' })).toBe('')
    }
    const path = join(folder, 'PreToolUse')
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect(await readFile(path, 'utf8')).toContain('# Runs before each tool call of the agent, and does nothing yet.')
    expect(await createHook(folder, 'PreToolUse', 'linux')).toBeUndefined()
  })

  it('is one of PowerShell on Windows', async () => {
    const path = await createHook(await tempFolder(), 'TaskStart', 'win32')
    expect(path).toMatch(/TaskStart\.ps1$/)
    expect(await readFile(path ?? '', 'utf8')).toMatch(/^# Runs when a task begins[^]*\nexit 0\n$/)
  })
})
