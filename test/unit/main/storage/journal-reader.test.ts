import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../../../main/storage/journal'
import { type JournalContent, readJournal } from '../../../../main/storage/journal-reader'
import { encodeRecord } from '../../../../main/storage/journal-record'
import { StorageError } from '../../../../main/storage/storage-error'
import { tempFolder } from '../../../support/temp-folder'

const TIME = 1_700_000_000_000
const record = (number: number): object => ({ number, text: 'naïve 🙂 '.repeat(number % 4) })
const lines = (count: number): Buffer[] => Array.from({ length: count }, (_, index) => encodeRecord(index + 1, TIME, record(index + 1)))
const numbersIn = ({ records }: JournalContent): unknown[] => records.map((entry) => entry.record['number'])
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

async function journalOf(...parts: Buffer[]): Promise<string> {
  const path = join(await tempFolder(), 'journal.jsonl')
  await writeFile(path, Buffer.concat(parts))
  return path
}

describe('reading a journal', () => {
  test('gives every record in order', async () => {
    const content = await readJournal(await journalOf(...lines(5)))
    expect(content).toEqual({
      records: upTo(5).map((number) => ({ seq: number, time: TIME, record: record(number) })),
      damage: { skippedRecords: 0, tornTail: false },
    })
  })

  test('finds nothing in an empty file, and says when there is none', async () => {
    const path = await journalOf()
    expect(await readJournal(path)).toEqual({ records: [], damage: { skippedRecords: 0, tornTail: false } })
    const error = await readJournal(`${path}.none`).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ code: 'missing' })
  })

  test('reads records that are longer than a chunk, and many that are short', async () => {
    const long = encodeRecord(1, TIME, { number: 1, text: 'ä'.repeat(700_000) })
    const short = Array.from({ length: 20_000 }, (_, index) => encodeRecord(index + 2, TIME, { number: index + 2 }))
    const content = await readJournal(await journalOf(long, ...short))
    expect(content.records).toHaveLength(20_001)
    expect(content.records[0]?.record['text']).toHaveLength(700_000)
    expect(content.damage).toEqual({ skippedRecords: 0, tornTail: false })
  })

  test('skips and counts a bad line in the middle', async () => {
    const [first, second, third] = lines(3)
    second[second.length - 5] ^= 1
    const content = await readJournal(await journalOf(first, second, third))
    expect(numbersIn(content)).toEqual([1, 3])
    expect(content.damage).toEqual({ skippedRecords: 1, tornTail: false })
  })

  test('counts a record that stands twice once', async () => {
    const [first, second, third] = lines(3)
    expect(numbersIn(await readJournal(await journalOf(first, second, second, third, first)))).toEqual([1, 2, 3])
  })

  test('keeps two different records with the same number', async () => {
    const rival = encodeRecord(2, TIME, { number: 22 })
    expect(numbersIn(await readJournal(await journalOf(...lines(2), rival)))).toEqual([1, 2, 22])
  })

  test('changes nothing in the file', async () => {
    const path = await journalOf(...lines(2), Buffer.from('torn'))
    const before = await readFile(path)
    await readJournal(path)
    expect((await readFile(path)).equals(before)).toBe(true)
  })
})

describe('a journal cut at any byte', () => {
  const whole = Buffer.concat(lines(6))
  const ends = lines(6).map((_, index) => Buffer.concat(lines(index + 1)).length)

  test('keeps every record before the cut, and goes on with the next append', { timeout: 300_000 }, async () => {
    const path = join(await tempFolder(), 'journal.jsonl')
    for (let cut = 0; cut <= whole.length; cut++) {
      await writeFile(path, whole.subarray(0, cut))
      // A record whose newline alone is missing is whole.
      const intact = ends.filter((end) => end - 1 <= cut).length
      const isTorn = cut > 0 && !ends.includes(cut) && !ends.includes(cut + 1)

      const opened = await openJournal(path)
      expect([numbersIn(opened), opened.damage]).toEqual([upTo(intact), { skippedRecords: 0, tornTail: isTorn }])
      expect((await readFile(path)).equals(whole.subarray(0, cut))).toBe(true)

      opened.journal.append({ number: 100 })
      await opened.journal.close()
      const again = await readJournal(path)
      expect(numbersIn(again)).toEqual([...upTo(intact), 100])
      expect(again.records.at(-1)?.seq).toBe(intact + 1)
      const isLineEnd = cut === 0 || ends.includes(cut)
      const after = await readFile(path)
      expect(after.subarray(0, cut).equals(whole.subarray(0, cut))).toBe(true)
      expect(after.subarray(cut, cut + 5).toString()).toBe(isLineEnd ? '{"s":' : '\n{"s"')
    }
  })
})

describe('a damaged journal', () => {
  const COUNT = 12
  const original = lines(COUNT)
  const whole = Buffer.concat(original)
  const numRuns = process.env['COUNTERSIGN_LONG'] ? 10_000 : 300

  const damaged = fc.oneof(
    fc.tuple(fc.constant('flip' as const), fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })),
    fc.tuple(fc.constant('zero' as const), fc.nat(whole.length - 1), fc.integer({ min: 1, max: 400 })),
    fc.tuple(fc.constant('cut' as const), fc.nat(whole.length - 1), fc.constant(0)),
    fc.tuple(fc.constant('twice' as const), fc.nat(COUNT - 1), fc.nat(COUNT)),
    fc.tuple(fc.constant('rubbish' as const), fc.nat(COUNT), fc.nat(1_000)),
  )

  test('loses only the records that were hit, and never fails', { timeout: 300_000 }, async () => {
    const path = join(await tempFolder(), 'journal.jsonl')
    await fc.assert(
      fc.asyncProperty(damaged, async ([kind, at, amount]) => {
        const { bytes, hit } = damage(kind, at, amount)
        await writeFile(path, bytes)
        const content = await readJournal(path)
        const expected = upTo(COUNT).filter((number) => !hit.has(number))
        const found = numbersIn(content)
        expect(expected.filter((number) => !found.includes(number))).toEqual([])
        expect(found.filter((number) => !upTo(COUNT).includes(Number(number)))).toEqual([])
        const { journal } = await openJournal(path)
        journal.append({ number: 500 })
        await journal.close()
        expect(numbersIn(await readJournal(path))).toEqual([...found, 500])
      }),
      { numRuns },
    )
  })

  test('keeps the order of the file when lines were moved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(upTo(COUNT), { minLength: COUNT }), async (order) => {
        const path = await journalOf(...order.map((number) => original[number - 1]))
        expect(numbersIn(await readJournal(path))).toEqual(order)
      }),
      { numRuns: 20 },
    )
  })

  function damage(kind: 'flip' | 'zero' | 'cut' | 'twice' | 'rubbish', at: number, amount: number): { bytes: Buffer; hit: Set<number> } {
    const bytes = Buffer.from(whole)
    switch (kind) {
      case 'flip':
        bytes[at] = bytes[at] ^ amount
        return { bytes, hit: recordsIn(at, at + 1) }
      case 'zero':
        bytes.fill(0, at, Math.min(at + amount, bytes.length))
        return { bytes, hit: recordsIn(at, at + amount) }
      case 'cut':
        return { bytes: bytes.subarray(0, at), hit: recordsIn(at, bytes.length) }
      case 'twice':
        return { bytes: Buffer.concat([...original.slice(0, amount), original[at], ...original.slice(amount)]), hit: new Set() }
      case 'rubbish': {
        const rubbish = Buffer.from(Array.from({ length: amount }, (_, index) => (index * 31 + at) % 256))
        return { bytes: Buffer.concat([...original.slice(0, at), rubbish, Buffer.from('\n'), ...original.slice(at)]), hit: new Set() }
      }
    }
  }

  /** Records of which a byte lies in the range; their line ends do not count. */
  function recordsIn(from: number, to: number): Set<number> {
    const hit = new Set<number>()
    let start = 0
    original.forEach((line, index) => {
      if (from < start + line.length - 1 && to > start) hit.add(index + 1)
      start += line.length
    })
    return hit
  }
})
