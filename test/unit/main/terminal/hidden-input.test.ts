import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHiddenInput, HIDDEN_MARK } from '../../../../main/terminal/hidden-input'
import { parseStty } from '../../../../main/terminal/tty-mode'

function cleaned(typed: string, pieces: readonly string[]): string {
  const hidden = createHiddenInput()
  hidden.type(typed)
  return pieces.map((piece) => hidden.clean(piece)).join('') + hidden.rest()
}

describe('what was typed unseen', () => {
  it('is taken out wherever the output was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('hunter22', 'h', 'hunter', ' ', 'x\n', '22'), { maxLength: 12 }), fc.nat(9), (words, cut) => {
        const text = words.join('')
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${cut + 1}}`, 'g')) ?? []
        expect(cleaned('hunter22\r', pieces)).toBe(text.replaceAll('hunter22', HIDDEN_MARK))
      }),
    )
  })

  it('is what stood there at the end of the line', () => {
    expect(cleaned('ab\u007fcdef\r', ['acdef abcdef'])).toBe(`${HIDDEN_MARK} abcdef`)
    expect(cleaned('wrong\u0015right\r', ['wrong right'])).toBe(`wrong ${HIDDEN_MARK}`)
    expect(cleaned('two wrong\u0017words\r', ['two words'])).toBe(HIDDEN_MARK)
    expect(cleaned('never sent', ['never sent'])).toBe('never sent')
    expect(cleaned('\r', ['text'])).toBe('text')
  })

  it('is taken out where it stands alone when it is short', () => {
    expect(cleaned('yes\r', ['yes, eyes: (yes)'])).toBe(`${HIDDEN_MARK}, eyes: (${HIDDEN_MARK})`)
    expect(cleaned('$1.\r', ['cost $1. now'])).toBe(`cost ${HIDDEN_MARK} now`)
  })
})

describe('the mode of a terminal', () => {
  it('is read from what stty prints, on Linux and on macOS', () => {
    expect(parseStty('speed 38400 baud; rows 30;\nisig icanon iexten echo echoe -xcase')).toEqual({ echo: true, lines: true })
    expect(parseStty('lflags: icanon isig iexten -echo echoe\n')).toEqual({ echo: false, lines: true })
    expect(parseStty('-icanon -echo')).toEqual({ echo: false, lines: false })
    expect(parseStty('not a tty')).toBeUndefined()
  })
})
