import { expect, it } from 'vitest'
import { findReader } from '../../../../main/terminal/terminal-reader'

it.each(['win32', 'darwin'] as const)(
  'of a process that is gone is told without failing on %s, whatever this system can list',
  async (platform) => {
    expect(await findReader(2 ** 30, platform)).toBe('busy')
  },
)
