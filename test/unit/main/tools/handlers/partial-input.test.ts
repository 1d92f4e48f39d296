import { expect, it } from 'vitest'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { readableList } from '../../../../../main/tools/handlers/partial-input'

it.each<[unknown, readonly string[]]>([
  [undefined, []],
  [
    ['a.test', 7, 'b.te'],
    ['a.test', 'b.te'],
  ],
  ['', []],
  ['[', []],
  ['["a.te', []],
  ['["a.test", "b.te', ['a.test']],
  ['["a.test", "b.test"]', ['a.test', 'b.test']],
  ['["quote \\" in it", "\\', ['quote " in it']],
  // What JSON does not know is left out, and the rest is still read.
  ['["\\x61.test", "b.test"', ['b.test']],
  ['["two\nlines", "b.test"', ['b.test']],
  ['a.test', []],
])('a list is read as far as it has arrived: %j', (value, texts) => {
  const input = value === undefined ? {} : { domains: value }
  expect(readableList({ name: ClineDefaultTool.WEB_SEARCH, callId: 'c', input }, 'domains')).toEqual(texts)
})
