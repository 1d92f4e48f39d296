// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CodeText } from '../../../../renderer/cards/code-text'

afterEach(cleanup)
const drawn = (text: string) => {
  const { container } = render(<CodeText text={text} />)
  return container
}

test('marks what cannot be seen or turns a line around', () => {
  expect(drawn("if (role !== 'user\u202e \u2066// admin\u2069') return\u200b").textContent).toBe(
    "if (role !== 'userRLO U+2066// adminU+2069') returnZWSP",
  )
  expect(screen.getAllByText(/RLO|U\+|ZWSP/, { selector: 'mark' })).toHaveLength(4)
})

test('leaves tabs, line ends, letters of any language and pictographs as they are', () => {
  const text = '\tconst größe = "合計 — 50 €" // ⚠️ 👩‍💻\r'
  expect(drawn(text).textContent).toBe(text)
  expect(screen.queryByText(/./, { selector: 'mark' })).toBeNull()
})
