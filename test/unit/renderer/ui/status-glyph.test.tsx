// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { StatusGlyph, statusWords } from '../../../../renderer/ui/status-glyph'
import { HistoryItem } from '../../../../shared/extension-state'
import { taskStateKinds } from '../../../../shared/task-state'

describe('the status glyph', () => {
  afterEach(cleanup)

  it('says every state in words', () => {
    for (const state of [...taskStateKinds, ...HistoryItem.shape.status.options]) {
      const { container } = render(<StatusGlyph state={state} />)
      expect(container.textContent).toBe(statusWords(state))
      expect(statusWords(state)).toMatch(/^[A-Z]/)
      cleanup()
    }
  })

  it('has a shape of its own for what ended well, badly, or stopped', () => {
    const shapes = (['completed', 'failed', 'cancelled', 'interrupted', 'idle', 'waiting', 'running'] as const).map((state) => {
      const { container } = render(<StatusGlyph state={state} />)
      const shape = container.querySelector('[title] > :first-child')?.outerHTML
      cleanup()
      return shape
    })
    expect(new Set(shapes).size).toBe(shapes.length)
  })
})
