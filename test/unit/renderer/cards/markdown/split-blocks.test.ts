import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CODE_LINES, MAX_PROSE_CHARACTERS, type SplitText, splitBlocks } from '../../../../../renderer/cards/markdown/split-blocks'
import { cpuTime } from '../../../../support/cpu-time'

const blocksOf = (text: string) => {
  const { settled, open } = splitBlocks(text)
  return open ? [...settled, open] : [...settled]
}
const prose = (text: string) => ({ kind: 'prose', text })
const code = (language: string, text: string) => ({ kind: 'code', language, code: text, isStart: true, isEnd: true })

test('parts at blank lines and at fences', () => {
  expect(blocksOf('One.\n\nTwo,\nstill two.\n```js\nlet a\n\nlet b\n```\nThree.')).toEqual([
    prose('One.\n\n'),
    prose('Two,\nstill two.\n'),
    code('js', 'let a\n\nlet b'),
    prose('Three.'),
  ])
})

test('keeps a list in one piece, with its blank lines, its nested text and its code', () => {
  const list = '1. first\n\n   more of it\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n2. second\n\n'
  expect(blocksOf(`${list}After.`)).toEqual([prose(list), prose('After.')])
})

test('a fence is closed only by one of its own kind and length', () => {
  expect(blocksOf('````md\n```js\nx\n```\n````\n')).toEqual([code('md', '```js\nx\n```')])
  expect(blocksOf('~~~\n```\n~~~\n')).toEqual([code('', '```')])
})

test('shows code while its fence is open, without a closing fence that is half there', () => {
  expect(blocksOf('```ts\nconst a = 1\n``')).toEqual([code('ts', 'const a = 1')])
  expect(blocksOf('Look:\n```t')).toEqual([prose('Look:\n')])
})

test('cuts very long code and very long prose into pieces', () => {
  const lines = Array.from({ length: MAX_CODE_LINES + 5 }, (_, index) => `line ${index}`)
  const [first, second] = blocksOf(['```', ...lines, '```', ''].join('\n'))
  expect(first).toMatchObject({ isStart: true, isEnd: false })
  expect(second).toMatchObject({ isStart: false, isEnd: true, code: lines.slice(-5).join('\n') })
  const long = blocksOf('word word word\n'.repeat(5_000))
  expect(Math.max(...long.map((block) => (block.kind === 'prose' ? block.text.length : 0)))).toBeLessThan(MAX_PROSE_CHARACTERS + 100)
})

const markdownText = fc
  .array(
    fc.constantFrom('word', ' ', '\n', '\n\n', '```', '```js\n', '~~~', '- item', '1', '. ', '  ', '> quote', '| a | b |', '\r\n', '    '),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

test('a message that came in any pieces is split as if it had come at once', () => {
  fc.assert(
    fc.property(markdownText, fc.array(fc.nat({ max: 200 }), { maxLength: 12 }), (text, cuts) => {
      let split: SplitText | undefined
      for (const cut of [...cuts].sort((a, b) => a - b)) split = splitBlocks(text.slice(0, cut), split)
      expect(splitBlocks(text, split)).toEqual(splitBlocks(text))
    }),
    { numRuns: 2_000 },
  )
})

test('loses no word', () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      const words = (from: string) => from.split('word').length
      const drawn = blocksOf(text).map((block) => (block.kind === 'prose' ? block.text : `${block.language} ${block.code}`))
      // What stands behind the language of a fence is not drawn, as everywhere.
      fc.pre(!/(```|~~~)[^\n]* [^\n]*word/.test(text) && !/(```|~~~)[^\n]*$/.test(text))
      expect(words(drawn.join('\n'))).toBe(words(text))
    }),
    { numRuns: 1_000 },
  )
})

test('a piece of a long message costs what a piece of a short one costs', () => {
  const timeOf = (paragraphs: number) => {
    let text = 'A paragraph of some words.\n\n'.repeat(paragraphs)
    let split = splitBlocks(text)
    return cpuTime(0, () => {
      for (let piece = 0; piece < 300; piece++) {
        text += 'x'
        split = splitBlocks(text, split)
      }
    })
  }
  timeOf(10)
  // 400 times the text; only the copy of the string itself may be felt.
  expect(timeOf(4_000)).toBeLessThan(timeOf(10) * 50 + 300)
})
