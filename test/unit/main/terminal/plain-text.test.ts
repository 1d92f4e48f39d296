import { describe, expect, it } from 'vitest'
import { toPlain } from '../../../../main/terminal/plain-text'

describe('telling plain output from a drawn one', () => {
  it.each([
    ['plain lines', 'a\r\nb\tc\r\n', 'a\nb\tc\n', ''],
    ['colours', '\u001b[1;38;5;208mhi\u001b[0m', 'hi', ''],
    ['a title and a bell', '\u001b]0;x\u0007hi\u0007', 'hi', ''],
    ['a hidden cursor', '\u001b[?25lhi\u001b[?25h', 'hi', ''],
    ['line ends doubled by the terminal', 'a\r\r\nb', 'a\nb', ''],
    ['a return that may be half a line end', 'a\r', 'a', '\r'],
    ['half a sequence', 'a\u001b[3', 'a', '\u001b[3'],
    ['half a title', 'a\u001b]0;tit', 'a', '\u001b]0;tit'],
  ])('takes %s as text', (_, output, plain, rest) => {
    expect(toPlain(output)).toEqual({ plain, rest })
  })

  it.each(['a\rb', 'a\u001b[2Ab', 'a\bb', '\u001b[2J', '\u001b[?1049h', 'a\u001b[8mb', '\u001b[0;8mb', 'a\fb'])(
    'needs a screen for %j',
    (output) => {
      expect(toPlain(output)).toBeUndefined()
    },
  )
})
