import { parse, type ParseError } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { withoutProperty } from '../../../../../main/mcp/settings/without-property'

it.each([
  ['{"a": 1}', '{}'],
  ['{"a": 1, "b": 2}', '{ "b": 2}'],
  ['{"b": 2, "a": 1}', '{"b": 2 }'],
  [
    '{\n  // first\n  "b": 2, // about b\n  /* about a */\n  "a": 1 // last\n}\n',
    '{\n  // first\n  "b": 2 // about b\n  /* about a */\n   // last\n}\n',
  ],
  ['{\r\n\t"a": 1,\r\n\t"b": 2\r\n}', '{\r\n\t"b": 2\r\n}'],
  ['{\n  "b": 2,\n  "a": 1,\n}', '{\n  "b": 2,\n}'],
])('takes one property out of %j and leaves the rest', (text, after) => {
  expect(withoutProperty(text, ['a'])).toBe(after)
  const errors: ParseError[] = []
  parse(after, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
})

it('changes nothing where there is no such property', () => {
  expect(withoutProperty('{"b": {}}', ['b', 'a'])).toBe('{"b": {}}')
  expect(withoutProperty('[1]', [0])).toBe('[1]')
})
