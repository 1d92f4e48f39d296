import { describe, expect, it } from 'vitest'
import { withinTime } from '../../../../../main/mcp/tools/within-time'

describe('work of a bounded time', () => {
  it('gives what it gives, throws what it throws, and is stopped when it has no end', () => {
    expect(withinTime(60_000, () => 'done')).toEqual({ value: 'done' })
    expect(() =>
      withinTime(60_000, () => {
        throw new TypeError('no such thing')
      }),
    ).toThrow(TypeError)
    const endless = (): never => {
      for (;;);
    }
    expect(withinTime(20, endless)).toBeUndefined()
  })
})
