import { expect, test } from 'vitest'
import { type ScreenShape, shapeOf } from '../../../../../renderer/cards/terminal/screen-shape'

const first: ScreenShape = { lines: 1, hiddenAbove: 0 }
const screen = (texts: string[], cursorRow = texts.length) => ({ rows: 30, rowText: (row: number) => texts[row] ?? '', cursorRow })
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)

test('shows as many lines as are in use', () => {
  expect(shapeOf(screen([]), first, 12)).toEqual({ lines: 1, hiddenAbove: 0 })
  expect(shapeOf(screen(lines(5)), first, 12)).toEqual({ lines: 5, hiddenAbove: 0 })
})

test('shows the end of what does not fit', () => {
  expect(shapeOf(screen(lines(20)), first, 12)).toEqual({ lines: 12, hiddenAbove: 8 })
})

test('never gets smaller while the command runs', () => {
  expect(shapeOf(screen(lines(2)), { lines: 9, hiddenAbove: 0 }, 12)).toEqual({ lines: 9, hiddenAbove: 0 })
})

test('an empty line within the output counts, those after it do not', () => {
  expect(shapeOf(screen(['a', '', 'b', '', '']), first, 12).lines).toBe(3)
})
