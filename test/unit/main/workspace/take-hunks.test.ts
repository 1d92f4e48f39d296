import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeHunks } from '../../../../main/workspace/take-hunks'
import { diffTexts } from '../../../../main/workspace/text-diff'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`)
const hunksIn = (before: string, after: string) => diffTexts(before, after, 1e6).diff.match(/^@@/gm)?.length ?? 0

describe('taking some hunks of a change', () => {
  const before = lines(40).join('')
  const after = before.replace('line 2\n', 'two\n').replace('line 20\n', '').replace('line 39\n', 'line 39\nmore\n')

  it('leaves out the ones that are named, and no other', () => {
    expect(takeHunks(before, after, new Set())).toEqual({ text: after, hunks: 3 })
    expect(takeHunks(before, after, new Set([0])).text).toBe(after.replace('two\n', 'line 2\n'))
    expect(takeHunks(before, after, new Set([1])).text).toBe(after.replace('line 19\n', 'line 19\nline 20\n'))
    expect(takeHunks(before, after, new Set([2])).text).toBe(after.replace('more\n', ''))
    expect(takeHunks(before, after, new Set([0, 1, 2])).text).toBe(before)
  })

  it('counts the hunks as the diff that is shown does, and gives back the one text or the other', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', 'd')
    const text = fc.array(line, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, fc.array(fc.nat({ max: 5 })), (old, now, some) => {
        const count = hunksIn(old, now)
        expect(takeHunks(old, now, new Set())).toEqual({ text: now, hunks: count })
        expect(takeHunks(old, now, new Set(Array.from({ length: count }, (_, at) => at))).text).toBe(old)
        const left = new Set(some.filter((each) => each < count))
        expect(hunksIn(old, takeHunks(old, now, left).text)).toBeLessThanOrEqual(count - left.size)
      }),
    )
  })
})
