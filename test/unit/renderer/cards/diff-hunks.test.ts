import { expect, it } from 'vitest'
import { createdText, diffHunks } from '../../../../renderer/cards/diff-hunks'

it('a diff is cut at its hunks, and a line that only looks like a header is none', () => {
  const first = '@@ -1,2 +1,2 @@\n a\n-@@ -5 +5 @@\n+@@ -6 +6 @@\n'
  const second = '@@ -40 +40 @@ function f\n-x\n+y\n'
  expect(diffHunks(first + second)).toEqual([
    { diff: first, firstLine: 2 },
    { diff: second, firstLine: 40 },
  ])
  expect(diffHunks('no diff')).toEqual([])
})

const file = { path: 'a', tool: 'newFileCreated' as const, added: 2, removed: 0 }

it('a new file is its added lines, with or without an end of line at its end', () => {
  expect(createdText({ ...file, diff: '@@ -0,0 +1,2 @@\n+a\n+\n' })).toBe('a\n\n')
  expect(createdText({ ...file, diff: '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n' })).toBe('a\nb')
})

it('a diff that was cut, or that changes a file that is there, holds no whole text', () => {
  expect(createdText({ ...file, diff: '@@ -0,0 +1,2 @@\n+a\n' })).toBeUndefined()
  expect(createdText({ ...file, tool: 'editedExistingFile', diff: '@@ -1 +1,2 @@\n+a\n+b\n' })).toBeUndefined()
})
