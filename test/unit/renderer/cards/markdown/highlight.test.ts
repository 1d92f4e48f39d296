import { expect, test } from 'vitest'
import { createHighlighter } from '../../../../../renderer/cards/markdown/highlight'

test('colours code for light and dark, and loses none of it', async () => {
  const { highlight } = createHighlighter()
  const code = 'const total = 12 // cents\n\nconsole.log(`${total}`)'
  const lines = await highlight(code, 'ts')
  expect(lines.map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(code)
  const colours = new Set(lines.flat().map((token) => token.colour))
  expect(colours.size).toBeGreaterThan(3)
  for (const colour of colours) expect(colour).toMatch(/^light-dark\(#[0-9A-F]{6,8}, #[0-9A-F]{6,8}\)$/i)
})

test('knows languages by the names that people use, and leaves the rest plain', () => {
  const { canHighlight } = createHighlighter()
  expect(['js', 'TypeScript'.toLowerCase(), 'py', 'sh', 'yml', 'c++'].every((name) => canHighlight('x', name))).toBe(true)
  expect(['', 'text', 'constructor', '__proto__'].some((name) => canHighlight('x', name))).toBe(false)
  expect(canHighlight('x'.repeat(50_000), 'js')).toBe(false)
})

test('leaves code plain in which a line is longer than anybody reads', () => {
  const { canHighlight } = createHighlighter()
  expect(canHighlight(`const a = 1\nconst b = '${'x'.repeat(700)}'`, 'js')).toBe(false)
  expect(canHighlight('const a = 1\n'.repeat(100), 'js')).toBe(true)
})
