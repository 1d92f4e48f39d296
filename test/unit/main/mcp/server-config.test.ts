import { expect, it } from 'vitest'
import { isUsable, readServerObject } from '../../../../main/mcp/server-config'

it.each([
  [undefined, 60_000],
  [5, 5_000],
  [1.4, 1_000],
  // Meant in milliseconds: a timer of as many seconds would end at once.
  [3_600_000, 3_600_000],
])('a time limit of %s seconds is one of %d ms', (timeout, ms) => {
  const [server] = readServerObject({ a: { command: 'x', timeout } })
  expect(server && isUsable(server) && server.timeoutMs).toBe(ms)
})
