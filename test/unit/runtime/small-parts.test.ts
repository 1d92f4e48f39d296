import { expect, it, onTestFinished, vi } from 'vitest'
import { createShell } from '../../runtime/small-parts'

it('a page that cannot be opened is refused, with or without a display', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PATH', '/nowhere')
  await expect(createShell(false).openExternal('https://a.test/')).rejects.toThrow('There is no display')
  await expect(createShell(true).openExternal('https://a.test/')).rejects.toThrow('ENOENT')
})
