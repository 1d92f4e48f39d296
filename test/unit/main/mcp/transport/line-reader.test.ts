import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineReader, type StreamLine } from '../../../../../main/mcp/transport/line-reader'

const MAX_BYTES = 2_000

function linesOf(pieces: readonly Buffer[]): readonly StreamLine[] {
  const reader = new LineReader(MAX_BYTES)
  const lines: StreamLine[] = []
  for (const piece of pieces) {
    reader.feed(piece)
    // Some are asked for late.
    if (piece.length % 3 === 0) continue
    for (let line = reader.next(); line; line = reader.next()) lines.push(line)
  }
  for (let line = reader.next(); line; line = reader.next()) lines.push(line)
  return lines
}

const expected = (line: string): StreamLine => {
  const bytes = Buffer.from(line)
  if (bytes.length <= MAX_BYTES) return { kind: 'line', bytes: bytes.length, text: line.replace(/\r$/, '') }
  return { kind: 'too_long', bytes: bytes.length, head: bytes.subarray(0, 512).toString(), tail: bytes.subarray(-512).toString() }
}

const someLine = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: MAX_BYTES - 2, max: MAX_BYTES + 2 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 3 * MAX_BYTES }).map((length) => `a${'é'.repeat(length)}z`),
  fc.constant('{"id":1}\r'),
)

it('gives the lines of a stream, however it comes in pieces', () => {
  fc.assert(
    fc.property(fc.array(someLine, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1 }), (given, sizes) => {
      const lines = given.map((line) => line.replaceAll('\n', ''))
      const stream = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const pieces: Buffer[] = []
      for (let at = 0, turn = 0; at < stream.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        pieces.push(stream.subarray(at, at + size))
        at += size
      }
      expect(linesOf(pieces)).toEqual(lines.map((line, at) => expected(at === 0 ? line.replace(/^\uFEFF/, '') : line)))
    }),
    { numRuns: 200 },
  )
})

it('gives the memory of what was read back at once, and of no bytes that others share', () => {
  const reader = new LineReader(MAX_BYTES)
  const [own, shared] = [Buffer.allocUnsafeSlow(100_000).fill('x'), Buffer.from('y\n')]
  const beside = Buffer.from('z')
  for (const piece of [own, shared]) reader.feed(piece)
  expect(reader.next()).toMatchObject({ kind: 'too_long', bytes: 100_001 })
  expect(reader.next()).toBeUndefined()
  expect([own.length, shared.toString(), beside.toString()]).toEqual([0, 'y\n', 'z'])
})
