import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Paint } from '../../../../main/headless/paint'
import { TerminalMarkdown } from '../../../../main/headless/terminal-markdown'

const tagged = (name: string) => (text: string) => (text === '' ? '' : `<${name}>${text}</${name}>`)
const paint: Paint = {
  isOn: true,
  bold: tagged('b'),
  dim: tagged('d'),
  red: tagged('red'),
  green: tagged('green'),
  yellow: tagged('yellow'),
  cyan: tagged('c'),
}

function draw(pieces: readonly string[]): string {
  const markdown = new TerminalMarkdown(paint)
  return pieces.map((piece) => markdown.add(piece)).join('') + markdown.end()
}

describe('Markdown at a terminal', () => {
  test.each([
    ['plain words stay', 'plain words stay'],
    ['a **bold** word', 'a <b>bold</b> word'],
    ['**bold at once**, and more', '<b>bold at once</b>, and more'],
    ['**with `code` in it**', '<b>with <c>code</c> in it</b>'],
    ['run `npm test` now', 'run <c>npm test</c> now'],
    ['``a ` b``', '<c>a ` b</c>'],
    ['`**not bold**`', '<c>**not bold**</c>'],
    ['# Title', '<b>Title</b>'],
    ['### Title with `code` ###\nbelow', '<b>Title with <c>code</c></b>\nbelow'],
    ['#hashtag', '#hashtag'],
    ['- one\n  * two\n+ three', '<d>• </d>one\n  <d>• </d>two\n<d>• </d>three'],
    ['1. one\n2. two', '1. one\n2. two'],
    ['> said', '<d>│ </d>said'],
    ['```js\nconst a = `**b**`\n\n# no title\n```\nafter', '  <c>const a = `**b**`</c>\n\n  <c># no title</c>\nafter'],
    ['~~~\n```\n~~~\n', '  <c>```</c>\n'],
    ['````\n```\n````\n', '  <c>```</c>\n'],
  ])('%j', (text, shown) => {
    expect(draw([text])).toBe(shown)
  })

  test.each([
    '2 ** 3 ** 4',
    'x**2 + y**2',
    'an open **mark',
    'an open `mark',
    '*one star*',
    '***',
    '---',
    '| a | b |',
    'a \\`b\\` \\**c\\**',
    '-',
    '>',
  ])('leaves %j as it is written', (text) => {
    expect(draw([text])).toBe(text)
  })

  test('shows at once what has no open mark, and a mark when it is closed', () => {
    const markdown = new TerminalMarkdown(paint)
    expect(markdown.add('Some words and **bo')).toBe('Some words and ')
    expect(markdown.add('ld**')).toBe('')
    expect(markdown.add(' more')).toBe('<b>bold</b> more')
    expect(markdown.add(`\`${'x'.repeat(500)}`)).toBe(`\`${'x'.repeat(500)}`)
  })

  test('is the same however it was cut', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '*', '**', '`', '```', '#', '-', '>', '~~~', '\\', '- ', 'b'.repeat(150))
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 8 })), (pieces) => {
        expect(draw(pieces)).toBe(draw([pieces.join('')]))
      }),
      { numRuns: 2000 },
    )
  })

  test('loses no letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '`', '#') }), (text) => {
        const letters = (from: string) => from.replaceAll(/<\/?[bcd]>/g, '').replaceAll(/[^ab]/g, '')
        // The words behind an opening fence name a language, and go with it.
        fc.pre(!text.includes('```'))
        expect(letters(draw([text]))).toBe(letters(text))
      }),
    )
  })
})
