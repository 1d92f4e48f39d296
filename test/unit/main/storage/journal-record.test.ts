import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeRecord, encodeRecord, salvageRecords } from '../../../../main/storage/journal-record'

const lineOf = (seq: number, record: object): Buffer => encodeRecord(seq, 1_700_000_000_000, record)
const withoutEnd = (line: Buffer): Buffer => line.subarray(0, -1)

describe('a line of the journal', () => {
  test('is valid JSON with number, time, checksum and record', () => {
    const line = lineOf(7, { k: 'row', text: 'ünïcode\n' })
    expect(JSON.parse(line.toString())).toEqual({
      s: 7,
      t: 1_700_000_000_000,
      c: crc32(JSON.stringify({ k: 'row', text: 'ünïcode\n' }))
        .toString(16)
        .padStart(8, '0'),
      r: { k: 'row', text: 'ünïcode\n' },
    })
    expect(line.indexOf('\n')).toBe(line.length - 1)
  })

  test('comes back as it was, whatever JSON object it holds', () => {
    fc.assert(
      fc.property(fc.nat(), fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (seq, record) => {
        const decoded = decodeRecord(withoutEnd(lineOf(seq, record)))
        expect(decoded?.entry).toEqual({ seq, time: 1_700_000_000_000, record: JSON.parse(JSON.stringify(record)) })
      }),
    )
  })

  test('is no record when any bit of what it holds has changed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.nat(7), (record, position, bit) => {
        const line = withoutEnd(lineOf(1, record))
        const start = line.indexOf('"c":')
        const index = start + (position % (line.length - start))
        line[index] = (line[index] ?? 0) ^ (1 << bit)
        // A checksum's letter that became upper case still is the same number, and is refused all the same.
        expect(decodeRecord(line)).toBeUndefined()
      }),
    )
  })

  test.each(['', '{}', 'null', '{"s":1}', '{"s":1,"t":1,"c":"00000000","r":}', '\0\0\0\0', '{"s":-1,"t":1,"c":"99914b93","r":{}}'])(
    'is no record when it reads %j',
    (text) => {
      expect(decodeRecord(Buffer.from(text))).toBeUndefined()
    },
  )

  test('holds objects only', () => {
    expect(() => encodeRecord(1, 1, [1, 2])).toThrow(TypeError)
    const body = '[1]'
    const line = `{"s":1,"t":1,"c":"${crc32(body).toString(16).padStart(8, '0')}","r":${body}}`
    expect(decodeRecord(Buffer.from(line))).toBeUndefined()
  })
})

describe('salvage', () => {
  const numbers = (found: readonly { entry: { seq: number } }[]): number[] => found.map(({ entry }) => entry.seq)

  test('finds both records where the line end between them was lost, whatever stands in its place', () => {
    for (let byte = 0; byte < 256; byte++) {
      if (byte === 0x0a) continue
      const line = Buffer.concat([withoutEnd(lineOf(1, { a: { b: 1 } })), Buffer.of(byte), withoutEnd(lineOf(2, { c: {} }))])
      const { found, lost, endsWhole } = salvageRecords(line)
      expect({ numbers: numbers(found), lost, endsWhole }).toEqual({ numbers: [1, 2], lost: 0, endsWhole: true })
    }
  })

  test('counts what it could not read, and says when the end is torn', () => {
    const torn = lineOf(1, { text: 'never finished' }).subarray(0, 50)
    const whole = withoutEnd(lineOf(2, { text: 'whole' }))
    expect(salvageRecords(Buffer.concat([torn, whole]))).toMatchObject({ lost: 1, endsWhole: true })
    expect(salvageRecords(Buffer.concat([whole, torn]))).toMatchObject({ lost: 1, endsWhole: false })
    expect(numbers(salvageRecords(Buffer.concat([torn, whole])).found)).toEqual([2])
  })

  test('is not misled by a text that looks like the start of a record', () => {
    const line = withoutEnd(lineOf(3, { text: lineOf(9, { inner: true }).toString() }))
    expect(decodeRecord(line)?.entry.seq).toBe(3)
    expect(numbers(salvageRecords(line).found)).toEqual([3])
  })
})
