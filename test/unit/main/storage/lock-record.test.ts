import { describe, expect, test } from 'vitest'
import { LOCK_RECORD_BYTES, type LockRecord, decodeLockRecord, encodeLockRecord } from '../../../../main/storage/lock-record'

const record: LockRecord = { pid: 12, startTime: '345', host: 'ada', since: 1, heartbeat: 2, released: false }

describe('a lock record', () => {
  test('always has the same length and is JSON', () => {
    for (const changed of [record, { ...record, released: true, heartbeat: 1_900_000_000_000 }]) {
      const bytes = encodeLockRecord(changed)
      expect(bytes).toHaveLength(LOCK_RECORD_BYTES)
      expect(JSON.parse(bytes.toString())).toEqual(changed)
      expect(decodeLockRecord(bytes.toString())).toEqual(changed)
    }
  })

  test.each(['', '{', 'null', '{}', '{"pid":0}', '\0\0'])('is none when it reads %j', (text) => {
    expect(decodeLockRecord(text)).toBeUndefined()
  })

  test('cannot be longer than its place', () => {
    expect(() => encodeLockRecord({ ...record, host: 'x'.repeat(LOCK_RECORD_BYTES) })).toThrow(RangeError)
  })
})
