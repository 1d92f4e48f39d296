import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffTexts } from '../../../../main/workspace/text-diff'
import { cpuTime } from '../../../support/cpu-time'

const NO_LIMIT = 10_000_000
const diff = (before: string, after: string) => diffTexts(before, after, NO_LIMIT)

describe('the difference of two texts', () => {
  it('is shown in hunks with three lines around', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
    expect(diff(before, before.replace('e', 'E'))).toEqual({
      diff: '@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h',
      added: 1,
      removed: 1,
    })
  })

  it('of a new file is all of it', () => {
    expect(diff('', 'a\nb\n')).toEqual({ diff: '@@ -0,0 +1,2 @@\n+a\n+b', added: 2, removed: 0 })
    expect(diff('a\n', '')).toEqual({ diff: '@@ -1,1 +0,0 @@\n-a', added: 0, removed: 1 })
  })

  it('of equal texts is nothing', () => {
    expect(diff('a\n', 'a\n')).toEqual({ diff: '', added: 0, removed: 0 })
  })

  it('says when the last line has no end', () => {
    expect(diff('a', 'a\n').diff).toBe('@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a')
  })

  it('joins changes that are near, and parts those that are far', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `${at}`)
    const change = (...at: number[]) => lines.map((line, index) => (at.includes(index) ? 'x' : line)).join('\n')
    expect(diff(lines.join('\n'), change(5, 12)).diff.match(/^@@/gm)).toHaveLength(1)
    expect(diff(lines.join('\n'), change(5, 13)).diff.match(/^@@/gm)).toHaveLength(2)
  })

  it('leads from the one text to the other, for any two', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { maxLength: 30 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { diff: hunks, added, removed } = diff(before, after)
        const plus = hunks.split('\n').filter((line) => line.startsWith('+')).length
        const minus = hunks.split('\n').filter((line) => line.startsWith('-')).length
        const patched = hunks === '' ? before : applyPatch(before, `--- a\n+++ b\n${hunks}\n`)
        return patched === after && plus === added && minus === removed
      }),
      { numRuns: 500 },
    )
  })

  it('is cut where it is too long, and still counts all', () => {
    const result = diffTexts('', 'line\n'.repeat(1000), 200)
    expect(result.added).toBe(1000)
    expect(result.diff.length).toBeLessThan(300)
    expect(result.diff).toMatch(/\\ \d+ more lines of this diff are left out$/)
  })

  it('of a rewritten megabyte takes well under a second', () => {
    const before = Array.from({ length: 20_000 }, (_, at) => `old line ${at} with some text that makes it long enough`).join('\n')
    const after = Array.from(
      { length: 20_000 },
      (_, at) => `new line ${at % 7 ? at * 3 : at} with other text that makes it long enough`,
    ).join('\n')
    expect(cpuTime(1_500, () => expect(diff(before, after).added).toBeGreaterThan(10_000))).toBeLessThan(1_500)
  })
})

describe('two large texts', () => {
  it('are compared line by line, however many places differ', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at} of the text`)
    const after = lines.map((line, at) => (at % 10 === 0 ? `${line}, changed` : line))
    const compare = () => expect(diff(lines.join('\n'), after.join('\n'))).toMatchObject({ added: 2000, removed: 2000 })
    expect(cpuTime(1_500, compare)).toBeLessThan(1_500)
  })

  it('of one line over and over are compared too', () => {
    const compare = () => expect(diff('x\n'.repeat(20_000), `y\n${'x\n'.repeat(19_000)}z\n`).added).toBeGreaterThan(0)
    expect(cpuTime(3_000, compare)).toBeLessThan(3_000)
  })
})
