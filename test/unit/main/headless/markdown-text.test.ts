import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code, fenced, plain, quoted } from '../../../../main/headless/markdown-text'

const nasty = fc.string({ unit: fc.constantFrom('a', '`', '\n', '~', ' ', '>', '#', '\r', '\u2028') })

test('no line of a fenced block is as long as its fence', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const [first = '', ...rest] = fenced(text, 'text').split('\n')
      const fence = first.replace('text', '')
      expect(fence).toMatch(/^`{3,}$/)
      expect(rest.pop()).toBe(fence)
      expect(rest.join('\n')).not.toContain(fence)
    }),
  )
})

test('every line of a quote is one', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      for (const line of quoted(text).split('\n')) expect(line).toMatch(/^>(?: |$)/)
    }),
  )
})

test('text inside a line stays on it and ends where it should', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const span = code(text)
      expect(span).not.toContain('\n')
      const fence = /^`+/.exec(span)?.[0] ?? ''
      const inner = span.slice(fence.length, -fence.length)
      expect(inner.split(/[^`]+/)).not.toContain(fence)
    }),
  )
  expect(code('`')).toBe('`` ` ``')
  expect(plain('*a* <b>\n[c](d)')).toBe('\\*a\\* \\<b\\> \\[c\\](d)')
})
