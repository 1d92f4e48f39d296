import { expect, it } from 'vitest'
import { ServerLog } from '../../../../main/mcp/server-log'

it('keeps what was printed before, and tells as last errors only those of the last start', () => {
  const log = new ServerLog()
  log.startOver()
  log.stderr(Buffer.from('cannot open the database\nhalf a li'))
  log.startOver()
  log.note('a note')
  expect(log.lastErrors(5)).toBe('')
  log.stderr(Buffer.from('no licence\nthe end'))
  expect(log.lastErrors(5)).toBe('no licence\nthe end')
  expect(log.end(1_000)).toBe('cannot open the database\nhalf a li\na note\nno licence\nthe end')
  expect(log.end(9)).toBe('e\nthe end')
})

it('is bounded also when a server prints nothing but line ends', () => {
  const log = new ServerLog()
  for (let piece = 0; piece < 40; piece += 1) log.stderr(Buffer.from('\n'.repeat(100_000)))
  expect(log.end(10_000_000).length).toBeLessThan(1_200_000)
})

it('puts a character together that came in two pieces, and ends a line with a note', () => {
  const log = new ServerLog()
  const bytes = Buffer.from('größer\nals \u001b[31mrot\u001b[0m')
  for (const byte of bytes) log.stderr(Buffer.from([byte]))
  log.note('a note')
  log.stderr(Buffer.from('gestern\n'))
  expect(log.end(1_000)).toBe('größer\nals rot\na note\ngestern')
})

it('holds nothing of a long text but what it shows', () => {
  const log = new ServerLog()
  log.note(`a line ${'x'.repeat(100_000)}`)
  for (let piece = 0; piece < 100; piece += 1) log.stderr(Buffer.from(`${piece} ${'y'.repeat(50_000)}\n`))
  expect(log.end(10_000_000).length).toBeLessThan(1_200_000)
  expect(log.lastErrors(1)).toBe(`99 ${'y'.repeat(16 * 1024 - 3)}`)
})
