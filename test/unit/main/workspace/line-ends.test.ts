import { describe, expect, it } from 'vitest'
import { keepLineEnds } from '../../../../main/workspace/line-ends'

describe('the line ends of a file that is rewritten', () => {
  it.each([
    ['stay as they are in a plain file', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
    ['stay Windows', 'a\r\nb\r\n', 'a\nc\nd\n', 'a\r\nc\r\nd\r\n'],
    ['stay Windows without one at the end', 'a\r\nb', 'a\nc', 'a\r\nc'],
    ['stay mixed for lines that stay', 'a\r\nb\nc\r\n', 'a\nb\nnew\nc\n', 'a\r\nb\nnew\r\nc\r\n'],
    ['are taken from the new text if it has its own mind', 'a\r\nb\r\n', 'a\r\nb\nc\r\n', 'a\r\nb\nc\r\n'],
    ['are the new ones for an empty file', '', 'a\nb\n', 'a\nb\n'],
  ])('%s', (_, original, text, expected) => {
    expect(keepLineEnds(original, text)).toBe(expected)
  })
})
