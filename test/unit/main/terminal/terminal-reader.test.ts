import { expect, it } from 'vitest'
import { findReader } from '../../../../main/terminal/terminal-reader'

it.each([
  ['win32', 'asleep'],
  ['darwin', 'busy'],
] as const)('of a process that is gone is told without failing on %s, whatever this system can list', async (platform, state) => {
  expect(await findReader(2 ** 30, platform)).toBe(state)
})
