import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeadlessEvent } from '../../../../main/headless/events'
import { createJsonOutput } from '../../../../main/headless/json-output'

function lineOf(event: HeadlessEvent): string {
  const lines: string[] = []
  createJsonOutput((line) => lines.push(line)).tell(event)
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

test('an event is one object on one line', () => {
  expect(lineOf({ type: 'delta', ts: 7, field: 'text', append: 'a\nb' })).toBe('{"type":"delta","ts":7,"field":"text","append":"a\\nb"}\n')
})

test('whatever a text holds, the line is one line to any reader and says the same', () => {
  const odd = fc.string({
    unit: fc.constantFrom('a', '\n', '\r', '\u0085', '\u2028', '\u2029', '\u009b', '\u007f', '\u001b', '\ud83d\ude00'),
  })
  fc.assert(
    fc.property(odd, (append) => {
      const event: HeadlessEvent = { type: 'delta', ts: 1, field: 'text', append }
      const line = lineOf(event)
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(JSON.parse(line)).toEqual(event)
    }),
  )
})
