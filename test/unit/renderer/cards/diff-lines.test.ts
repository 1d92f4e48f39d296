import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffCounts, diffLines } from '../../../../renderer/cards/diff-lines'

test('numbers the lines of both files and says what stands between two hunks', () => {
  const lines = diffLines('@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -10 +10,2 @@ function f\n z\n+y\n\\ No newline at end of file\n')
  expect(lines).toEqual([
    { kind: 'gap', text: '' },
    { kind: 'context', text: 'a', oldNumber: 1, newNumber: 1 },
    { kind: 'removed', text: 'b', oldNumber: 2 },
    { kind: 'added', text: 'c', newNumber: 2 },
    { kind: 'gap', text: 'function f' },
    { kind: 'context', text: 'z', oldNumber: 10, newNumber: 10 },
    { kind: 'added', text: 'y', newNumber: 11 },
    { kind: 'note', text: 'No newline at end of file' },
  ])
  expect(diffCounts(lines)).toEqual({ added: 2, removed: 1 })
})

test('shows which part of a line changed, where two lines are versions of each other', () => {
  const [removed, added] = diffLines('-return total.toFixed(1)\n+return total.toFixed(2)\n')
  expect(removed).toMatchObject({ changed: { from: 21, to: 22 } })
  expect(added).toMatchObject({ changed: { from: 21, to: 22 } })
  expect(diffLines('-abc\n+xyz\n').some((line) => 'changed' in line)).toBe(false)
})

const file = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '+x', '-y', '@@'), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))

test('gives back both files of any diff, line by line', () => {
  fc.assert(
    fc.property(file, file, (before, after) => {
      const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context: 1_000 })
      const hunks = patch.slice(patch.indexOf('@@') === -1 ? patch.length : patch.indexOf('\n@@') + 1)
      fc.pre(hunks.startsWith('@@'))
      const lines = diffLines(hunks)
      const textOf = (...kinds: string[]) => lines.flatMap((line) => (kinds.includes(line.kind) ? [`${line.text}\n`] : [])).join('')
      expect(textOf('context', 'removed')).toBe(before)
      expect(textOf('context', 'added')).toBe(after)
    }),
    { numRuns: 300 },
  )
})
