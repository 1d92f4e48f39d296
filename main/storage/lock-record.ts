import { z } from 'zod'

/** What a lock file says. Padded to one length, so that it is replaced by a single write and never seen half. */
export const LockRecord = z.object({
  pid: z.number().int().positive(),
  startTime: z.string(),
  host: z.string(),
  /** Milliseconds UTC at which the lock was taken. */
  since: z.number(),
  /** Milliseconds UTC at which the holder last said that it lives. */
  heartbeat: z.number(),
  /** True once the holder has let go. */
  released: z.boolean(),
})
export type LockRecord = z.infer<typeof LockRecord>

export const LOCK_RECORD_BYTES = 1_024

export function encodeLockRecord(record: LockRecord): Buffer {
  const bytes = Buffer.alloc(LOCK_RECORD_BYTES, ' ')
  const text = Buffer.from(JSON.stringify(record))
  if (text.length >= LOCK_RECORD_BYTES) throw new RangeError('A lock record is too long: the host has an impossible name')
  text.copy(bytes)
  bytes.write('\n', LOCK_RECORD_BYTES - 1)
  return bytes
}

export function decodeLockRecord(text: string): LockRecord | undefined {
  try {
    return LockRecord.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
