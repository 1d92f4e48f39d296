import { expect, it } from 'vitest'
import { ServerLog } from '../../../../main/mcp/server-log'

it('keeps what was printed before, and tells as last errors only those of the last start', () => {
  const log = new ServerLog()
  log.startOver()
  log.stderr('cannot open the database\nhalf a li')
  log.startOver()
  log.note('a note')
  expect(log.lastErrors(5)).toBe('')
  log.stderr('no licence\nthe end')
  expect(log.lastErrors(5)).toBe('no licence\nthe end')
  expect(log.end(1_000)).toBe('cannot open the database\nhalf a li\na note\nno licence\nthe end')
  expect(log.end(9)).toBe('e\nthe end')
})

it('is bounded also when a server prints nothing but line ends', () => {
  const log = new ServerLog()
  for (let piece = 0; piece < 40; piece += 1) log.stderr('\n'.repeat(100_000))
  expect(log.end(10_000_000).length).toBeLessThan(1_200_000)
})
